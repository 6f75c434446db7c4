import { randomUUID } from 'node:crypto'
import { models } from '../../src/generated/models/index.js'
import { PostgresDatabase } from '../../src/generated/runtime/sql/postgres/database.js'
import { quoted } from '../../src/generated/runtime/sql/table.js'

/** Creates a database on a server. */
export async function emptyDatabase(server: string) {
  const name = `test_${randomUUID()}`
  await administer(server, `CREATE DATABASE ${quoted(name)}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = new PostgresDatabase({ url: url.href }, models)
  return {
    url: url.href,
    database,
    restoring: () => restoring(database),
    remove: () => administer(server, `DROP DATABASE ${quoted(name)} WITH (FORCE)`),
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const database = new PostgresDatabase({ url: server }, {})
  await database.query(statement, [])
  await database.close()
}

/** Selects the tables and their columns, without those whose values the server computes. */
const TABLES = `
  SELECT table_name, string_agg(quote_ident(column_name), ',')
  FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
  WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
  GROUP BY table_name`

/** Returns a function that gives all tables the rows that they have now. */
async function restoring(database: PostgresDatabase): Promise<() => Promise<void>> {
  const tables: string[] = []
  const inserts: Parameters<PostgresDatabase['query']>[] = []
  for (const [name, columns] of await database.query(TABLES, [])) {
    const table = quoted(String(name))
    tables.push(table)
    for (const values of await database.query(`SELECT ${columns} FROM ${table}`, [])) {
      const places = values.map((_, index) => `$${index + 1}`).join()
      inserts.push([`INSERT INTO ${table} (${columns}) VALUES (${places})`, values])
    }
  }
  return async () => {
    await database.query(`TRUNCATE ${tables.join()} RESTART IDENTITY`, [])
    for (const insert of inserts) await database.query(...insert)
  }
}

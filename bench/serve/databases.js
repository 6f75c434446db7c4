import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { NOTES, STORIES, TOPICS, USERS } from './workloads.js'

/**
 * Databases of the same rows, one for each service, with the tables of the emitted project's first migration.
 * @returns their URLs, and what removes them
 */
export const DATABASES = { sqlite: sqliteDatabases, postgres: postgresDatabases }

async function sqliteDatabases(project, count) {
  const first = join(project, 'seed.db')
  const database = new Database(first)
  database.pragma('journal_mode = WAL')
  database.exec(tables(project, 'sqlite'))
  database.transaction(() => {
    for (const { table, columns, rows } of seeds()) {
      const insert = database.prepare(
        `INSERT INTO "${table}" (${columns}) VALUES (${columns.map(() => '?')})`,
      )
      for (const row of rows) insert.run(...row)
    }
  })()
  database.exec('ANALYZE')
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  const urls = Array.from({ length: count }, (_, index) => {
    const file = join(project, `copy-${index}.db`)
    copyFileSync(first, file)
    return `sqlite:${file}`
  })
  return { urls, remove: async () => undefined }
}

async function postgresDatabases(project, count) {
  const server = process.env['TEST_POSTGRES_URL']
  if (server === undefined) throw new Error('TEST_POSTGRES_URL must name a PostgreSQL server')
  const names = Array.from({ length: count }, (_, index) => `svcgen_bench_${process.pid}_${index}`)
  const urlOf = (name) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  for (const name of names) {
    await run(server, (client) => client.query(`CREATE DATABASE ${name}`))
    await run(urlOf(name), async (client) => {
      await client.query(tables(project, 'postgres'))
      for (const { table, columns, rows } of seeds()) await insertAll(client, table, columns, [...rows])
      await client.query('ANALYZE')
    })
  }
  return {
    urls: names.map(urlOf),
    remove: () =>
      run(server, async (client) => {
        for (const name of names) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      }),
  }
}

async function insertAll(client, table, columns, rows) {
  for (let start = 0; start < rows.length; start += 5000) {
    const text = `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(null::"${table}", $1)`
    const records = rows
      .slice(start, start + 5000)
      .map((row) =>
        Object.fromEntries(row.map((value, index) => [columns[index], recorded(columns[index], value)])),
      )
    await client.query(text, [JSON.stringify(records)])
  }
}

function recorded(column, value) {
  return column === 'tags' ? JSON.parse(value) : value
}

async function run(url, work) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function tables(project, dialect) {
  const text = readFileSync(join(project, `migrations/0001_initial.${dialect}.sql`), 'utf8')
  return text.slice(text.indexOf('-- migrate:up'), text.indexOf('-- migrate:down'))
}

function seeds() {
  return [
    { table: 'user', columns: ['username', 'name'], rows: many(USERS, (n) => [`user-${n}`, `User ${n}`]) },
    {
      table: 'story',
      columns: ['body', 'created_at', 'owner_id', 'progress', 'status', 'tags', 'title', 'topic'],
      rows: many(STORIES, (n) => [
        `What happened in story ${n}, at some length, so that a document is about as large as documents are`,
        new Date(1.7e12 + n * 1000).toISOString(),
        `user-${1 + (n % USERS)}`,
        (n % 100) / 100,
        n % 3 === 0 ? 'published' : 'draft',
        JSON.stringify(['red', `tag-${n % 50}`]),
        `Story ${n}`,
        `topic-${1 + (n % TOPICS)}`,
      ]),
    },
    {
      table: 'note',
      columns: ['body', 'title'],
      rows: many(NOTES, (n) => [`What note ${n} says`, `Note ${n}`]),
    },
  ]
}

function* many(count, row) {
  for (let n = 1; n <= count; n += 1) yield row(n)
}

import { Client } from 'pg'
import { openSqliteFile } from '../../templates/runtime/sql/sqlite-driver.js'

/** Returns the schema of a database as sorted lines: columns, constraints and indexes. */
export async function databaseShape(url: string): Promise<string[]> {
  const lines = url.startsWith('sqlite:')
    ? sqliteShape(url.slice('sqlite:'.length))
    : await postgresShape(url)
  return lines.filter((line) => !line.includes('_svc_migrations')).sort()
}

const SQLITE_SHAPE = `
  SELECT t.name || '.' || c.name || ' ' || c.type || ' null ' || (1 - c."notnull") || ' key ' || c.pk FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
  UNION ALL SELECT t.name || '.' || f."from" || ' -> ' || f."table" || '.' || f."to" || ' ' || f.on_delete FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'
  UNION ALL SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
  UNION ALL SELECT t.name || ' autoincrement' FROM sqlite_master t WHERE sql LIKE '%AUTOINCREMENT%'`

/** Matches CHECK constraints in a table's SQL, because SQLite does not list them separately. */
const CHECK = /CONSTRAINT ("[^"]+") CHECK \(((?:[^()]|\([^()]*\))*)\)/g

function sqliteShape(path: string): string[] {
  const database = openSqliteFile(path)
  const lines = database.prepare(SQLITE_SHAPE)([]).rows
  const tables = database.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`)([]).rows
  database.close()
  const checks = tables.flatMap(([name, sql]) =>
    [...String(sql).matchAll(CHECK)].map(([check]) => `${name} ${check}`),
  )
  return [...lines.map(([line]) => String(line)), ...checks]
}

const POSTGRES_SHAPE = `
  SELECT concat_ws(' ', c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity <> '', l.collname)
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND c.relnamespace = 'public'::regnamespace
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'`

async function postgresShape(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<[string]>({ text: POSTGRES_SHAPE, rowMode: 'array' })
    return rows.map(([line]) => line)
  } finally {
    await client.end()
  }
}

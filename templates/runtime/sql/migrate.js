import { quoted } from './dialect.js'
import { readMigrations } from './migration-file.js'
/** A migration that cannot be applied or taken back; the database is as it was before it. The message is for people. */
export class MigrationError extends Error {
  name = 'MigrationError'
}
/**
 * Applies what is pending, each migration in a transaction of its own and under a lock, so that processes that start at once migrate once.
 * @returns the names of what was applied by this call
 * @throws MigrationError; Unavailable
 */
export function migrateUp(database, options) {
  return withConnection(database, async (connection) => {
    const files = readMigrations(options.folder, connection.dialect)
    const done = []
    for (;;) {
      const name = await connection.exclusively(() =>
        applyNext(connection, files, options.allowDestructive === true),
      )
      if (name === null) return done
      done.push(name)
    }
  })
}
/**
 * Takes the last migration back; what it made is lost.
 * @returns its name, null where there is none
 * @throws MigrationError; Unavailable
 */
export function migrateDown(database, options) {
  return withConnection(database, (connection) => {
    const files = readMigrations(options.folder, connection.dialect)
    return connection.exclusively(() => takeBackLast(connection, files))
  })
}
/** Which migrations there are, and which of them are applied. */
export function migrationStatus(database, options) {
  return withConnection(database, (connection) => {
    const files = readMigrations(options.folder, connection.dialect)
    return connection.exclusively(async () => {
      const applied = await appliedNames(connection)
      return files.map(({ name }) => ({ name, applied: applied.includes(name) }))
    })
  })
}
async function withConnection(database, work) {
  const connection = await database.openMigrations()
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}
async function applyNext(connection, files, allowDestructive) {
  const applied = await appliedNames(connection)
  const next = files.find(({ name }) => !applied.includes(name))
  if (next === undefined) return null
  if (!allowDestructive) await refuseLosses(connection, next)
  await run(connection, next.name, next.up)
  await connection.run(
    `INSERT INTO "_svc_migrations" ("name", "applied_at") VALUES ('${next.name.replaceAll("'", "''")}', CURRENT_TIMESTAMP)`,
  )
  return next.name
}
async function takeBackLast(connection, files) {
  const name = (await appliedNames(connection)).at(-1)
  if (name === undefined) return null
  const file = files.find((each) => each.name === name)
  if (file === undefined) throw new MigrationError(`${name} is applied, but its file is not there`)
  await run(connection, name, file.down)
  await connection.run(`DELETE FROM "_svc_migrations" WHERE "name" = '${name.replaceAll("'", "''")}'`)
  return name
}
async function run(connection, name, script) {
  try {
    await connection.run(script)
  } catch (error) {
    throw new MigrationError(
      `migration ${name}: ${reasonOf(error)}; the database is as it was before it${hintFor(error)}`,
      { cause: error },
    )
  }
}
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error)
  const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : ''
  return `${error.message}${detail}`
}
/** SQLite's codes of constraints, PostgreSQL's classes of values that do not fit and of constraints. */
const ABOUT_ROWS = /^(SQLITE_CONSTRAINT|22|23)/
function hintFor(error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ABOUT_ROWS.test(code) ? '.\nRows stand in its way: change or delete these, and migrate again' : ''
}
async function appliedNames(connection) {
  await connection.run(
    'CREATE TABLE IF NOT EXISTS "_svc_migrations" ("name" VARCHAR(200) PRIMARY KEY, "applied_at" VARCHAR(40) NOT NULL)',
  )
  const rows = await connection.all('SELECT "name" FROM "_svc_migrations" ORDER BY "name"', [])
  return rows.map(([name]) => String(name))
}
/** Nothing is lost where there are no rows, or none with a value in the column. */
async function refuseLosses(connection, { name, losses }) {
  const refused = []
  for (const { table, column, what } of losses) {
    const having = column === null ? '' : ` WHERE ${quoted(column)} IS NOT NULL`
    const [row] = await connection.all(`SELECT count(*) FROM ${quoted(table)}${having}`, [])
    const count = Number(row?.[0])
    if (count > 0) refused.push(`${column === null ? table : `${table}.${column}`} (${count} rows): ${what}`)
  }
  if (refused.length === 0) return
  throw new MigrationError(
    `migration ${name} would lose data and is not applied; allow it explicitly:\n${refused.join('\n')}`,
  )
}

const { emitWarning } = process
// Some versions of Node.js warn that node:sqlite is experimental.
process.emitWarning = () => undefined
const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? {}
process.emitWarning = emitWarning

/** Opens a database file with the driver that the emitted service uses: node:sqlite, or better-sqlite3 on Node.js 20. */
export const openFile =
  DatabaseSync === undefined ? await withBetterSqlite3() : (file) => new DatabaseSync(file, { timeout: 5000 })

async function withBetterSqlite3() {
  const { default: Database } = await import('better-sqlite3')
  return (file) => new Database(file)
}

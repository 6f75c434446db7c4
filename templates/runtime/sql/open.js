/** Which of the engines a URL is for. @throws TypeError where it is for none */
export function dialectOf(url) {
  if (url.startsWith('sqlite:')) return 'sqlite'
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgres'
  throw new TypeError(
    `${url.split(':')[0]}: is no database that the service knows: sqlite:<file> or postgres://…`,
  )
}
/**
 * Opens the database of a URL; the driver of the other engine is not loaded. PostgreSQL need not answer yet: its connections are made when they
 * are needed.
 * @throws Unavailable where a SQLite file cannot be opened
 */
export async function openDatabase({ url, synchronous = 'full', pool = 10 }, models) {
  if (dialectOf(url) === 'sqlite') {
    const { openSqlite } = await import('./sqlite/database.js')
    return openSqlite(url, synchronous, models)
  }
  const { openPostgres } = await import('./postgres/database.js')
  return openPostgres(url, pool, models)
}

import type { Models } from '../model.js'
import type { Database } from '../store.js'
import type { Migratable } from './migrations.js'

/** A relational database that is open. */
export interface SqlDatabase extends Database, Migratable {}

/** The settings of a database. */
export interface DatabaseSettings {
  /** `sqlite:<file>`, `sqlite::memory:` or `postgres://…`. */
  readonly url: string
  /** Of SQLite: whether every commit is on disk when it is answered. */
  readonly synchronous?: 'full' | 'normal' | undefined
  /** Of PostgreSQL: at most so many connections. */
  readonly pool?: number | undefined
}

/** Which of the engines a URL is for. @throws TypeError where it is for none */
export function dialectOf(url: string): 'sqlite' | 'postgres' {
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
export async function openDatabase(
  { url, synchronous = 'full', pool = 10 }: DatabaseSettings,
  models: Models,
): Promise<SqlDatabase> {
  if (dialectOf(url) === 'sqlite') {
    const { openSqlite } = await import('./sqlite-database.js')
    return openSqlite(url, synchronous, models)
  }
  const { openPostgres } = await import('./postgres-database.js')
  return openPostgres(url, pool, models)
}

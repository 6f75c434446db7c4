import type { Models } from '../model.js'
import type { Database } from '../store.js'
import type { Migratable } from './migrations.js'

/** An open relational database. */
export interface SqlDatabase extends Database, Migratable {}

/** The settings `database.*`. */
export interface DatabaseSettings {
  /** `sqlite:<file>`, `sqlite::memory:` or `postgres://…`. */
  readonly url: string
  /** SQLite only: whether each commit is on disk before it returns. */
  readonly synchronous?: 'full' | 'normal' | undefined
  /** PostgreSQL only: maximum number of connections. */
  readonly pool?: number | undefined
}

/** Returns the database that a URL is for. @throws TypeError if it is not supported */
export function dialectOf(url: string): 'sqlite' | 'postgres' {
  if (url.startsWith('sqlite:')) return 'sqlite'
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgres'
  throw new TypeError(
    `Unsupported database "${url.split(':')[0]}". The URL must be sqlite:<file> or postgres://…`,
  )
}

/**
 * Opens the database of a URL and loads only its driver. Connections to PostgreSQL are opened when needed.
 * @throws Unavailable if an SQLite file cannot be opened
 */
export async function openDatabase(
  { url, synchronous = 'full', pool = 10 }: DatabaseSettings,
  models: Models,
): Promise<SqlDatabase> {
  switch (dialectOf(url)) {
    case 'sqlite': {
      const { openSqlite } = await import('./sqlite-database.js')
      return openSqlite(url, synchronous, models)
    }
    case 'postgres': {
      const { openPostgres } = await import('./postgres-database.js')
      return openPostgres(url, pool, models)
    }
  }
}

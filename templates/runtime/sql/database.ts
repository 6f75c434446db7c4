import type { Models } from '../model.js'
import { dialectOf } from '../spec/dialects.js'
import type { DatabaseOptions, DatabaseSettings, SqlDatabase } from './connection.js'

/**
 * Opens the database that a URL refers to, and loads only the driver for it. PostgreSQL connections are opened when
 * needed.
 * @throws Unavailable if an SQLite file cannot be opened
 */
export async function openDatabase(
  settings: DatabaseSettings,
  models: Models,
  options: DatabaseOptions = {},
): Promise<SqlDatabase> {
  const { url, synchronous = 'full' } = settings
  switch (dialectOf(url)) {
    case 'sqlite': {
      const { SqliteDatabase } = await import('./sqlite/database.js')
      return new SqliteDatabase(url, synchronous, models, options)
    }
    case 'postgres': {
      const { PostgresDatabase } = await import('./postgres/database.js')
      return new PostgresDatabase(settings, models, options)
    }
  }
}

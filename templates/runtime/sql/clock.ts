import type { Clock } from '../loop.js'
import type { SqlDatabase } from './database.js'

/** Returns the clock of a database. SQLite uses the clock of this machine, as do all of its processes. */
export function clockOf(database: SqlDatabase): Clock {
  if (database.dialect.name === 'sqlite') return async () => Date.now()
  return async () => {
    const [row] = await database.query(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
      [],
    )
    return Number(row?.[0])
  }
}

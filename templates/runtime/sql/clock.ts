import type { Clock } from '../loop.js'
import type { DialectName } from '../spec/dialects.js'
import type { SqlDatabase } from './connection.js'

/** The queries that return the time, in milliseconds since 1970. SQLite uses the clock of this machine. */
const NOW: Readonly<Record<DialectName, string | null>> = {
  sqlite: null,
  postgres: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
}

/** Returns the clock of a database, which all of its processes share. */
export function clockOf(database: SqlDatabase): Clock {
  const text = NOW[database.dialect.name]
  if (text === null) return async () => Date.now()
  return async () => {
    const [row] = await database.query(text, [])
    return Number(row?.[0])
  }
}

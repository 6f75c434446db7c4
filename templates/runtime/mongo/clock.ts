import type { Clock } from '../loop.js'
import type { MongoDatabase } from './database.js'

/** Returns the clock of a database. */
export function clockOf({ db }: MongoDatabase): Clock {
  return async () => {
    const { localTime } = await db.command({ hello: 1 })
    return new Date(localTime).getTime()
  }
}

import type { Models } from '../model.js'
import type { Migratable } from './connection.js'
import { quoted } from './table.js'

/**
 * Creates any missing tables for internal models, holding the lock of migrations: in PostgreSQL, `IF NOT EXISTS` fails
 * if two processes create the same table at the same time.
 */
export function createTables(database: Migratable, models: Models): Promise<void> {
  return database.migrating(async (connection) => {
    for (const { table, key, fields } of Object.values(models)) {
      const columns = Object.entries(fields).map(([name, { type }]) => {
        const column = type === 'big_integer' ? 'BIGINT' : 'TEXT'
        return `${quoted(name)} ${column}${name === key ? ' PRIMARY KEY' : ''}`
      })
      await connection.run(`CREATE TABLE IF NOT EXISTS ${quoted(table)} (${columns.join(', ')})`)
      for (const [name, { index }] of Object.entries(fields))
        if (index === true)
          await connection.run(
            `CREATE INDEX IF NOT EXISTS ${quoted(`${table}_${name}`)} ON ${quoted(table)} (${quoted(name)})`,
          )
    }
  })
}

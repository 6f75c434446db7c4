import type { Models } from '../model.js'
import type { MongoDatabase } from './database.js'

/** Creates the indexes of internal models. MongoDB creates a collection when the first document is inserted. */
export async function createIndexes({ db }: MongoDatabase, models: Models): Promise<void> {
  for (const { table, fields } of Object.values(models))
    for (const [name, { index }] of Object.entries(fields))
      if (index === true) await db.collection(table).createIndex({ [name]: 1 })
}

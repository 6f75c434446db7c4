import type { CreateIndexesOptions, Db } from 'mongodb'
import type { ModelSpec, Models } from '../model.js'
import { CollectionMap } from './collection-map.js'

interface IndexSpec {
  readonly path: string
  readonly options: CreateIndexesOptions
}

/** Makes the indexes of all models; one that stands already is left alone. Null is never stored, so unique indexes are sparse. */
export async function ensureIndexes(db: Db, models: Models): Promise<void> {
  for (const model of Object.values(models)) {
    const collection = db.collection(model.table)
    for (const { path, options } of indexesOf(model)) await collection.createIndex({ [path]: 1 }, options)
  }
}

function indexesOf(model: ModelSpec): IndexSpec[] {
  const map = new CollectionMap(model)
  const unique = Object.entries(model.fields).flatMap(([name, field]): IndexSpec[] =>
    field.unique === true && name !== model.key
      ? [{ path: map.path(name).path, options: { unique: true, sparse: true } }]
      : [],
  )
  const held = Object.entries(model.relations).flatMap(([name, relation]): IndexSpec[] =>
    relation.side === 'holder'
      ? [{ path: map.path(name).path, options: relation.unique ? { unique: true, sparse: true } : {} }]
      : [],
  )
  return [...unique, ...held]
}

import type { Document } from 'mongodb'
import { type Condition, EVERYTHING } from '../condition.js'
import { type RelatedKeys, toFilter } from './filter.js'
import type { OpenCollection } from './open-collection.js'

/** The driver's filter for a condition; what the condition says of related items is looked up first. */
export async function filterFor(collection: OpenCollection, where: Condition): Promise<Document> {
  if (where === EVERYTHING) return {}
  return toFilter(collection.map, where, (relation, of) => relatedKeys(collection, relation, of))
}

/** What a filter over a relation comes down to: which keys this collection's documents hold, or have. */
async function relatedKeys(
  collection: OpenCollection,
  name: string,
  of: Condition | null,
): ReturnType<RelatedKeys> {
  const relation = collection.relation(name)
  const other = collection.other(relation.model)
  const filter = of === null ? {} : await filterFor(other, of)
  if (relation.side === 'holder') {
    const keys = await collection.run(() => other.documents.distinct('_id', filter, other.options))
    return { path: collection.map.path(name).path, keys }
  }
  const { path } = other.map.path(relation.inverse)
  const keys = await collection.run(() =>
    other.documents.distinct(path, { $and: [filter, { [path]: { $ne: null } }] }, other.options),
  )
  return { path: '_id', keys }
}

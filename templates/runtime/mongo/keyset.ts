import type { Document } from 'mongodb'
import type { SortKey } from '../condition.js'
import type { Json } from '../json.js'
import type { CollectionMap } from './collection-map.js'

/** The driver's sort; items without a value come first, last when descending. */
export function toSort(map: CollectionMap, orderBy: readonly SortKey[]): [string, 1 | -1][] {
  return orderBy.map(({ field, direction }) => [map.path(field).path, direction === 'asc' ? 1 : -1])
}

/** The documents that come after the one with these values, in this order. */
export function afterFilter(
  map: CollectionMap,
  orderBy: readonly SortKey[],
  after: readonly Json[],
): Document {
  const alternatives = orderBy.map((_, index) => ({
    $and: orderBy.slice(0, index + 1).map(({ field, direction }, place) => {
      const { path, codec } = map.path(field)
      const value = after[place] ?? null
      if (place < index) return value === null ? { [path]: null } : { [path]: codec.toBson(value) }
      if (direction === 'asc')
        return value === null ? { [path]: { $ne: null } } : { [path]: { $gt: codec.toBson(value) } }
      return value === null
        ? { _id: { $in: [] } }
        : { $or: [{ [path]: { $lt: codec.toBson(value) } }, { [path]: null }] }
    }),
  }))
  return { $or: alternatives }
}

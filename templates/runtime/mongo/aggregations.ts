import type { Condition } from '../condition.js'
import type { Row } from '../model.js'
import type { Aggregation, AggregationResult } from '../store.js'
import { resultOf, stagesOf } from './aggregate.js'
import { jsonOf } from './codec.js'
import type { OpenCollection } from './open-collection.js'
import { filterFor } from './selection.js'

/** So many items have these values. */
export interface Group {
  readonly values: Row
  readonly count: number
}

/** {@link Store.aggregate} of a collection, in one pipeline. */
export async function aggregated(
  collection: OpenCollection,
  where: Condition,
  aggregations: readonly Aggregation[],
): Promise<AggregationResult[]> {
  if (aggregations.length === 0) return []
  const { documents, map, options } = collection
  const facets = Object.fromEntries(
    aggregations.map((aggregation, index) => [`a${index}`, stagesOf(map, aggregation)]),
  )
  const filter = await filterFor(collection, where)
  const [found = {}] = await collection.run(() =>
    documents.aggregate([{ $match: filter }, { $facet: facets }], options).toArray(),
  )
  return aggregations.map((aggregation, index) => {
    const of: unknown = found[`a${index}`]
    return resultOf(map, aggregation, Array.isArray(of) ? of : [])
  })
}

/** {@link Store.groupBy} of a collection. */
export async function grouped(
  collection: OpenCollection,
  where: Condition,
  fields: readonly string[],
): Promise<Group[]> {
  const { documents, map, options } = collection
  const paths = fields.map((name) => map.path(name))
  const filter = await filterFor(collection, where)
  const id = Object.fromEntries(
    paths.map(({ path }, index) => [`f${index}`, { $ifNull: [`$${path}`, null] }]),
  )
  const found = await collection.run(() =>
    documents
      .aggregate(
        [{ $match: filter }, { $group: { _id: id, count: { $sum: 1 } } }, { $sort: { _id: 1 } }],
        options,
      )
      .toArray(),
  )
  return found.map((group) => ({
    values: Object.fromEntries(
      paths.map(({ name, codec }, index) => [name, jsonOf(codec, group['_id'][`f${index}`])]),
    ),
    count: Number(group['count']),
  }))
}

import type { Document } from 'mongodb'
import type { Json } from '../json.js'
import type { Aggregation, AggregationResult } from '../store.js'
import { codecOf, jsonOf } from './codec.js'
import type { CollectionMap } from './collection.js'

const MS_PER_DAY = 86_400_000

/** Returns the stages for one aggregation over the selected documents. */
export function stagesOf(map: CollectionMap, aggregation: Aggregation): Document[] {
  const { path, spec } = map.path(aggregation.field)
  const value = `$${path}`
  const unwound: Document[] = [
    ...(spec.type === 'list' ? [{ $unwind: value }] : []),
    { $match: { [path]: { $ne: null } } },
  ]
  switch (aggregation.kind) {
    case 'min':
    case 'max':
    case 'avg':
    case 'sum':
      return [...unwound, { $group: { _id: null, value: { [`$${aggregation.kind}`]: value } } }]
    case 'value_count':
      return [...unwound, { $group: { _id: null, value: { $sum: 1 } } }]
    case 'cardinality':
      return [...unwound, { $group: { _id: value } }, { $group: { _id: null, value: { $sum: 1 } } }]
    case 'stats':
      return [
        ...unwound,
        {
          $group: {
            _id: null,
            count: { $sum: 1 },
            min: { $min: value },
            max: { $max: value },
            avg: { $avg: value },
            sum: { $sum: value },
          },
        },
      ]
    case 'terms':
      return [
        ...unwound,
        { $group: { _id: value, count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
        { $limit: aggregation.size },
      ]
    case 'histogram': {
      const { interval } = aggregation
      // The outer buckets also count numbers whose quotients would overflow.
      const limit = Math.min(interval * 1e307, Number.MAX_VALUE)
      const limited = { $min: [{ $max: [value, -limit] }, limit] }
      return [
        ...unwound,
        {
          $group: {
            _id: { $multiply: [{ $floor: { $divide: [limited, interval] } }, interval] },
            count: { $sum: 1 },
          },
        },
        { $sort: { _id: 1 } },
      ]
    }
    case 'date_histogram': {
      const start = hasDays(aggregation)
        ? firstDay(aggregation.interval, value, aggregation.timezone)
        : startOf(aggregation.interval, value)
      return [...unwound, { $group: { _id: start, count: { $sum: 1 } } }, { $sort: { _id: 1 } }]
    }
  }
}

/**
 * Returns the expression for the start of a calendar unit in UTC. Weeks start on Sunday on the server, but on Monday in
 * the API.
 */
function startOf(unit: string, date: string | Document): Document {
  if (unit !== 'week') return { $dateTrunc: { date, unit, timezone: 'UTC' } }
  const dayBefore = { $subtract: [date, MS_PER_DAY] }
  return { $add: [{ $dateTrunc: { date: dayBefore, unit, timezone: 'UTC' } }, MS_PER_DAY] }
}

const FIRST = new Date('0001-01-01T12:00:00Z')
const LAST = new Date('9999-12-31T10:00:00Z')

/**
 * Returns the expression for midnight in UTC of the first day of the calendar unit in a time zone. Moments whose days would be
 * before the year 1 or after 9999 count for the first or last day.
 */
export function firstDay(unit: string, moment: string | Document, timezone: string): Document {
  const possible = { $min: [{ $max: [moment, FIRST] }, LAST] }
  const date = { $add: [moment, { $subtract: [possible, moment] }] }
  const day = { $dateToString: { date, format: '%Y-%m-%dT00:00:00.000Z', timezone } }
  return startOf(unit, { $toDate: day })
}

/** Returns whether the keys of the buckets are dates in a time zone instead of moments. */
function hasDays(
  aggregation: Aggregation,
): aggregation is Extract<Aggregation, { kind: 'date_histogram' }> & { readonly timezone: string } {
  const { kind } = aggregation
  return kind === 'date_histogram' && aggregation.interval !== 'hour' && aggregation.timezone !== undefined
}

/** Returns the result of one aggregation from the output of its stages. */
export function resultOf(
  map: CollectionMap,
  aggregation: Aggregation,
  found: readonly Document[],
): AggregationResult {
  const { itemCodec } = map.path(aggregation.field)
  const [first = {}] = found
  switch (aggregation.kind) {
    case 'min':
    case 'max':
      return { value: jsonOf(itemCodec, first['value']) }
    case 'sum':
      return { value: jsonOf(itemCodec, first['value'] ?? 0) }
    case 'avg':
      return { value: numberOf(first['value']) }
    case 'value_count':
    case 'cardinality':
      return { value: Number(first['value'] ?? 0) }
    case 'stats':
      return {
        count: Number(first['count'] ?? 0),
        min: jsonOf(itemCodec, first['min']),
        max: jsonOf(itemCodec, first['max']),
        avg: numberOf(first['avg']),
        sum: jsonOf(itemCodec, first['sum'] ?? 0),
      }
    case 'histogram':
      return { buckets: found.map(({ _id, count }) => ({ key: numberOf(_id), doc_count: Number(count) })) }
    case 'terms':
    case 'date_histogram': {
      const codec = hasDays(aggregation) ? codecOf({ type: 'date' }) : itemCodec
      return {
        buckets: found.map(({ _id, count }) => ({ key: jsonOf(codec, _id), doc_count: Number(count) })),
      }
    }
  }
}

function numberOf(value: unknown): Json {
  return value === undefined || value === null ? null : Number(value)
}

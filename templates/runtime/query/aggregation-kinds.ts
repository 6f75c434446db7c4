import type { FieldType } from '../model.js'
import type { Aggregation } from '../store.js'

export type AggregationKind = Aggregation['kind']

const NUMBERS: ReadonlySet<FieldType> = new Set([
  'id_field',
  'integer',
  'small_integer',
  'big_integer',
  'float',
  'decimal',
  'interval',
])
const DATES: ReadonlySet<FieldType> = new Set(['date', 'datetime'])
const OPAQUE: ReadonlySet<FieldType> = new Set(['dict', 'pickle', 'binary'])

interface KindRule {
  /** The types of values that it can be computed over. */
  readonly fits: (type: FieldType) => boolean
  /** What to say of a field that is none of it. */
  readonly wants: string
  /** Its option beside `field`. */
  readonly option?: 'size' | 'interval'
}

const numeric: KindRule = { fits: (type) => NUMBERS.has(type), wants: 'a field of numbers' }
const ordered: KindRule = {
  fits: (type) => !OPAQUE.has(type) && type !== 'boolean',
  wants: 'a field whose values have an order',
}
const plain: KindRule = { fits: (type) => !OPAQUE.has(type), wants: 'a field of plain values' }

/** The kinds of aggregations (SPEC 7). */
export const AGGREGATION_KINDS: Readonly<Record<AggregationKind, KindRule>> = {
  min: ordered,
  max: ordered,
  avg: numeric,
  sum: numeric,
  stats: numeric,
  value_count: plain,
  cardinality: plain,
  terms: { ...plain, option: 'size' },
  histogram: { ...numeric, option: 'interval' },
  date_histogram: { fits: (type) => DATES.has(type), wants: 'a date or datetime field', option: 'interval' },
}

/** Tells the name of a kind. */
export function isAggregationKind(name: string): name is AggregationKind {
  return Object.hasOwn(AGGREGATION_KINDS, name)
}

import { type FieldType, VALUE_TRAITS, isNumeric } from './field-types.js'

interface OperatorTraits {
  /** What it takes: a value of the field's type, a list of such values, text to search for, or a boolean. */
  readonly operand: 'value' | 'values' | 'text' | 'presence'
  /** The fields to which it applies: all, or those whose values can be compared, have an order, or are text or lists. */
  readonly on: 'all' | 'comparable' | 'ordered' | 'text' | 'list'
  /** An operator on text that also applies to lists of any type. */
  readonly alsoOnLists?: true
  /** The comparison that it negates. It therefore also selects items without a value. */
  readonly negates?: 'eq' | 'in'
}

/** The operators. Each comment completes "selects items whose value". */
export const OPERATORS = {
  /** exists (`true`) or is missing (`false`) */
  exists: { operand: 'presence', on: 'all' },
  /** differs from the given value, or is missing */
  ne: { operand: 'value', on: 'comparable', negates: 'eq' },
  /** is one of the given values, separated by commas */
  in: { operand: 'values', on: 'comparable' },
  /** is none of the given values, or is missing */
  nin: { operand: 'values', on: 'comparable', negates: 'in' },
  /** is greater than the given value */
  gt: { operand: 'value', on: 'ordered' },
  /** is greater than or equal to the given value */
  gte: { operand: 'value', on: 'ordered' },
  /** is less than the given value */
  lt: { operand: 'value', on: 'ordered' },
  /** is less than or equal to the given value */
  lte: { operand: 'value', on: 'ordered' },
  /** contains the given text or, for a list, the given item */
  contains: { operand: 'text', on: 'text', alsoOnLists: true },
  /** contains the given text, ignoring case */
  icontains: { operand: 'text', on: 'text' },
  /** starts with the given text */
  startswith: { operand: 'text', on: 'text' },
  /** starts with the given text, ignoring case */
  istartswith: { operand: 'text', on: 'text' },
  /** ends with the given text */
  endswith: { operand: 'text', on: 'text' },
  /** contains all of the given items */
  all: { operand: 'values', on: 'list' },
  /** contains at least one of the given items */
  any: { operand: 'values', on: 'list' },
} as const satisfies Readonly<Record<string, OperatorTraits>>

export type NamedOperator = keyof typeof OPERATORS

/**
 * Comparisons between a field and a value. The value is a boolean for `exists`, a list for `in`, `nin`, `all` and
 * `any`, and otherwise a single value in JSON form.
 */
export type Operator = NamedOperator | 'eq'

const TRAITS: Readonly<Record<Operator, OperatorTraits>> = {
  eq: { operand: 'value', on: 'comparable' },
  ...OPERATORS,
}

export function isOperator(name: string): name is NamedOperator {
  return Object.hasOwn(OPERATORS, name)
}

export function traitsOf(op: Operator): OperatorTraits {
  return TRAITS[op]
}

/** Parameters that are not filters. */
export const RESERVED = [
  '_limit',
  '_start',
  '_page',
  '_after',
  '_sort',
  '_fields',
  '_count',
  '_search_fields',
  '_missing_',
  '_exists_',
  'q',
] as const
export type Reserved = (typeof RESERVED)[number]

export interface AggregationRule {
  readonly fits: (type: FieldType) => boolean
  /** Describes the supported fields, for error messages. */
  readonly requires: string
  /** The options that this kind accepts in addition to `field`. */
  readonly options?: readonly ('size' | 'interval' | 'time_zone')[]
}

const numeric: AggregationRule = { fits: isNumeric, requires: 'a numeric field' }
const ordered: AggregationRule = {
  fits: (type) => VALUE_TRAITS[type].isOrdered,
  requires: 'a field whose values have an order',
}
const plain: AggregationRule = {
  fits: (type) => VALUE_TRAITS[type].isComparable && VALUE_TRAITS[type].kind !== 'bytes',
  requires: 'a field with simple values',
}

/** The kinds of aggregations, each with its result. */
export const AGGREGATION_KINDS = {
  /** smallest value */
  min: ordered,
  /** greatest value */
  max: ordered,
  /** mean */
  avg: numeric,
  /** sum */
  sum: numeric,
  /** `count`, `min`, `max`, `avg` and `sum` */
  stats: numeric,
  /** number of items with a value */
  value_count: plain,
  /** number of distinct values */
  cardinality: plain,
  /** number of items per value, most frequent first; `.size` limits the number of values */
  terms: { ...plain, options: ['size'] },
  /** number of items per numeric range; `.interval` is the width of a range */
  histogram: { ...numeric, options: ['interval'] },
  /** number of items per period; `.interval` is `year`, `quarter`, `month`, `week`, `day` or `hour`, and `.time_zone` is a name such as `Europe/Berlin` */
  date_histogram: {
    fits: (type) => VALUE_TRAITS[type].kind === 'date',
    requires: 'a date or datetime field',
    options: ['interval', 'time_zone'],
  },
} as const satisfies Readonly<Record<string, AggregationRule>>

export type AggregationKind = keyof typeof AGGREGATION_KINDS

export function isAggregationKind(name: string): name is AggregationKind {
  return Object.hasOwn(AGGREGATION_KINDS, name)
}

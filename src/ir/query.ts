/**
 * The operators that can follow a field's name and `__` in a query, grouped by the values to which they apply.
 */
export const OPERATORS = {
  all: ['exists'],
  comparable: ['ne', 'in', 'nin'],
  ordered: ['gt', 'gte', 'lt', 'lte'],
  text: ['contains', 'icontains', 'startswith', 'istartswith', 'endswith'],
  list: ['all', 'any'],
} as const

/** The query parameters that are not filters. */
export const RESERVED_PARAMETERS: readonly string[] = [
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
]

/** The kinds of aggregations in a query. */
export const AGGREGATIONS = [
  'min',
  'max',
  'avg',
  'sum',
  'stats',
  'value_count',
  'cardinality',
  'terms',
  'histogram',
  'date_histogram',
] as const

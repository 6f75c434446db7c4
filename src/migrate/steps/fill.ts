import type { BuiltInDefault, Json } from '../../ir/index.js'
import type { Column } from '../shape/shape.js'

/** The smallest value of each type; null if rows cannot share a value. */
const EMPTY: Readonly<Record<Column['type'], Json>> = {
  id_field: null,
  string: '',
  text: '',
  integer: 0,
  small_integer: 0,
  big_integer: 0,
  float: 0,
  decimal: '0',
  boolean: false,
  date: '1970-01-01',
  datetime: '1970-01-01T00:00:00.000Z',
  time: '00:00:00',
  interval: 0,
  binary: '',
  choice: null,
  list: [],
  dict: {},
  pickle: {},
}

/** The value that fills a column: a JSON value, or one that the database generates. */
export type Fill =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'builtin'; readonly name: BuiltInDefault }

/**
 * Returns the value for existing rows of a required column: its default, or the smallest value of its type. Null for a key or a unique
 * column; such a migration fails if there are rows.
 */
export function fillOf(column: Column): Fill | null {
  const { fill, type, choices } = column
  if (fill?.kind === 'literal' && fill.value !== null) return { kind: 'literal', value: fill.value }
  if (fill?.kind === 'builtin') return { kind: 'builtin', name: fill.name }
  if (column.references !== null || column.unique || column.isKey) return null
  const least = type === 'choice' ? (choices?.[0] ?? null) : EMPTY[type]
  return least === null ? null : { kind: 'literal', value: least }
}

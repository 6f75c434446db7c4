/** How fields are stored. `object_id` is the generated key in a document store, `id_field` in a relational one. */
export const FIELD_TYPES = [
  'id_field',
  'object_id',
  'string',
  'text',
  'integer',
  'small_integer',
  'big_integer',
  'float',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'time',
  'interval',
  'binary',
  'choice',
  'list',
  'dict',
  'pickle',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** The types of which only the projects that use them contain the rule for values. */
export type RareType = 'big_integer' | 'decimal' | 'time' | 'binary'

/** Returns whether the database generates the values of a type, so that requests can neither set nor change them. */
export function isGenerated(type: FieldType): boolean {
  return type === 'id_field' || type === 'object_id'
}

/** The kind of a type's values, and how they can be queried. Every other list of types is derived from this table. */
export interface ValueTraits {
  /** `digits`: numbers that JSON numbers cannot represent exactly; `key`: a generated key that is not a number. */
  readonly kind:
    'text' | 'number' | 'digits' | 'boolean' | 'date' | 'time' | 'bytes' | 'list' | 'json' | 'key'
  /** Whether queries can compare the values with a given value. */
  readonly isComparable: boolean
  /** Whether the values have an order, for `__gt` and `min`. For a list: whether its items do. */
  readonly isOrdered: boolean
  /** Whether items can be sorted by the values. */
  readonly isSortable: boolean
}

const SIMPLE = { isComparable: true, isOrdered: true, isSortable: true } as const
const TEXT: ValueTraits = { kind: 'text', ...SIMPLE }
const NUMBER: ValueTraits = { kind: 'number', ...SIMPLE }
const DIGITS: ValueTraits = { kind: 'digits', ...SIMPLE }
const DATE: ValueTraits = { kind: 'date', ...SIMPLE }
const JSON_VALUE: ValueTraits = { kind: 'json', isComparable: false, isOrdered: false, isSortable: false }

export const VALUE_TRAITS: Readonly<Record<FieldType, ValueTraits>> = {
  id_field: NUMBER,
  object_id: { kind: 'key', ...SIMPLE },
  string: TEXT,
  text: TEXT,
  integer: NUMBER,
  small_integer: NUMBER,
  big_integer: DIGITS,
  float: NUMBER,
  decimal: DIGITS,
  boolean: { kind: 'boolean', isComparable: true, isOrdered: false, isSortable: true },
  date: DATE,
  datetime: DATE,
  time: { kind: 'time', ...SIMPLE },
  interval: NUMBER,
  binary: { kind: 'bytes', isComparable: true, isOrdered: false, isSortable: false },
  choice: TEXT,
  list: { kind: 'list', isComparable: true, isOrdered: true, isSortable: false },
  dict: JSON_VALUE,
  pickle: JSON_VALUE,
}

export function isNumeric(type: FieldType): boolean {
  const { kind } = VALUE_TRAITS[type]
  return kind === 'number' || kind === 'digits'
}

import type { Json, JsonSchema } from './json-schema.js'
import type { Location } from './location.js'

/**
 * The types of `_db_settings` without aliases. `relationship` is not a field type, because it becomes a
 * Relation.
 */
export const FIELD_TYPES = [
  'id_field',
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
  'foreign_key',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/**
 * The kinds of values that a type can hold, and how they can be queried. All other lists of types are derived from this
 * table.
 */
export interface ValueTraits {
  /** `digits` are numbers that JSON cannot represent exactly; `key` is a generated key that is not a number. */
  readonly kind:
    'text' | 'number' | 'digits' | 'boolean' | 'date' | 'time' | 'bytes' | 'list' | 'json' | 'key'
  /** Whether queries can compare values of the type with a given value. */
  readonly isComparable: boolean
  /** Whether values are ordered, as `__gt` and the `min` aggregation require. For a list, this refers to its items. */
  readonly isOrdered: boolean
  /** Whether items can be sorted by fields of the type. */
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
  foreign_key: { kind: 'key', ...SIMPLE },
}

/** Returns whether the values of a type are numbers. */
export function isNumeric(type: FieldType): boolean {
  const { kind } = VALUE_TRAITS[type]
  return kind === 'number' || kind === 'digits'
}

/** The types of list items. */
export type ItemType = Exclude<FieldType, 'id_field' | 'list' | 'foreign_key'>

/**
 * The names of the built-in values `{{datetime.datetime.utcnow}}`, `{{time.time}}`, `{{datetime.date.today}}` and
 * `{{uuid.uuid4}}`, in that order.
 */
export const BUILT_IN_DEFAULTS = ['now', 'timestamp', 'today', 'uuid'] as const
export type BuiltInDefault = (typeof BUILT_IN_DEFAULTS)[number]

/** The source of a default or onupdate value. Literals are in JSON form. */
export type Default =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'builtin'; readonly name: BuiltInDefault }
  | { readonly kind: 'callable'; readonly name: string }
  /** A field or to-one relation of the caller. */
  | { readonly kind: 'user'; readonly field: string }

/** The constraints that the database enforces. Missing limits are null. */
export interface Constraints {
  /** The column is NOT NULL, and the field is required on create unless it has a default. */
  readonly required: boolean
  readonly unique: boolean
  readonly index: boolean
  /** Set if the field is in the model's full-text index, which `q` uses. */
  readonly words?: true
  readonly minLength: number | null
  readonly maxLength: number | null
  /** The choices for a `choice`, or for the items in a `list`. */
  readonly choices: readonly Json[] | null
  /** The type of the items in a `list`. */
  readonly itemType: ItemType | null
  /** The limits of a `decimal`. */
  readonly precision: number | null
  readonly scale: number | null
}

/** A stored or virtual property of a model. */
export interface Field {
  readonly name: string
  readonly type: FieldType
  /** False for a virtual field, which is validated and passed to handlers but not stored. */
  readonly stored: boolean
  readonly description: string | null
  /** The JSON schema of the field's values in a body. */
  readonly json: JsonSchema
  /** The column name, or null for a virtual field. At most 63 bytes, and unique in its table when case is ignored. */
  readonly column: string | null
  readonly constraints: Constraints
  readonly default: Default | null
  readonly onUpdate: Default | null
  /** `_backfill`: the value that existing rows get if the field becomes required. Takes precedence over the default. */
  readonly backfill?: Default
  /** Names of `_processors`, in order. */
  readonly processors: readonly string[]
  readonly renamedFrom: string | null
  readonly loc: Location
}

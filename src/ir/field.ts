import type { Json, JsonSchema } from './json-schema.js'
import type { Location } from './location.js'

/** The types of `_db_settings` without aliases (SPEC 1.3). `relationship` is not a field type; it becomes a Relation. */
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

/** The types of list items. */
export type ItemType = Exclude<FieldType, 'id_field' | 'list' | 'foreign_key'>

/** The built-in values: `{{datetime.datetime.utcnow}}`, `{{datetime.date.today}}`, `{{uuid.uuid4}}`, `{{time.time}}`. */
export type BuiltInDefault = 'now' | 'today' | 'uuid' | 'timestamp'

/** The source of a default or onupdate value. A literal is in JSON form. */
export type Default =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'builtin'; readonly name: BuiltInDefault }
  | { readonly kind: 'callable'; readonly name: string }

/** The constraints that the database enforces. Missing limits are null. */
export interface Constraints {
  /** NOT NULL in the database, and required on create unless there is a default. */
  readonly required: boolean
  readonly unique: boolean
  readonly index: boolean
  /** Set if the field is in the model's full-text index, which `q` uses. */
  readonly words?: true
  readonly minLength: number | null
  readonly maxLength: number | null
  /** Of a `choice`, or of the items of a `list`. */
  readonly choices: readonly Json[] | null
  /** Of a `list`. */
  readonly itemType: ItemType | null
  /** Of a `decimal`. */
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
  /** Column in the table; null for a virtual field. At most 63 bytes, unique in its table ignoring case. */
  readonly column: string | null
  readonly constraints: Constraints
  readonly default: Default | null
  readonly onUpdate: Default | null
  /** Names of `_processors`, in order. */
  readonly processors: readonly string[]
  readonly renamedFrom: string | null
  readonly loc: Location
}

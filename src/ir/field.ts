import type { Json, JsonSchema } from './json-schema.js'
import type { Location } from './location.js'

/** The types of `_db_settings`, aliases resolved (SPEC 1.3). `relationship` is no field type: it becomes a Relation. */
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

/** The types of which the items of a list may be. */
export type ItemType = Exclude<FieldType, 'id_field' | 'list' | 'foreign_key'>

/** The values that the service makes by itself: `{{datetime.datetime.utcnow}}`, `{{datetime.date.today}}`, `{{uuid.uuid4}}`, `{{time.time}}`. */
export type BuiltInDefault = 'now' | 'today' | 'uuid' | 'timestamp'

/** Where a default or onupdate value comes from. A literal is in the field's JSON form. */
export type Default =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'builtin'; readonly name: BuiltInDefault }
  | { readonly kind: 'callable'; readonly name: string }

/** What the database keeps up. Absent limits are null. */
export interface Constraints {
  /** NOT NULL in the database, and must be given on create (unless there is a default). */
  readonly required: boolean
  readonly unique: boolean
  readonly index: boolean
  /** Set where the words of the field are in the model's full-text index, by which `q` finds items. */
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
  /** False for a virtual field: validated, handed to handlers, not stored. */
  readonly stored: boolean
  readonly description: string | null
  /** The field's part of the model's `schema`: what a value in a body must satisfy. */
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

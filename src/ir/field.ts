import {
  FIELD_TYPES as STORED_TYPES,
  type FieldType as StoredType,
  type RareType,
  VALUE_TRAITS as STORED_TRAITS,
  type ValueTraits,
} from '../../templates/runtime/spec/field-types.js'
import type { Json, JsonSchema, JsonType } from './json-schema.js'
import type { Location } from './location.js'

/** The types of `_db_settings` without aliases and `relationship`, which becomes a Relation. */
export const FIELD_TYPES: readonly FieldType[] = [...STORED_TYPES.filter(isDeclarable), 'foreign_key']
export type FieldType = DeclarableType | 'foreign_key'
export type { RareType, ValueTraits }

type DeclarableType = Exclude<StoredType, 'object_id'>

function isDeclarable(type: StoredType): type is DeclarableType {
  return type !== 'object_id'
}

/** How values of each type can be queried. A foreign key is queried as the key to which it refers. */
export const VALUE_TRAITS: Readonly<Record<FieldType, ValueTraits>> = {
  ...STORED_TRAITS,
  foreign_key: STORED_TRAITS.object_id,
}

/** The JSON types, other than null, that values of each field type can have in a body. Null means any type. */
export const FIELD_JSON_TYPES: Readonly<Record<FieldType, readonly JsonType[] | null>> = {
  id_field: ['string', 'integer'],
  string: ['string'],
  text: ['string'],
  integer: ['integer'],
  small_integer: ['integer'],
  big_integer: ['string', 'integer'],
  float: ['number'],
  decimal: ['string', 'number'],
  boolean: ['boolean'],
  date: ['string'],
  datetime: ['string'],
  time: ['string'],
  interval: ['integer'],
  binary: ['string'],
  choice: null,
  list: ['array'],
  dict: ['object'],
  pickle: null,
  foreign_key: ['string', 'integer'],
}

export function isNumeric(type: FieldType): boolean {
  const { kind } = VALUE_TRAITS[type]
  return kind === 'number' || kind === 'digits'
}

export type ItemType = Exclude<FieldType, 'id_field' | 'list' | 'foreign_key'>

/** `{{datetime.datetime.utcnow}}`, `{{time.time}}`, `{{datetime.date.today}}` and `{{uuid.uuid4}}`. */
export type BuiltInDefault = 'now' | 'timestamp' | 'today' | 'uuid'

/** The source of a default or onupdate value. Literals are in JSON form. */
export type Default =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'builtin'; readonly name: BuiltInDefault }
  /** For a key that clients need not give: the next integer. */
  | { readonly kind: 'counter' }
  | { readonly kind: 'callable'; readonly name: string }
  /** A field or to-one relation of the caller. */
  | { readonly kind: 'user'; readonly field: string }

/** The constraints that the database enforces. Missing limits are null. */
export interface Constraints {
  /** The column is NOT NULL, and the field is required on create unless it has a default. */
  readonly required: boolean
  readonly unique: boolean
  readonly index: boolean
  /** Set if the field is in the model's full-text index, which `q` uses. Until version 1.0, the index had accents. */
  readonly words?: 'folded' | true
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly choices: readonly Json[] | null
  readonly itemType: ItemType | null
  readonly precision: number | null
  readonly scale: number | null
}

export const UNCONSTRAINED: Constraints = {
  required: false,
  unique: false,
  index: false,
  minLength: null,
  maxLength: null,
  choices: null,
  itemType: null,
  precision: null,
  scale: null,
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

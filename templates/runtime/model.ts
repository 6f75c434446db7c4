import { randomUUID } from 'node:crypto'
import type { Json, JsonObject } from './json.js'
import type { Checked } from './values/text.js'

/** How a field is stored. `object_id` is the generated key of a document store, `id_field` that of a relational one. */
export type FieldType =
  | 'id_field'
  | 'object_id'
  | 'string'
  | 'text'
  | 'integer'
  | 'small_integer'
  | 'big_integer'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'interval'
  | 'binary'
  | 'choice'
  | 'list'
  | 'dict'
  | 'pickle'

/** Whether the database makes the values: they are neither given nor changed (SPEC 6). */
export function isGenerated(type: FieldType): boolean {
  return type === 'id_field' || type === 'object_id'
}

/** A value that the service makes when none is given. */
export type DefaultSpec = { readonly value: Json } | { readonly make: () => Json }

/** The value to use where none is given; undefined without a default. */
export function valueOfDefault(spec: DefaultSpec | undefined): Json | undefined {
  if (spec === undefined) return undefined
  return 'make' in spec ? spec.make() : spec.value
}

/** A field of a model, as the parts that are the same for all models need to know it. */
export interface FieldSpec {
  readonly type: FieldType
  /** Column or document key; null for a virtual field, which is handed to handlers and not stored. */
  readonly column: string | null
  /** Not null: must be given on create unless there is a default, and cannot be cleared. */
  readonly required?: true
  readonly unique?: true
  readonly index?: true
  /** Its words are in the model's full-text index. */
  readonly words?: true
  readonly maxLength?: number
  /** Of a `choice`, or of the items of a `list`. */
  readonly choices?: readonly Json[]
  /** Type of the items of a `list`. */
  readonly itemType?: FieldType
  readonly precision?: number
  readonly scale?: number
  /** A decimal that the schema wants as text. */
  readonly asString?: true
  /** A password: what is stored is its hash, and it never shows, for anyone. */
  readonly hash?: (plain: string) => Promise<string>
  /** What takes the place of the type's own check of a value in a body. */
  readonly check?: (value: Json) => Checked
  readonly default?: DefaultSpec
  readonly onUpdate?: DefaultSpec
}

/** What deleting one end of a relation does to the other. */
export type OnDelete = 'nullify' | 'cascade' | 'restrict'

/** A relation, seen from one of its two ends. */
export interface RelationSpec {
  /** Name of the model at the other end. */
  readonly model: string
  /** `holder`: this model's row holds the other's key (`Story.owner`). `one`: the others hold this one's (`User.stories`). */
  readonly side: 'holder' | 'one'
  /** True where the field is a list of keys. False for a holder, and for the `one` side of a one-to-one. */
  readonly many: boolean
  /** One-to-one: at most one holder for each item of the one side. */
  readonly unique: boolean
  /** The column with the key; in this model's table for a `holder`, in the other's for `one`. */
  readonly column: string
  /** Type of that key. */
  readonly keyType: FieldType
  /** The relation's field on the model at the other end. */
  readonly inverse: string
  /** The back-reference must not be null. */
  readonly required: boolean
  /** What deleting an item of this model does to the items at the other end. */
  readonly onDelete: OnDelete
}

/** All that is known of a model at run time; the emitted `models/*.ts` hold one each. */
export interface ModelSpec {
  /** `Story` */
  readonly name: string
  /** `story`: name of its repository among `models`. */
  readonly var: string
  /** Table or collection. */
  readonly table: string
  /** Name of the primary key's field. */
  readonly key: string
  readonly fields: Readonly<Record<string, FieldSpec>>
  readonly relations: Readonly<Record<string, RelationSpec>>
  /** An item from its stored values, which come in the order of `fields`, then of the keys that it holds. */
  readonly row?: (at: (index: number) => Json) => Row
  /** Names of the `foreign_key` fields of the schema and the back-references that stand for them. */
  readonly foreignKeys: Readonly<Record<string, string>>
  /** Names of the functions that a new value of a field goes through, by field. */
  readonly processors: Readonly<Record<string, readonly string[]>>
  /** What the body of a create or replace must satisfy: JSON schema, draft 4. */
  readonly schema: JsonObject
  readonly additionalProperties: boolean
  /** Relations shown as documents instead of keys, and to which depth. */
  readonly nested: { readonly names: readonly string[]; readonly depth: number }
  /** Path of the collection for `_self`, with `:name` for the keys of parents; null where no route shows an item. */
  readonly path: string | null
}

/** The models of the service by name. */
export type Models = Readonly<Record<string, ModelSpec>>

/** A primary key. */
export type Key = string | number

/**
 * An item as it is stored, each value in its JSON form: dates are text, decimals are numbers or text, binaries base64. A back-reference stands
 * under its name with the other item's key. A field without a value is null.
 */
export type Row = { readonly [field: string]: Json }

/** The moment, in UTC. */
export function now(): string {
  return new Date().toISOString()
}

/** The day in UTC: `2024-05-31`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** A random UUID, version 4. */
export function uuid(): string {
  return randomUUID()
}

/** Seconds since 1970. */
export function timestamp(): number {
  return Date.now() / 1000
}

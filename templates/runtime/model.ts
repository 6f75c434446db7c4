import type { Json } from './json.js'
import type { DialectName } from './spec/dialects.js'
import type { FieldType } from './spec/field-types.js'
import type { Checked, ValueRule, ValueSpec } from './values/scalars.js'

/** A default value, the function that returns it, or the name of a field of the caller. */
export type DefaultSpec =
  { readonly value: Json } | { readonly make: () => Json | Promise<Json> } | { readonly user: string }

/** Returns the default value, or undefined if there is none. `user` is the caller, if any. */
export function valueOfDefault(spec: DefaultSpec | undefined, user?: Row): Json | undefined | Promise<Json> {
  if (spec === undefined) return undefined
  if ('user' in spec) return user?.[spec.user] ?? undefined
  return 'make' in spec ? spec.make() : spec.value
}

/** Values of a row, some of which might not be known yet. */
export type PendingRow = Record<string, Json | Promise<Json>>

export async function settled(pending: PendingRow): Promise<Row> {
  const row: Record<string, Json> = {}
  for (const [name, value] of Object.entries(pending))
    row[name] = value instanceof Promise ? await value : value
  return row
}

export interface FieldSpec extends ValueSpec {
  /**
   * Returns the SQL of an integer key that a new row has already, after which the keys that the database generates continue.
   */
  readonly given?: (dialect: DialectName, table: string, column: string, value: string) => string
  /** Name in the database; null for a virtual field, which is passed to handlers but not stored. */
  readonly column: string | null
  /** Cannot be null. A create must set the field unless it has a default. */
  readonly required?: true
  readonly unique?: true
  readonly index?: true
  readonly words?: true
  /** For a password: returns the hash to store instead of the password. Responses never contain passwords. */
  readonly hash?: (plain: string) => Promise<string>
  /** Clients can write the field, and nobody can read it. */
  readonly writeOnly?: true
  /** Validates a value in a body, instead of the type's own rule. */
  readonly check?: (value: Json) => Checked
  /** Returns the form in which a value set by your code is stored. @throws TypeError for an invalid value */
  readonly normalize?: (value: Json) => Json
  readonly default?: DefaultSpec
  readonly onUpdate?: DefaultSpec
}

/** Effect of deleting one end of a relation on the other. */
export type OnDelete = 'nullify' | 'cascade' | 'restrict'

/** A relation, seen from one of its two ends. */
export interface RelationSpec {
  /** Name of the model at the other end. */
  readonly model: string
  /**
   * `holder`: rows of this model contain the key of the other item (`Story.owner`). `one`: rows of the other model
   * contain the key of this item (`User.stories`).
   */
  readonly side: 'holder' | 'one'
  /** Whether the field is a list of keys. False for a holder, and for the `one` side of a one-to-one relation. */
  readonly many: boolean
  /** One-to-one: each item of side `one` has at most one holder. */
  readonly unique: boolean
  /** The column with the key: in this model's table for `holder`, in the other model's table for `one`. */
  readonly column: string
  readonly keyType: FieldType
  /** The rule for keys of a rare type. */
  readonly keyRule?: ValueRule | undefined
  /** The relation's field on the model at the other end. */
  readonly inverse: string
  readonly required: boolean
  /** Documents omit the field, and a PUT without it leaves it unchanged; `writeOnly` is as for fields. */
  readonly listed?: false
  readonly writeOnly?: true
  /** Effect of deleting an item of this model on the items at the other end. */
  readonly onDelete: OnDelete
  /** For a holder: the key to store if none is given. */
  readonly default?: DefaultSpec
  readonly onUpdate?: DefaultSpec
}

/** Returns the constraints on the keys in a relation. */
export function keySpec({ keyType, keyRule }: RelationSpec): ValueSpec {
  return { type: keyType, rule: keyRule }
}

/** Who is allowed to write a field. The service's own writes are not restricted. */
export interface WriteRule {
  readonly readOnly?: true
  readonly writeOnce?: true
  /** If authentication is on, only the principals in `auth.ts` can write the field. */
  readonly writableBy?: true
}

/** A model at run time. Each file in `models/` has one. Files that use a model's functions add them to this type. */
export interface ModelSpec {
  /** Name of the model: `Story`. */
  readonly name: string
  /** Name of its repository in `event.models`: `story`. */
  readonly var: string
  readonly table: string
  /** Name of the primary key's field. */
  readonly key: string
  readonly fields: Readonly<Record<string, FieldSpec>>
  readonly relations: Readonly<Record<string, RelationSpec>>
  /** The back-references of the `foreign_key` fields in the schema, keyed by field name. */
  readonly foreignKeys: Readonly<Record<string, string>>
  readonly processors?: Readonly<Record<string, readonly string[]>>
  readonly writeRules?: Readonly<Record<string, WriteRule>>
  /** The schema contains `"_search": true`. */
  readonly search?: true
  /** The names that a POST or PUT body must contain, unless write rules say that clients cannot write them. */
  readonly required?: readonly string[]
  readonly additionalProperties: boolean
  /** A POST creates one item, not those in a list. */
  readonly createsOne?: true
  /** Guards the parts of dicts and lists that have their own write rules. Undefined if there are none. */
  readonly parts?: FieldParts
  /** Path of an item for `_self`: text, the name of the field with the value that follows it, and so on; null if no route shows an item. */
  readonly path: readonly string[] | null
  /** Documents show the path although nobody can read the field at its end. */
  readonly showsPath?: true
}

/** Guards the parts of dicts and lists that only some callers can write, or nobody can read. */
export interface FieldParts {
  /** Returns a field's value without the parts that nobody can read. */
  readonly shown: (name: string, value: Json) => Json
}

export type Models = Readonly<Record<string, ModelSpec>>

/** @throws TypeError for an unknown name */
export function modelNamed(models: Models, name: string): ModelSpec {
  const model = models[name]
  if (model === undefined) throw new TypeError(`Unknown model ${JSON.stringify(name)}`)
  return model
}

export type Key = string | number

/**
 * A stored item. Each value is in its JSON form: dates are text, decimals are numbers or text, and binaries are base64.
 * The value of a relation is the key of the other item. A field without a value is null.
 */
export type Row = { readonly [field: string]: Json }

export function now(): string {
  return new Date().toISOString()
}

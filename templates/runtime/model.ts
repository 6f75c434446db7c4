import type { ErrorObject } from 'ajv'
import type { SchemaKeywords } from './body/parser.js'
import type { DocumentContext, RelationTask, Segment, Steps, UrlContext } from './http/documents.js'
import type { Json, JsonObject } from './json.js'
import type { Session } from './store.js'
import type { Checked } from './values/scalars.js'

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

export interface FieldSpec {
  readonly type: FieldType
  /** Reserves integer keys after those in use, and returns the first one. `highest` is the highest one of new rows. */
  readonly counter?: (database: object, table: string, wanted: number, highest: number) => Promise<number>
  /** Name in the database; null for a virtual field, which is passed to handlers but not stored. */
  readonly column: string | null
  /** Cannot be null. A create must set the field unless it has a default. */
  readonly required?: true
  readonly unique?: true
  readonly index?: true
  readonly words?: true
  readonly maxLength?: number
  /** The valid values for a `choice`, or for the items in a `list`. */
  readonly choices?: readonly Json[]
  /** Type of the items in a `list`. */
  readonly itemType?: FieldType
  readonly precision?: number
  readonly scale?: number
  /** For a decimal: its JSON form is a string. */
  readonly asString?: true
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
  /** The relation's field on the model at the other end. */
  readonly inverse: string
  readonly required: boolean
  /** Documents omit the field, and a PUT without it leaves it unchanged. */
  readonly listed?: false
  /** Effect of deleting an item of this model on the items at the other end. */
  readonly onDelete: OnDelete
  /** For a holder: the key to store if none is given. */
  readonly default?: DefaultSpec
  readonly onUpdate?: DefaultSpec
}

/** Who is allowed to write a field. The service's own writes are not restricted. */
export interface WriteRule {
  readonly readOnly?: true
  readonly writeOnce?: true
  /** If authentication is on, only the principals in `auth.ts` can write the field. */
  readonly writableBy?: true
}

/**
 * Deletes rows by calling `remove`, and applies the `ondelete` rules of their relations.
 * @throws Conflict if a relation restricts deletion
 */
export type DeleteRows = <T>(
  session: Session,
  models: Models,
  model: ModelSpec,
  rows: readonly Row[],
  remove: () => Promise<T>,
) => Promise<T>

/** A model at run time. Each file in `models/` has one. */
export interface ModelSpec extends SchemaKeywords {
  /** Name of the model: `Story`. */
  readonly name: string
  /** Name of its repository in `event.models`: `story`. */
  readonly var: string
  readonly table: string
  /** Name of the primary key's field. */
  readonly key: string
  readonly fields: Readonly<Record<string, FieldSpec>>
  readonly relations: Readonly<Record<string, RelationSpec>>
  /** The fields and relations in unique groups (`_unique_together`), if there are any. */
  readonly uniqueTogether?: readonly string[]
  /** Deletes rows with the items that `ondelete` affects. Undefined if the database does this on its own. */
  readonly deleteRows?: DeleteRows
  /** The back-references of the `foreign_key` fields in the schema, keyed by field name. */
  readonly foreignKeys: Readonly<Record<string, string>>
  readonly processors?: Readonly<Record<string, readonly string[]>>
  readonly writeRules?: Readonly<Record<string, WriteRule>>
  /** Whether a search engine executes full-text searches. */
  readonly searched?: true
  /** The schema contains `"_search": true`. */
  readonly search?: true
  /** The names that a POST or PUT body must contain, unless write rules say that clients cannot write them. */
  readonly required?: readonly string[]
  /** What bodies must satisfy in addition: a JSON schema (2020-12). */
  readonly schema?: JsonObject
  readonly additionalProperties: boolean
  /** A POST creates one item, not those in a list. */
  readonly createsOne?: true
  readonly dicts?: DictMerging
  /** Guards the parts of dicts and lists that have their own write rules. Undefined if there are none. */
  readonly parts?: FieldParts
  /** Relations that responses show as documents instead of keys, and the depth to which they do. */
  readonly nested?: {
    readonly names: readonly string[]
    readonly depth: number
    readonly add: (context: DocumentContext, task: RelationTask, depth: number) => Promise<void>
  }
  /** Path of an item for `_self`, with `:name` as placeholders for field values; null if no route shows an item. */
  readonly path: string | null
  /** Reads the values in the path that are in other items. Undefined if there are none. */
  readonly followPath?: (
    context: UrlContext,
    model: ModelSpec,
    rows: readonly Row[],
    segments: readonly Segment[],
  ) => Promise<(steps: Steps, index: number) => Json>
}

/** Guards the parts of dicts and lists that only some callers can write, or nobody can read. */
export interface FieldParts {
  /** Returns a field's value without the parts that nobody can read. */
  readonly shown: (name: string, value: Json) => Json
}

/** Merges dicts in bodies into those of items. */
export interface DictMerging {
  /** Returns the item's dicts after the patches have been merged into them. */
  readonly merged: (patches: Readonly<Record<string, JsonObject>>, item: Row) => Record<string, Json>
  /** Returns the schema errors in merged patches that remain, whatever item the patches are merged into. */
  readonly certainErrors: (errors: readonly ErrorObject[], patches: JsonObject) => readonly ErrorObject[]
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

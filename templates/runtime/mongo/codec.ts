import { Binary, type CreateIndexesOptions, Decimal128, type Document, Long, ObjectId } from 'mongodb'
import { type Json, isObject } from '../json.js'
import type { FieldSpec } from '../model.js'
import type { FieldType } from '../spec/field-types.js'
import { jsonDecimal, plainText, storedParts } from '../values/scalars.js'
import {
  FAMILIES,
  type Family,
  ANY_SIZE,
  type DecimalSize,
  convertedItem,
  convertedValue,
} from '../values/conversions.js'

/** Converts a type's values between JSON and BSON. Values are never null: a field without a value is absent. */
export interface Codec {
  toBson(value: Json): unknown
  toJson(value: unknown): Json
}

const JSON_CODEC: Codec = { toBson: withStoredNames, toJson: plain }

const CODECS: Readonly<Record<FieldType, Codec>> = {
  object_id: {
    toBson: (value) => new ObjectId(String(value)),
    toJson: (value) => String(value),
  },
  id_field: JSON_CODEC,
  string: JSON_CODEC,
  text: JSON_CODEC,
  choice: JSON_CODEC,
  boolean: JSON_CODEC,
  integer: JSON_CODEC,
  small_integer: JSON_CODEC,
  float: { toBson: (value) => value, toJson: (value) => Number(value) },
  date: {
    toBson: (value) => new Date(`${String(value)}T00:00:00.000Z`),
    toJson: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)),
  },
  time: JSON_CODEC,
  interval: { toBson: (value) => Long.fromValue(Number(value)), toJson: (value) => Number(value) },
  big_integer: {
    toBson: (value) => Long.fromString(String(value)),
    toJson: (value) => safeInteger(String(value)),
  },
  decimal: decimal({}),
  datetime: {
    toBson: (value) => new Date(String(value)),
    toJson: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  },
  binary: {
    toBson: (value) => new Binary(Buffer.from(String(value), 'base64')),
    toJson: (value) =>
      value instanceof Binary ? Buffer.from(value.buffer).toString('base64') : String(value),
  },
  list: JSON_CODEC,
  dict: JSON_CODEC,
  pickle: JSON_CODEC,
}

/** Returns a stored value in JSON form, or null if it is absent. */
export function jsonOf(codec: Codec, value: unknown): Json {
  return value === undefined || value === null ? null : codec.toJson(value)
}

/** Returns the codec for a field. List items use the codec for their type. */
export function codecOf(spec: Pick<FieldSpec, 'type' | 'itemType' | 'asString' | 'scale'>): Codec {
  const { type, itemType, asString } = spec
  if (type === 'decimal' && asString === true) return decimal(spec)
  const codec = CODECS[type]
  if (type !== 'list' || itemType === undefined) return codec
  const items = codecOf({ type: itemType, ...(asString === undefined ? {} : { asString }) })
  return items === JSON_CODEC ? codec : listOf(items, codec)
}

function decimal(spec: Parameters<typeof jsonDecimal>[1]): Codec {
  return {
    toBson: (value) => Decimal128.fromString(plainText(storedParts(String(value)))),
    toJson: (value) => jsonDecimal(String(value), spec),
  }
}

function listOf(items: Codec, other: Codec): Codec {
  return {
    toBson: (value) =>
      Array.isArray(value)
        ? value.map((item) => (item === null ? null : items.toBson(item)))
        : other.toBson(value),
    toJson: (value) =>
      Array.isArray(value)
        ? value.map((item) => (item === null ? null : items.toJson(item)))
        : other.toJson(value),
  }
}

/** Returns an integer as a number if a double can represent it exactly, otherwise as a string of digits. */
function safeInteger(digits: string): Json {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : digits
}

/** Converts stored JSON to plain JSON, where 64-bit integers are numbers. */
function plain(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Long.isLong(value)) return value.toNumber()
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, entry]) => [givenName(name), plain(entry)]),
  )
}

/** Prefix for encoded names. It is a Unicode noncharacter, so no other name starts with it. */
const ENCODED = '\uFDD0'

/** Names that the database or its driver would treat as operators, paths or types. */
const SPECIAL = /^[$\uFDD0]|\.|^_bsontype$/

/** Encodes special names in JSON, at any depth. */
function withStoredNames(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (!isObject(value)) return value.map(withStoredNames)
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [storedName(name), withStoredNames(entry)]),
  )
}

function storedName(name: string): string {
  return SPECIAL.test(name) ? ENCODED + name.replaceAll('%', '%25').replaceAll('.', '%2E') : name
}

function givenName(stored: string): string {
  if (!stored.startsWith(ENCODED)) return stored
  return stored.slice(ENCODED.length).replaceAll('%2E', '.').replaceAll('%25', '%')
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number' || Long.isLong(value)
const isDate = (value: unknown): boolean => value instanceof Date

/** Whether a value is stored in this family's form. If not, the value has already been converted. */
const IS_STORED: Readonly<Record<Family, (value: unknown) => boolean>> = {
  object_id: (value) => value instanceof ObjectId,
  text: isText,
  integer: isNumber,
  float: isNumber,
  decimal: (value) => value instanceof Decimal128,
  boolean: (value) => typeof value === 'boolean',
  date: isDate,
  datetime: isDate,
  time: isText,
  binary: (value) => value instanceof Binary,
  list: Array.isArray,
  dict: (value) => typeof value === 'object' && !Array.isArray(value),
  json: () => true,
}

/** Whether a stored item has a type that does not exist in JSON. */
const isConverted = (item: unknown): boolean =>
  item instanceof Date || item instanceof Decimal128 || item instanceof Binary || Long.isLong(item)

/**
 * Converts a stored value to a different type, or returns undefined if that is not possible. A value that has already
 * been converted is returned unchanged.
 */
export function converted(
  value: unknown,
  from: FieldType,
  to: FieldType,
  size: DecimalSize = ANY_SIZE,
): unknown {
  if (!IS_STORED[FAMILIES[from]](value)) return value
  const json = convertedValue(jsonOf(codecOf({ type: from, asString: true }), value), from, to, size)
  return json === null ? undefined : codecOf({ type: to }).toBson(json)
}

/** The types of list items before and after a conversion; `pickle` is any JSON. */
export interface ItemTypes {
  readonly from: FieldType
  readonly to: FieldType
}

/**
 * Converts the items in a stored list and drops items that cannot be converted. Returns undefined for values that are
 * not lists.
 */
export function withItems(value: unknown, { from, to }: ItemTypes): unknown {
  if (!Array.isArray(value)) return undefined
  const codec = codecOf(to === 'pickle' ? { type: from } : { type: from, asString: true })
  return value.flatMap((item: unknown) => {
    if (from === 'pickle' ? isConverted(item) : !IS_STORED[FAMILIES[from]](item)) return [item]
    const json = convertedItem(jsonOf(codec, item), from, to)
    return json === null ? [] : [codecOf({ type: to }).toBson(json)]
  })
}

/** Thrown if another request has changed a document since it was read. */
export class Stale extends Error {
  override readonly name = 'Stale'
}

/**
 * Emulates a transaction on a server without transactions. It remembers each document that is read in order to be
 * changed, and writes the document only if no other request has changed it since. Concurrent changes are therefore not
 * lost. It also remembers how to revert each write if a later step fails.
 */
export class EmulatedTransaction {
  readonly #documents = new Map<string, Document>()
  readonly #undo: (() => Promise<unknown>)[] = []
  #ended = false

  /** Ends the transaction. */
  end(): void {
    this.#ended = true
  }

  /** @throws Error after {@link end} */
  checkOpen(): void {
    if (this.#ended)
      throw new Error('The transaction has ended. Is an "await" missing from the code that uses it?')
  }

  /** Records how to revert a write. */
  wrote(undo: () => Promise<unknown>): void {
    this.#undo.push(undo)
  }

  /** Reverts all writes, starting with the last one. */
  async revert(): Promise<void> {
    for (const undo of this.#undo.reverse()) await undo()
  }

  remember(collection: string, document: Document): void {
    this.#documents.set(keyOf(collection, document['_id']), document)
  }

  /** Returns a remembered document as last read or written by the request, or undefined for other documents. */
  document(collection: string, id: unknown): Document | undefined {
    return this.#documents.get(keyOf(collection, id))
  }

  /** Forgets a document or, without an ID, those of a collection. */
  forget(collection: string, id?: unknown): void {
    for (const key of id === undefined ? this.#documents.keys() : [keyOf(collection, id)])
      if (key.startsWith(`${collection}\0`)) this.#documents.delete(key)
  }
}

function keyOf(collection: string, id: unknown): string {
  return `${collection}\0${String(id)}`
}

/** The arguments for the driver's `createIndex`. */
export interface Index {
  readonly key: Readonly<Record<string, 1>>
  readonly options: CreateIndexesOptions
}

/**
 * Returns the index on a field. Unique indexes are sparse, because null is never stored. Other indexes include the key,
 * so that reading a page does not require a sort.
 */
export function indexOf({ path, unique }: { readonly path: string; readonly unique: boolean }): Index {
  return unique
    ? { key: { [path]: 1 }, options: { unique: true, sparse: true } }
    : { key: { [path]: 1, _id: 1 }, options: {} }
}

/**
 * Returns the index on several fields. A unique index contains only documents with a value in each field, because null
 * is never stored.
 */
export function groupIndex({
  paths,
  unique,
}: {
  readonly paths: readonly string[]
  readonly unique: boolean
}): Index {
  const partialFilterExpression = Object.fromEntries(paths.map((path) => [path, { $exists: true }]))
  return {
    key: Object.fromEntries(paths.map((path) => [path, 1] as const)),
    options: unique ? { unique, partialFilterExpression } : {},
  }
}

import { Binary, Decimal128, Long, ObjectId } from 'mongodb'
import { isObject, type Json } from '../json.js'
import type { FieldSpec, FieldType } from '../model.js'
import { answeredDecimal } from '../values/decimal-text.js'

/** How values of one type are kept in BSON. Neither function is given null: a field without a value is absent. */
export interface Codec {
  toBson(value: Json): unknown
  toJson(value: unknown): Json
}

const AS_IT_IS: Codec = { toBson: withStoredNames, toJson: plain }

const CODECS: Readonly<Record<FieldType, Codec>> = {
  object_id: {
    toBson: (value) => new ObjectId(String(value)),
    toJson: (value) => String(value),
  },
  id_field: AS_IT_IS,
  string: AS_IT_IS,
  text: AS_IT_IS,
  choice: AS_IT_IS,
  boolean: AS_IT_IS,
  integer: AS_IT_IS,
  small_integer: AS_IT_IS,
  float: { toBson: (value) => value, toJson: (value) => Number(value) },
  date: {
    toBson: (value) => new Date(`${String(value)}T00:00:00.000Z`),
    toJson: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)),
  },
  time: AS_IT_IS,
  interval: { toBson: (value) => Long.fromValue(Number(value)), toJson: (value) => Number(value) },
  big_integer: {
    toBson: (value) => Long.fromString(String(value)),
    toJson: (value) => safeInteger(String(value)),
  },
  decimal: decimal(false),
  datetime: {
    toBson: (value) => new Date(String(value)),
    toJson: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  },
  binary: {
    toBson: (value) => new Binary(Buffer.from(String(value), 'base64')),
    toJson: (value) =>
      value instanceof Binary ? Buffer.from(value.buffer).toString('base64') : String(value),
  },
  list: AS_IT_IS,
  dict: AS_IT_IS,
  pickle: AS_IT_IS,
}

const DECIMAL_AS_TEXT = decimal(true)

/** A stored value in JSON form; an absent one is null. */
export function jsonOf(codec: Codec, value: unknown): Json {
  return value === undefined || value === null ? null : codec.toJson(value)
}

/** How the values of a field are kept. Items of a list are kept by their own type. */
export function codecOf({
  type,
  itemType,
  asString,
}: Pick<FieldSpec, 'type' | 'itemType' | 'asString'>): Codec {
  if (type === 'decimal' && asString === true) return DECIMAL_AS_TEXT
  const codec = CODECS[type]
  if (type !== 'list' || itemType === undefined) return codec
  const items = codecOf({ type: itemType, ...(asString === undefined ? {} : { asString }) })
  return items === AS_IT_IS ? codec : listOf(items, codec)
}

function decimal(asText: boolean): Codec {
  return {
    toBson: (value) => Decimal128.fromString(String(value)),
    toJson: (value) => answeredDecimal(String(value), asText),
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

/** A number where a double holds it, else its digits. */
function safeInteger(digits: string): Json {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : digits
}

/** What the driver gives for JSON that was stored as it is: 64-bit integers become numbers. */
function plain(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Long.isLong(value)) return value.toNumber()
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, entry]) => [givenName(name), plain(entry)]),
  )
}

/** Marks a stored name as encoded. No other name begins with this character, which Unicode assigns to nothing. */
const ENCODED = '\uFDD0'

/** To the database and its driver these names are operators, paths and types. */
const SPECIAL = /^[$\uFDD0]|\.|^_bsontype$/

/** JSON with the names in it as they are stored, at any depth. */
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

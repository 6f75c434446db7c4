import { Binary, Decimal128, Long, ObjectId } from 'mongodb'
import type { Json } from '../json.js'
import type { FieldSpec, FieldType } from '../model.js'
import { answeredDecimal } from '../values/decimal-text.js'

/** How values of one type are kept in BSON. Neither function is given null: a field without a value is absent. */
interface Codec {
  toBson(value: Json): unknown
  toJson(value: unknown, spec: Pick<FieldSpec, 'asString'>): Json
}

const AS_IT_IS: Codec = { toBson: (value) => value, toJson: plain }

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
  decimal: {
    toBson: (value) => Decimal128.fromString(String(value)),
    toJson: (value, { asString }) => answeredDecimal(String(value), asString === true),
  },
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

/** A value in JSON form as it is stored. Items of a list are stored by their own type. */
export function toBson(spec: Pick<FieldSpec, 'type' | 'itemType'>, value: Json): unknown {
  if (spec.type === 'list' && Array.isArray(value) && spec.itemType !== undefined) {
    const { itemType } = spec
    return value.map((item) => (item === null ? null : CODECS[itemType].toBson(item)))
  }
  return CODECS[spec.type].toBson(value)
}

/** A stored value in JSON form; an absent one is null. */
export function toJson(spec: Pick<FieldSpec, 'type' | 'itemType' | 'asString'>, value: unknown): Json {
  if (value === undefined || value === null) return null
  if (spec.type === 'list' && Array.isArray(value) && spec.itemType !== undefined) {
    const { itemType } = spec
    return value.map((item) => (item === null ? null : CODECS[itemType].toJson(item, spec)))
  }
  return CODECS[spec.type].toJson(value, spec)
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
  return Object.fromEntries(Object.entries(Object(value)).map(([name, entry]) => [name, plain(entry)]))
}

import { Binary, Decimal128, Long, ObjectId } from 'mongodb'
import type { Json } from '../json.js'
import type { FieldSpec, FieldType } from '../model.js'

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
    toJson: (value, { asString }) => decimal(String(value), asString === true),
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

function decimal(text: string, asString: boolean): Json {
  const canonical = canonicalDecimal(text)
  if (asString || canonical.replaceAll(/[-.]/g, '').replace(/^0+/, '').length > 15) return canonical
  return Number(canonical)
}

/** Decimal128 prints `1E+3` and `1.50`; the canonical form has neither exponent nor trailing zeros. */
function canonicalDecimal(text: string): string {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/.exec(text) ?? []
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  const rest = padded.slice(at).replace(/0+$/, '')
  const value = rest === '' ? integer : `${integer}.${rest}`
  return value === '0' ? '0' : sign + value
}

/** What the driver gives for JSON that was stored as it is: 64-bit integers become numbers. */
function plain(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Long.isLong(value)) return value.toNumber()
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(Object(value)).map(([name, entry]) => [name, plain(entry)]))
}

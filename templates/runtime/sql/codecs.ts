import type { Json } from '../json.js'
import type { FieldSpec } from '../model.js'
import { type FieldType, VALUE_TRAITS } from '../spec/field-types.js'
import { jsonDecimal, plainText, storedParts } from '../values/scalars.js'

export type Stored = string | number | bigint | boolean | Uint8Array | null

/** A row returned by a driver: values in the order of the selected columns. */
export type StoredRow = readonly Stored[]

/** A value accepted by the drivers. The PostgreSQL driver also accepts lists. */
export type Bound = Stored | readonly Stored[]

/** Converts between the JSON form and the stored form of a column's values. Values are never null. */
export interface Codec {
  encode(value: Json): Stored
  decode(stored: Stored): Json
}

/** What a codec needs to know about a column, or about the items in a list. */
export type ColumnType = Pick<FieldSpec, 'asString' | 'choices' | 'given' | 'itemType' | 'scale'> & {
  readonly type: FieldType
}

export const text: Codec = {
  encode: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  decode: (stored) => (typeof stored === 'string' ? stored : String(stored)),
}

export const number: Codec = {
  encode: (value) => (typeof value === 'number' ? value : Number(value)),
  decode: (stored) => (typeof stored === 'number' ? stored : Number(stored)),
}

/** Returns a 64-bit integer as a number, or as a string if a double cannot represent it. */
export function integer(stored: Stored): number | string {
  const value = Number(stored)
  return Number.isSafeInteger(value) ? value : String(stored)
}

export const bigInteger: Codec = { encode: (value) => BigInt(String(value)), decode: integer }

/**
 * A decimal: a number if a double preserves all digits, otherwise a string. If the schema requires a string, always a
 * string, with the digits of its scale.
 */
export function decimal(type: Pick<FieldSpec, 'asString' | 'scale'> = {}): Codec {
  return {
    encode: (value) => plainText(storedParts(String(value))),
    decode: (stored) => jsonDecimal(String(stored), type),
  }
}

/** A date and time in UTC with milliseconds. */
export const datetime: Codec = {
  encode: (value) => {
    const moment = String(value)
    const isCanonical = moment.length === 24 && moment.endsWith('Z')
    return isCanonical ? moment : new Date(moment.toUpperCase()).toISOString()
  },
  decode: text.decode,
}

/** `HH:MM:SS`. */
export const time: Codec = {
  encode: (value) => {
    const [hours = '', minutes = '', seconds = '00'] = String(value).split(':')
    return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
  },
  decode: text.decode,
}

/** A choice, which can have any JSON type and is stored as text. */
export function choice(choices: readonly Json[]): Codec {
  const byText = new Map(choices.map((value) => [text.encode(value), value]))
  return { encode: text.encode, decode: (stored) => byText.get(stored) ?? String(stored) }
}

export const json: Codec = {
  encode: (value) => JSON.stringify(value),
  decode: (stored) => parseJson(String(stored)),
}

function parseJson(source: string): Json {
  return JSON.parse(source)
}

/** A list. Items that JSON numbers cannot represent exactly are stored as text. */
export function list(item: Codec, itemType: FieldType = 'string'): Codec {
  const { kind } = VALUE_TRAITS[itemType]
  if (kind !== 'digits' && kind !== 'date' && kind !== 'time') return json
  return {
    encode: (value) =>
      JSON.stringify(
        Array.isArray(value)
          ? value.map((each) => (each === null ? null : String(item.encode(each))))
          : value,
      ),
    decode: (stored) => {
      const value = parseJson(String(stored))
      return Array.isArray(value) ? value.map((each) => (each === null ? null : item.decode(each))) : value
    },
  }
}

export type CodecOf = (type: ColumnType) => Codec

export const COMMON_CODECS = {
  id_field: () => number,
  object_id: () => text,
  string: () => text,
  text: () => text,
  integer: () => number,
  small_integer: () => number,
  float: () => number,
  decimal,
  date: () => text,
  interval: () => number,
  choice: ({ choices = [] }) => choice(choices),
  dict: () => json,
  pickle: () => json,
} satisfies Partial<Record<FieldType, CodecOf>>

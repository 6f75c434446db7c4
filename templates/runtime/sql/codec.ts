import type { Json } from '../json.js'
import type { FieldSpec, FieldType } from '../model.js'
import { answeredDecimal, plainText, storedParts } from '../values/decimal-text.js'

/** A value as the drivers give it. */
export type Stored = string | number | bigint | boolean | Uint8Array | null

/** A row as the drivers give it: the values in the order of the columns asked for. */
export type StoredRow = readonly Stored[]

/** A value as the drivers take it; PostgreSQL takes lists. */
export type Bound = Stored | readonly Stored[]

/** How the values of a column are stored, and answered. Neither is called for null. */
export interface Codec {
  encode(value: Json): Stored
  decode(stored: Stored): Json
}

/** What a codec needs to know of a column, or of the items of a list. */
export type ColumnType = Pick<FieldSpec, 'asString' | 'choices' | 'itemType'> & { readonly type: FieldType }

/** The codecs that are the same on both engines, and what the others are made of. */
export const text: Codec = {
  encode: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  decode: (stored) => (typeof stored === 'string' ? stored : String(stored)),
}

export const number: Codec = {
  encode: (value) => (typeof value === 'number' ? value : Number(value)),
  decode: (stored) => (typeof stored === 'number' ? stored : Number(stored)),
}

/** An integer of 64 bits: text where a double does not hold it (SPEC 1.3). */
export const bigInteger: Codec = {
  encode: (value) => BigInt(String(value)),
  decode: (stored) => {
    const value = Number(stored)
    return Number.isSafeInteger(value) ? value : String(stored)
  },
}

/** A decimal: a number where a double gives all its digits back, else text; always text where the schema wants that. */
export function decimal(asString: boolean): Codec {
  return {
    encode: (value) => plainText(storedParts(String(value))),
    decode: (stored) => answeredDecimal(String(stored), asString),
  }
}

/** A moment in UTC with three decimals. */
export const datetime: Codec = {
  encode: (value) => asMoment(String(value)),
  decode: text.decode,
}

function asMoment(value: string): string {
  return value.length === 24 && value.endsWith('Z') ? value : new Date(value.toUpperCase()).toISOString()
}

/** `HH:MM:SS`. */
export const time: Codec = {
  encode: (value) => {
    const [hours = '', minutes = '', seconds = '00'] = String(value).split(':')
    return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
  },
  decode: text.decode,
}

/** One of the choices, which may be of any JSON type, as text. */
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

/** A list; items that JSON numbers do not hold without loss are kept as text. */
export function list(item: Codec, itemType: FieldType | undefined): Codec {
  if (itemType !== 'decimal' && itemType !== 'big_integer' && itemType !== 'datetime' && itemType !== 'time')
    return json
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

import { answeredDecimal, plainText, storedParts } from '../values/decimal-text.js'
/** The codecs that are the same on both engines, and what the others are made of. */
export const text = {
  encode: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  decode: String,
}
export const number = {
  encode: (value) => (typeof value === 'number' ? value : Number(value)),
  decode: (stored) => (typeof stored === 'number' ? stored : Number(stored)),
}
/** An integer of 64 bits: text where a double does not hold it (SPEC 1.3). */
export const bigInteger = {
  encode: (value) => BigInt(String(value)),
  decode: (stored) => {
    const value = Number(stored)
    return Number.isSafeInteger(value) ? value : String(stored)
  },
}
/** A decimal: a number where a double gives all its digits back, else text; always text where the schema wants that. */
export function decimal(asString) {
  return {
    encode: (value) => plainText(storedParts(String(value))),
    decode: (stored) => answeredDecimal(String(stored), asString),
  }
}
/** A moment in UTC with three decimals. */
export const datetime = {
  encode: (value) => asMoment(String(value)),
  decode: String,
}
function asMoment(value) {
  return value.length === 24 && value.endsWith('Z') ? value : new Date(value.toUpperCase()).toISOString()
}
/** `HH:MM:SS`. */
export const time = {
  encode: (value) => {
    const [hours = '', minutes = '', seconds = '00'] = String(value).split(':')
    return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
  },
  decode: String,
}
/** One of the choices, which may be of any JSON type, as text. */
export function choice(choices) {
  const byText = new Map(choices.map((value) => [text.encode(value), value]))
  return { encode: text.encode, decode: (stored) => byText.get(stored) ?? String(stored) }
}
export const json = {
  encode: (value) => JSON.stringify(value),
  decode: (stored) => parseJson(String(stored)),
}
function parseJson(source) {
  return JSON.parse(source)
}
/** A list; items that JSON numbers do not hold without loss are kept as text. */
export function list(item, itemType) {
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

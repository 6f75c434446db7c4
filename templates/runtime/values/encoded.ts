import type { Json } from '../json.js'
import { bad, type Checked, good, type ValueRule } from './rule.js'

/** The generated key of a document store: 24 hexadecimal digits. */
export const objectId: ValueRule = {
  check: (_spec, value) => toObjectId(value),
  parse: (_spec, text) => toObjectId(text),
}

function toObjectId(value: Json): Checked {
  return typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)
    ? good(value.toLowerCase())
    : bad('must be an id of 24 hexadecimal digits')
}

/** Strict base64 (RFC 4648, section 4): another way to encode the same bytes would not compare equal. In a query string `+` reads as a blank. */
export const binary: ValueRule = {
  check: (_spec, value) => toBinary(value),
  parse: (_spec, text) => toBinary(text.replaceAll(' ', '+')),
}

function toBinary(value: Json): Checked {
  return typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value
    ? good(value)
    : bad('must be base64, with padding')
}

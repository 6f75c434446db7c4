import type { Json } from '../json.js'
import { type Checked, type ValueRule, bad, good } from './scalars.js'

/**
 * Strict base64 (RFC 4648, section 4), because other encodings of the same bytes would not be equal. In a query string,
 * a `+` might arrive as a space.
 */
export const binaryRule: ValueRule = {
  check: (_spec, value) => toBinary(value),
  parse: (_spec, text) => toBinary(text.replaceAll(' ', '+')),
}

function toBinary(value: Json): Checked {
  return typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value
    ? good(value)
    : bad('must be base64 with padding')
}

import { bad, type Checked, good, type ValueRule } from './rule.js'

const INTEGER = /^[+-]?\d{1,20}$/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Whole numbers within a range that a double holds. */
function integerWithin(min: number, max: number): ValueRule {
  const message = `must be an integer from ${min} to ${max}`
  const check = (value: number): Checked =>
    Number.isInteger(value) && value >= min && value <= max ? good(value + 0) : bad(message)
  return {
    check: (_spec, value) => (typeof value === 'number' ? check(value) : bad(message)),
    parse: (_spec, text) => (INTEGER.test(text) ? check(Number(text)) : bad(message)),
  }
}

/** 32 bits. */
export const integer = integerWithin(-(2 ** 31), 2 ** 31 - 1)

/** 16 bits. */
export const smallInteger = integerWithin(-(2 ** 15), 2 ** 15 - 1)

/** Seconds. */
export const interval = integerWithin(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** A generated key. A query may compare with any integer: `id__gt=0`. */
export const idField: ValueRule = {
  check: integerWithin(1, Number.MAX_SAFE_INTEGER).check,
  parse: interval.parse,
}

/** 64 bits: a number where a double holds it, else text (SPEC 1.3). */
export const bigInteger: ValueRule = {
  check: (_spec, value) => {
    if (typeof value === 'string') return fromDigits(value)
    if (typeof value !== 'number' || !Number.isInteger(value)) return bad('must be an integer of 64 bits')
    return Number.isSafeInteger(value)
      ? good(value + 0)
      : bad('is past 2^53, where JSON numbers lose digits: send it as a string')
  },
  parse: (_spec, text) => fromDigits(text),
}

function fromDigits(text: string): Checked {
  if (!INTEGER.test(text)) return bad('must be an integer of 64 bits')
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
  if (BigInt.asIntN(64, value) !== value) return bad('must be an integer of 64 bits')
  const number = Number(value)
  return good(Number.isSafeInteger(number) ? number : String(value))
}

/** A double. */
export const float: ValueRule = {
  check: (_spec, value) =>
    typeof value === 'number' && Number.isFinite(value) ? good(value + 0) : bad('must be a number'),
  parse: (_spec, text) => {
    const value = Number(text)
    return NUMBER.test(text) && Number.isFinite(value) ? good(value + 0) : bad('must be a number')
  },
}

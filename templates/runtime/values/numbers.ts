import type { Json } from '../json.js'
import { type Checked, type ValueRule, type ValueSpec, bad, good } from './text.js'

const INTEGER = /^[+-]?\d{1,20}$/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Returns the rule of integers in a range that a double can hold. */
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

/** A duration in seconds. */
export const interval = integerWithin(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** A generated key. Queries can compare with any integer: `id__gt=0`. */
export const idField: ValueRule = {
  check: integerWithin(1, Number.MAX_SAFE_INTEGER).check,
  parse: interval.parse,
}

/** 64 bits: a number if a double can hold it, else text. */
export const bigInteger: ValueRule = {
  check: (_spec, value) => {
    if (typeof value === 'string') return fromDigits(value)
    if (typeof value !== 'number' || !Number.isInteger(value)) return bad('must be a 64-bit integer')
    return Number.isSafeInteger(value)
      ? good(value + 0)
      : bad('is beyond 2^53, where JSON numbers lose digits; send it as a string')
  },
  parse: (_spec, text) => fromDigits(text),
}

function fromDigits(text: string): Checked {
  if (!INTEGER.test(text)) return bad('must be a 64-bit integer')
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
  if (BigInt.asIntN(64, value) !== value) return bad('must be a 64-bit integer')
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

/** Takes linear time, since no digit can match two parts of the expression. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/** Maximum number of digits of a decimal. */
export const MAX_DIGITS = 34

/** Decimal digits that a double preserves. */
export const DIGITS_OF_A_DOUBLE = 15

/** The parts of a decimal number: `digits` without leading and trailing zeros, value = 0.digits × 10^exponent. */
export interface DecimalParts {
  readonly negative: boolean
  readonly digits: string
  readonly exponent: number
}

/** Parses a decimal number, which may have an exponent; returns undefined for other text. */
export function decimalParts(text: string): DecimalParts | undefined {
  const match = DECIMAL.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  const all = whole + fraction
  if (all === '') return undefined
  const significant = all.replace(/^0+/, '')
  const exponent = whole.length + Number(power) - (all.length - significant.length)
  return { negative: sign === '-', digits: withoutTrailingZeros(significant), exponent }
}

/** A loop, since a regular expression takes quadratic time. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Returns the canonical text of a decimal number: no exponent, no `+`, no redundant zeros, never `-0`. */
export function plainText({ negative, digits, exponent }: DecimalParts): string {
  if (digits === '') return '0'
  const whole = exponent > 0 ? digits.slice(0, exponent).padEnd(exponent, '0') : '0'
  const fraction = exponent < 0 ? '0'.repeat(-exponent) + digits : digits.slice(exponent)
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Returns the canonical text of a number; undefined for other text or for more than {@link MAX_DIGITS} digits before or after the decimal point. */
export function canonicalDecimal(text: string): string | undefined {
  const parts = decimalParts(text)
  if (parts === undefined) return undefined
  const { digits, exponent } = parts
  if (digits !== '' && (exponent > MAX_DIGITS || digits.length - exponent > MAX_DIGITS)) return undefined
  return plainText(parts)
}

/** Returns the JSON form of a stored decimal: a number if a double preserves all its digits, else text. */
export function jsonDecimal(text: string, asString: boolean): Json {
  const parts = storedParts(text)
  const plain = plainText(parts)
  return asString || parts.digits.length > DIGITS_OF_A_DOUBLE ? plain : Number(plain)
}

/** {@link decimalParts} of a stored decimal. @throws TypeError if the text is not a decimal number */
export function storedParts(text: string): DecimalParts {
  const parts = decimalParts(text)
  if (parts === undefined) throw new TypeError(`${text} is not a decimal number`)
  return parts
}

/** Counts the digits of a canonical decimal before and after the decimal point; a single zero before it does not count. */
export function digitsOf(canonical: string): { readonly whole: number; readonly fraction: number } {
  const [whole = '', fraction = ''] = canonical.replace('-', '').split('.')
  return { whole: whole === '0' ? 0 : whole.length, fraction: fraction.length }
}

/** Counts the digits of a decimal without leading and trailing zeros. */
export function significantDigits(text: string): number {
  return decimalParts(text)?.digits.length ?? 0
}

/** A decimal that keeps all digits: a number if a double preserves it and the schema asks for numbers, else text. */
export const decimal: ValueRule = {
  check: (spec, value) => {
    if (typeof value === 'string') return fitting(spec, value)
    if (typeof value !== 'number' || !Number.isFinite(value)) return bad('must be a decimal number')
    const canonical = canonicalDecimal(String(value))
    return canonical !== undefined && significantDigits(canonical) > DIGITS_OF_A_DOUBLE
      ? bad(TOO_LONG_FOR_A_NUMBER)
      : fitting(spec, String(value))
  },
  parse: fitting,
}

/** The error for a JSON number that has already lost digits. */
export const TOO_LONG_FOR_A_NUMBER = 'has more digits than a JSON number can hold; send it as a string'

function fitting({ precision, scale, asString }: ValueSpec, text: string): Checked {
  const canonical = canonicalDecimal(text)
  if (canonical === undefined) return bad(`must be a decimal number of at most ${MAX_DIGITS} digits`)
  const { whole, fraction } = digitsOf(canonical)
  if (whole + fraction > MAX_DIGITS) return bad(`must have at most ${MAX_DIGITS} digits`)
  if (scale !== undefined && fraction > scale)
    return bad(`must have at most ${scale} digits after the decimal point`)
  if (precision !== undefined && (scale === undefined ? whole + fraction : whole + scale) > precision)
    return bad(
      scale === undefined
        ? `must have at most ${precision} digits`
        : `must have at most ${precision - scale} digits before the decimal point`,
    )
  return good(jsonDecimal(canonical, asString === true))
}

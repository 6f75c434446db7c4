import type { Json } from '../json.js'
import { type Checked, type ValueRule, type ValueSpec, bad, good } from './text.js'

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

/** Linear: no digit can be matched by two of its parts. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/** More digits than any engine keeps (SPEC 1.3). */
export const MAX_DIGITS = 34

/** What a double gives back as it was given, in decimal digits. */
export const DIGITS_OF_A_DOUBLE = 15

/** A decimal number taken apart: `digits` without zeros at either end, value = 0.digits × 10^exponent. */
export interface DecimalParts {
  readonly negative: boolean
  readonly digits: string
  readonly exponent: number
}

/** Takes apart what JSON takes for a number; undefined for what is none. */
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

/** A regular expression would try every zero as the first one of the last zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** The one plain way to write a decimal number: no exponent, no `+`, no superfluous zeros, never `-0`. */
export function plainText({ negative, digits, exponent }: DecimalParts): string {
  if (digits === '') return '0'
  const whole = exponent > 0 ? digits.slice(0, exponent).padEnd(exponent, '0') : '0'
  const fraction = exponent < 0 ? '0'.repeat(-exponent) + digits : digits.slice(exponent)
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** The plain way to write a number that was given; undefined for what is none or has more than {@link MAX_DIGITS} digits before or after the point. */
export function canonicalDecimal(text: string): string | undefined {
  const parts = decimalParts(text)
  if (parts === undefined) return undefined
  const { digits, exponent } = parts
  if (digits !== '' && (exponent > MAX_DIGITS || digits.length - exponent > MAX_DIGITS)) return undefined
  return plainText(parts)
}

/** A stored decimal, however the engine writes it, as it is answered: a number where a double gives all its digits back, else text. */
export function answeredDecimal(text: string, asString: boolean): Json {
  const parts = storedParts(text)
  const plain = plainText(parts)
  return asString || parts.digits.length > DIGITS_OF_A_DOUBLE ? plain : Number(plain)
}

/** {@link decimalParts} of what is a decimal for certain. @throws TypeError where it is none */
export function storedParts(text: string): DecimalParts {
  const parts = decimalParts(text)
  if (parts === undefined) throw new TypeError(`${text} is no decimal number`)
  return parts
}

/** How many digits a canonical decimal has before and after the point; a zero before it is none. */
export function digitsOf(canonical: string): { readonly whole: number; readonly fraction: number } {
  const [whole = '', fraction = ''] = canonical.replace('-', '').split('.')
  return { whole: whole === '0' ? 0 : whole.length, fraction: fraction.length }
}

/** How many digits of a decimal matter: zeros at either end do not. */
export function significantDigits(text: string): number {
  return decimalParts(text)?.digits.length ?? 0
}

/** A decimal that loses no digit: a number where a double holds it and the schema wants one, else text. */
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

/** What is said of a JSON number that has lost digits already. */
export const TOO_LONG_FOR_A_NUMBER = 'has more digits than a JSON number keeps: send it as a string'

function fitting({ precision, scale, asString }: ValueSpec, text: string): Checked {
  const canonical = canonicalDecimal(text)
  if (canonical === undefined) return bad(`must be a decimal number of at most ${MAX_DIGITS} digits`)
  const { whole, fraction } = digitsOf(canonical)
  if (whole + fraction > MAX_DIGITS) return bad(`must not have more than ${MAX_DIGITS} digits`)
  if (scale !== undefined && fraction > scale) return bad(`must not have more than ${scale} decimals`)
  if (precision !== undefined && (scale === undefined ? whole + fraction : whole + scale) > precision)
    return bad(
      scale === undefined
        ? `must not have more than ${precision} digits`
        : `must not have more than ${precision - scale} digits before the point`,
    )
  return good(answeredDecimal(canonical, asString === true))
}

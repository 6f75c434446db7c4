import { counted } from '../spec/wording.js'
import {
  type Checked,
  DOUBLE_DIGITS,
  INTEGER,
  TOO_LONG_FOR_A_NUMBER,
  type ValueRule,
  type ValueSpec,
  bad,
  decimalParts,
  good,
  jsonDecimal,
  plainText,
  storedParts,
} from './scalars.js'

/** A 64-bit integer: a number if a double can represent it, otherwise a string. */
export const bigIntegerRule: ValueRule = {
  check: (_spec, value) => {
    if (typeof value === 'string') return fromDigits(value)
    if (typeof value !== 'number' || !Number.isInteger(value)) return bad('must be a 64-bit integer')
    return Number.isSafeInteger(value)
      ? good(value + 0)
      : bad('is beyond 2^53, where JSON numbers lose precision; send it as a string')
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

const MAX_DIGITS = 34

/**
 * Returns the canonical text of a number, or undefined for other text and for numbers with more than {@link MAX_DIGITS}
 * digits before or after the decimal point.
 */
function canonicalDecimal(text: string): string | undefined {
  const parts = decimalParts(text)
  if (parts === undefined) return undefined
  const { digits, exponent } = parts
  if (digits !== '' && (exponent > MAX_DIGITS || digits.length - exponent > MAX_DIGITS)) return undefined
  return plainText(parts)
}

/**
 * Counts the digits of a canonical decimal before and after the decimal point. A single zero before the decimal point
 * does not count.
 */
export function digitsOf(canonical: string): { readonly whole: number; readonly fraction: number } {
  const [whole = '', fraction = ''] = canonical.replace('-', '').split('.')
  return { whole: whole === '0' ? 0 : whole.length, fraction: fraction.length }
}

/** An exact decimal: a number if a double preserves all digits and `asString` is not set, otherwise a string. */
export const decimalRule: ValueRule = {
  check: (spec, value) => {
    if (typeof value === 'string') return fittingDecimal(spec, value)
    if (typeof value !== 'number' || !Number.isFinite(value)) return bad('must be a decimal number')
    const canonical = canonicalDecimal(String(value))
    return canonical !== undefined && storedParts(canonical).digits.length > DOUBLE_DIGITS
      ? bad(TOO_LONG_FOR_A_NUMBER)
      : fittingDecimal(spec, String(value))
  },
  parse: fittingDecimal,
}

function fittingDecimal(spec: ValueSpec, text: string): Checked {
  const { precision, scale } = spec
  const canonical = canonicalDecimal(text)
  if (canonical === undefined) return bad(`must be a decimal number of at most ${MAX_DIGITS} digits`)
  const { whole, fraction } = digitsOf(canonical)
  if (whole + fraction > MAX_DIGITS) return bad(`must have at most ${MAX_DIGITS} digits`)
  if (scale !== undefined && fraction > scale)
    return bad(`must have at most ${counted(scale, 'digit')} after the decimal point`)
  if (precision !== undefined && (scale === undefined ? whole + fraction : whole + scale) > precision)
    return bad(
      scale === undefined
        ? `must have at most ${counted(precision, 'digit')}`
        : `must have at most ${counted(precision - scale, 'digit')} before the decimal point`,
    )
  return good(jsonDecimal(canonical, spec))
}

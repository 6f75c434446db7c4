import type { Json } from '../json.js'

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

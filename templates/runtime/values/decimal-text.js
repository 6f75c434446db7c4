const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i
/** More digits than any engine keeps (SPEC 1.3). */
export const MAX_DIGITS = 34
/** What a double gives back as it was given, in decimal digits. */
export const DIGITS_OF_A_DOUBLE = 15
/** Takes apart what JSON takes for a number; undefined for what is none. */
export function decimalParts(text) {
  const match = DECIMAL.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  const all = whole + fraction
  if (all === '') return undefined
  const significant = all.replace(/^0+/, '')
  const exponent = whole.length + Number(power) - (all.length - significant.length)
  return { negative: sign === '-', digits: significant.replace(/0+$/, ''), exponent }
}
/** The one plain way to write a decimal number: no exponent, no `+`, no superfluous zeros, never `-0`. */
export function plainText({ negative, digits, exponent }) {
  if (digits === '') return '0'
  const whole = exponent > 0 ? digits.slice(0, exponent).padEnd(exponent, '0') : '0'
  const fraction = exponent < 0 ? '0'.repeat(-exponent) + digits : digits.slice(exponent)
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
/** The plain way to write a number that was given; undefined for what is none or has more than {@link MAX_DIGITS} digits before or after the point. */
export function canonicalDecimal(text) {
  const parts = decimalParts(text)
  if (parts === undefined) return undefined
  const { digits, exponent } = parts
  if (digits !== '' && (exponent > MAX_DIGITS || digits.length - exponent > MAX_DIGITS)) return undefined
  return plainText(parts)
}
/** A stored decimal, however the engine writes it, as it is answered: a number where a double gives all its digits back, else text. */
export function answeredDecimal(text, asString) {
  const parts = storedParts(text)
  const plain = plainText(parts)
  return asString || parts.digits.length > DIGITS_OF_A_DOUBLE ? plain : Number(plain)
}
/** {@link decimalParts} of what is a decimal for certain. @throws TypeError where it is none */
export function storedParts(text) {
  const parts = decimalParts(text)
  if (parts === undefined) throw new TypeError(`${text} is no decimal number`)
  return parts
}
/** How many digits a canonical decimal has before and after the point; a zero before it is none. */
export function digitsOf(canonical) {
  const [whole = '', fraction = ''] = canonical.replace('-', '').split('.')
  return { whole: whole === '0' ? 0 : whole.length, fraction: fraction.length }
}
/** How many digits of a decimal matter: zeros at either end do not. */
export function significantDigits(text) {
  return decimalParts(text)?.digits.length ?? 0
}

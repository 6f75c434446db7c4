const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i

/** More digits than any engine keeps (SPEC 1.3). */
export const MAX_DIGITS = 34

/**
 * The one plain way to write a decimal number: no exponent, no `+`, no superfluous zeros, never `-0`. Takes what JSON takes for a number, and
 * answers undefined for what is none or has more than {@link MAX_DIGITS} digits before or after the point.
 */
export function canonicalDecimal(text: string): string | undefined {
  const match = DECIMAL.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  if (whole + fraction === '') return undefined
  const significant = (whole + fraction).replace(/^0+/, '')
  const leadingZeros = whole.length + fraction.length - significant.length
  const point = whole.length - leadingZeros + Number(power)
  const digits = significant.replace(/0+$/, '')
  if (digits === '') return '0'
  if (point > MAX_DIGITS || digits.length - point > MAX_DIGITS) return undefined
  const before = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  const after = point < 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  return `${sign === '-' ? '-' : ''}${before}${after === '' ? '' : `.${after}`}`
}

/** How many digits a canonical decimal has before and after the point; a zero before it is none. */
export function digitsOf(canonical: string): { readonly whole: number; readonly fraction: number } {
  const [whole = '', fraction = ''] = canonical.replace('-', '').split('.')
  return { whole: whole === '0' ? 0 : whole.length, fraction: fraction.length }
}

/** How many digits of a canonical decimal matter: zeros at either end do not. */
export function significantDigits(canonical: string): number {
  return canonical
    .replace(/^-?[0.]*/, '')
    .replace('.', '')
    .replace(/0+$/, '').length
}

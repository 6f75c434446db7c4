const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i

/** A decimal number taken apart: `digits` without zeros at either end, value = 0.digits × 10^exponent. */
interface Parts {
  readonly negative: boolean
  readonly digits: string
  readonly exponent: number
}

function parse(text: string): Parts {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? []
  const all = whole + fraction
  const digits = all.replace(/^0+/, '')
  const exponent = whole.length + Number(power) - (all.length - digits.length)
  return { negative: sign === '-', digits: digits.replace(/0+$/, ''), exponent }
}

/** The one plain way to write a decimal: no exponent, no `+`, no superfluous zeros, never `-0`. Takes any JSON number as text. */
export function canonicalDecimal(text: string): string {
  const { negative, digits, exponent } = parse(text)
  if (digits === '') return '0'
  const whole = exponent > 0 ? digits.slice(0, exponent).padEnd(exponent, '0') : '0'
  const fraction = exponent < 0 ? '0'.repeat(-exponent) + digits : digits.slice(exponent)
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const MIDDLE = 50_000

/**
 * A text for a decimal, such that texts compare as the numbers do: sign, exponent, digits; for negative numbers the nines' complement of
 * these, ended by what is greater than any digit.
 */
export function decimalSortKey(text: string): string {
  const { negative, digits, exponent } = parse(text)
  if (digits === '') return '1'
  const magnitude = String(MIDDLE + exponent) + digits
  if (!negative) return `2${magnitude}`
  return `0${magnitude.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))}~`
}

/** How many significant digits a canonical decimal has. */
export function significantDigits(canonical: string): number {
  return parse(canonical).digits.length
}

/** Adds canonical decimals without losing a digit. */
export class DecimalSum {
  #total = 0n
  #scale = 0

  add(canonical: string): void {
    const [whole = '0', fraction = ''] = canonical.split('.')
    if (fraction.length > this.#scale) {
      this.#total *= 10n ** BigInt(fraction.length - this.#scale)
      this.#scale = fraction.length
    }
    this.#total += BigInt(whole + fraction.padEnd(this.#scale, '0'))
  }

  /** The sum, canonical. */
  result(): string {
    return canonicalDecimal(`${this.#total}e-${this.#scale}`)
  }
}

import { plainText, storedParts } from '../values/decimal-text.js'
const MIDDLE = 50_000
/**
 * A text for a decimal, such that texts compare as the numbers do: sign, exponent, digits; for negative numbers the nines' complement of
 * these, ended by what is greater than any digit.
 */
export function decimalSortKey(text) {
  const { negative, digits, exponent } = storedParts(text)
  if (digits === '') return '1'
  const magnitude = String(MIDDLE + exponent) + digits
  if (!negative) return `2${magnitude}`
  return `0${magnitude.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))}~`
}
/** Adds canonical decimals without losing a digit. */
export class DecimalSum {
  #total = 0n
  #scale = 0
  add(canonical) {
    const [whole = '0', fraction = ''] = canonical.split('.')
    if (fraction.length > this.#scale) {
      this.#total *= 10n ** BigInt(fraction.length - this.#scale)
      this.#scale = fraction.length
    }
    this.#total += BigInt(whole + fraction.padEnd(this.#scale, '0'))
  }
  /** The sum, canonical. */
  result() {
    return plainText(storedParts(`${this.#total}e-${this.#scale}`))
  }
}

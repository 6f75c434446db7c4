import {
  answeredDecimal,
  canonicalDecimal,
  digitsOf,
  DIGITS_OF_A_DOUBLE,
  MAX_DIGITS,
  significantDigits,
} from './decimal-text.js'
import { bad, type Checked, good, type ValueRule, type ValueSpec } from './rule.js'

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

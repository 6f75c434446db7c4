import { decimalParts, digitsOf, plainText, storedParts } from './decimal-text.js'
import { datetime, time } from './moments.js'
/** As PostgreSQL's migrations have it, too. */
const NUMBER = /^-?\d{1,34}(\.\d{1,34})?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const RANGES = {
  small_integer: [-(2n ** 15n), 2n ** 15n - 1n],
  integer: [-(2n ** 31n), 2n ** 31n - 1n],
  big_integer: [-(2n ** 63n), 2n ** 63n - 1n],
  interval: [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)],
}
/** A text as a value of a numeric type, in plain digits; null where it is none or beyond the type's range. What stands behind the last digit that there is room for is cut off. */
export function numberFromText(type, text, room) {
  if (!NUMBER.test(text)) return null
  const digits = plainText(storedParts(text))
  if (type === 'float') return digits
  if (type === 'decimal') return withRoom(digits, room)
  const whole = BigInt(digits.replace(/\..*/, ''))
  const [least, greatest] = RANGES[type] ?? [0n, 0n]
  return whole >= least && whole <= greatest ? String(whole) : null
}
/** A text as a day, a moment or a time of the day; null where it is none. A day is its midnight in UTC, and a moment's day is that in UTC. */
export function momentFromText(type, text) {
  const rule = type === 'time' ? time : datetime
  const checked = rule.check({ type }, type !== 'time' && DAY.test(text) ? `${text}T00:00:00Z` : text)
  if (!checked.ok) return null
  return type === 'date' ? String(checked.value).slice(0, 10) : String(checked.value)
}
/** A double in plain digits, so many as give it back. */
export function digitsOfDouble(value) {
  const parts = decimalParts(String(value))
  return parts === undefined ? String(value) : plainText(parts)
}
function withRoom(digits, { precision, scale }) {
  if (precision === null && scale === null) return digits
  const places = scale ?? 0
  if (precision !== null && digitsOf(digits).whole > precision - places) return null
  const [whole = '0', fraction = ''] = digits.split('.')
  return plainText(storedParts(`${whole}.${fraction.slice(0, places)}`))
}

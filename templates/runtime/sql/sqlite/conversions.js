import { digitsOfDouble, momentFromText, numberFromText } from '../../values/from-text.js'
const NO_ROOM = { precision: null, scale: null }
/** Gives a connection the functions by which migrations convert values. All answer null for null, and for what cannot be converted. */
export function registerConversions(database) {
  const define = (name, convert) =>
    database.function(name, { deterministic: true, varargs: true }, (value, ...rest) =>
      value === null ? null : convert(String(value), ...rest),
    )
  for (const type of ['date', 'datetime', 'time']) define(`svc_${type}`, (text) => momentFromText(type, text))
  for (const type of ['integer', 'small_integer', 'big_integer', 'interval'])
    define(`svc_${type}`, (text) => mapped(numberFromText(type, text, NO_ROOM), BigInt))
  define('svc_float', (text) => mapped(numberFromText('float', text, NO_ROOM), Number))
  define('svc_decimal', (text, precision, scale) =>
    numberFromText('decimal', text, { precision: limitOf(precision), scale: limitOf(scale) }),
  )
  define('svc_digits', (text) => digitsOfDouble(Number(text)))
}
function mapped(digits, map) {
  return digits === null ? null : map(digits)
}
function limitOf(value) {
  return typeof value === 'number' ? value : null
}

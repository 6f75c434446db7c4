import { bad, good } from './rule.js'
const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/
const DATETIME =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})?$/i
/** `YYYY-MM-DD`, a day of the calendar. */
export const date = textual((text) =>
  isDay(text) ? good(text) : bad('must be a date that exists, as 2024-05-31'),
)
/** RFC 3339; answered in UTC with three decimals (SPEC 1.3). A query may give a day alone, which is its midnight in UTC. */
export const datetime = {
  ...textual(toMoment),
  parse: (_spec, text) =>
    toMoment(isDay(text) ? `${text}T00:00:00Z` : text.replace(/ (\d{2}:\d{2})$/, '+$1')),
}
/** `HH:MM[:SS]`; answered with seconds. */
export const time = textual((text) => {
  const [, hours = '', minutes = '', seconds = '00'] = TIME.exec(text) ?? []
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
    ? good(`${hours.padStart(2, '0')}:${minutes}:${seconds}`)
    : bad('must be a time of the day, as 08:31 or 08:31:00')
})
function textual(read) {
  return {
    check: (_spec, value) => read(typeof value === 'string' ? value : ''),
    parse: (_spec, text) => read(text),
  }
}
function isDay(text) {
  if (!DATE.test(text) || text.startsWith('0000')) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}
function toMoment(text) {
  const [, day = '', clock = '', fraction = '', offset] = DATETIME.exec(text) ?? []
  if (!isDay(day)) return bad('must be a date and time of RFC 3339, as 2024-05-31T08:31:00Z')
  if (offset === undefined) return bad('needs an offset from UTC: end it with Z, or as in +02:00')
  const moment = new Date(`${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}${offset.toUpperCase()}`)
  const year = Number.isNaN(moment.getTime()) ? 0 : moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? good(moment.toISOString()) : bad('must be a date and time that exist')
}

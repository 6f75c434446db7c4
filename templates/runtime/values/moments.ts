import { bad, type Checked, good, type ValueRule } from './rule.js'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/
const DATETIME =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})?$/i

/** `YYYY-MM-DD`, a day of the calendar. */
export const date: ValueRule = textual((text) =>
  isDay(text) ? good(text) : bad('must be a date that exists, as 2024-05-31'),
)

/** RFC 3339; answered in UTC with three decimals (SPEC 1.3). A query may give a day alone, which is its midnight in UTC. */
export const datetime: ValueRule = {
  ...textual(toMoment),
  parse: (_spec, text) =>
    toMoment(isDay(text) ? `${text}T00:00:00Z` : text.replace(/ (\d{2}:\d{2})$/, '+$1')),
}

/** `HH:MM[:SS]`; answered with seconds. */
export const time: ValueRule = textual((text) => {
  const [, hours = '', minutes = '', seconds = '00'] = TIME.exec(text) ?? []
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
    ? good(`${hours.padStart(2, '0')}:${minutes}:${seconds}`)
    : bad('must be a time of the day, as 08:31 or 08:31:00')
})

function textual(read: (text: string) => Checked): ValueRule {
  return {
    check: (_spec, value) => read(typeof value === 'string' ? value : ''),
    parse: (_spec, text) => read(text),
  }
}

function isDay(text: string): boolean {
  if (!DATE.test(text)) return false
  const day = Number(text.slice(8))
  const year = Number(text.slice(0, 4))
  return year > 0 && day >= 1 && day <= lastDayOf(year, Number(text.slice(5, 7)))
}

/** 0 where there is no such month. */
function lastDayOf(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0)
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** `Date` is asked only for what another offset than UTC's makes of a moment. */
function toMoment(text: string): Checked {
  const [, day = '', clock = '', fraction = '', offset] = DATETIME.exec(text) ?? []
  if (!isDay(day)) return bad('must be a date and time of RFC 3339, as 2024-05-31T08:31:00Z')
  if (offset === undefined) return bad('needs an offset from UTC: end it with Z, or as in +02:00')
  const local = `${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}`
  if (offset === 'Z' || offset === 'z') return good(`${local}Z`)
  const moment = new Date(local + offset)
  const year = Number.isNaN(moment.getTime()) ? 0 : moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? good(moment.toISOString()) : bad('must be a date and time that exist')
}

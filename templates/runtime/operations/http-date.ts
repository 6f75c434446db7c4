/** The format of dates in RFC 2616, 3.3.1, or ISO 8601, which become `Date` objects. */
export const HTTP_DATE = 'http-date'

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[-+]\d\d:?\d\d)?)?$/i

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The three forms of a date in RFC 2616, 3.3.1. */
const HTTP_DATES = [
  /^\w{3}, (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{6,9}, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

/**
 * Returns the date in a string in ISO 8601 (in UTC if it has no offset) or RFC 2616 format, or undefined for anything
 * else, such as February 30.
 */
export function dateOf(text: string): Date | undefined {
  const [iso, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', rest = '', zone] =
    ISO_DATE.exec(text) ?? []
  if (iso !== undefined)
    return moment(`${year}-${month}-${day}`, `${hour}:${minute}:${second}${rest.slice(0, 4)}`, offset(zone))
  for (const form of HTTP_DATES) {
    const { groups } = form.exec(text) ?? {}
    if (groups === undefined) continue
    const number = MONTHS.indexOf((groups['month'] ?? '').toLowerCase()) + 1
    const given = groups['year'] ?? ''
    const full = given.length === 4 ? given : `${Number(given) < 70 ? '20' : '19'}${given}`
    const date = `${full}-${String(number).padStart(2, '0')}-${(groups['day'] ?? '').trim().padStart(2, '0')}`
    return moment(date, groups['time'] ?? '', 'Z')
  }
  return undefined
}

function offset(zone = 'Z'): string {
  return zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
}

function moment(date: string, time: string, zone: string): Date | undefined {
  const day = new Date(`${date}T00:00:00Z`)
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
  const parsed = new Date(`${date}T${time}${zone}`)
  return isDay && !Number.isNaN(parsed.getTime()) ? parsed : undefined
}

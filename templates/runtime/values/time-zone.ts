/**
 * Returns whether a name is that of a time zone. Offsets such as `+02:00` are not, because databases differ in how they
 * read them.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && offsetAt(new Date(), name) !== ''
  } catch {
    return false
  }
}

/** Returns the first moment of a date in a time zone, such as `2024-05-01T00:00:00.000+02:00`. */
export function startOfDay(date: string, timezone: string): string {
  const midnight = `${date}T00:00:00.000`
  // The offset can change between midnight in UTC and midnight in the time zone.
  const near = offsetAt(new Date(`${midnight}Z`), timezone)
  return midnight + offsetAt(new Date(midnight + near), timezone)
}

/** Returns a moment with the time and the offset of a time zone. */
export function inTimeZone(moment: string, timezone: string): string {
  const date = new Date(moment)
  const offset = offsetAt(date, timezone)
  const ahead = date.getTime() - Date.parse(date.toISOString().replace('Z', offset))
  return new Date(date.getTime() + ahead).toISOString().replace('Z', offset)
}

/** Returns the offset of a time zone, such as `+02:00`. */
function offsetAt(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    moment,
  )
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.slice('GMT'.length, 'GMT+00:00'.length) || '+00:00'
}

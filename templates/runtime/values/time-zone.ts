/**
 * Returns whether a name is that of a time zone. Offsets such as `+02:00` and other abbreviations than those of the IANA
 * database, such as IST, are not, because databases differ in how they read them.
 */
export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name })
  } catch {
    return false
  }
  return /^(?![a-z]{3}$)[a-z]|^(?:[CEMW]ET|[EHM]ST|GMT|PRC|RO[CK]|U[CT]C)$/i.test(name)
}

/**
 * The names that databases read as abbreviations of a fixed offset, and the names that the IANA database gives the same
 * zones.
 */
const ZONES: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  EST: 'America/Panama',
  HST: 'Pacific/Honolulu',
  MET: 'Europe/Brussels',
  MST: 'America/Phoenix',
  WET: 'Europe/Lisbon',
}

/** Returns the name of a time zone that all databases read alike. Some distinguish uppercase from lowercase. */
export function zoneNamed(name: string): string {
  const { timeZone } = Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions()
  const isSpelled = /^[A-Z]/.test(name) && timeZone.toLowerCase() !== name.toLowerCase()
  return ZONES[name.toUpperCase()] ?? (isSpelled ? name : timeZone)
}

/** Writes moments with the time and the offset of a time zone. */
export class TimeZone {
  readonly #offsets: Intl.DateTimeFormat

  constructor(name: string) {
    this.#offsets = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  }

  /** Returns the first moment of a date, such as `2024-05-01T00:00:00.000+02:00`. */
  startOfDay(date: string): string {
    const midnight = `${date}T00:00:00.000`
    // The offset can change between midnight in UTC and midnight in the time zone.
    const near = this.#offsetAt(new Date(`${midnight}Z`))
    return midnight + this.#offsetAt(new Date(midnight + near))
  }

  moment(text: string): string {
    const date = new Date(text)
    const offset = this.#offsetAt(date)
    const ahead = date.getTime() - Date.parse(date.toISOString().replace('Z', offset))
    return new Date(date.getTime() + ahead).toISOString().replace('Z', offset)
  }

  #offsetAt(moment: Date): string {
    const parts = this.#offsets.formatToParts(moment)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return name.slice('GMT'.length, 'GMT+00:00'.length) || '+00:00'
  }
}

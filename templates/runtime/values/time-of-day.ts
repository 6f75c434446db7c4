import { type ValueRule, bad, good, textual } from './scalars.js'

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** A time of day, `HH:MM[:SS]`, returned with seconds. */
export const timeRule: ValueRule = textual((text) => {
  const [, hours = '', minutes = '', seconds = '00'] = TIME.exec(text) ?? []
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
    ? good(`${hours.padStart(2, '0')}:${minutes}:${seconds}`)
    : bad('must be a time of day such as 08:31 or 08:31:00')
})

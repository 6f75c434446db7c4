import { describe, expect, it } from 'vitest'
import { isTimeZone, TimeZone, zoneNamed } from './time-zone.js'

describe('the start of a day', () => {
  it.each([
    ['2024-05-01', 'Europe/Berlin', '2024-05-01T00:00:00.000+02:00'],
    ['2024-03-31', 'Europe/Berlin', '2024-03-31T00:00:00.000+01:00'],
    ['2024-10-27', 'Europe/Berlin', '2024-10-27T00:00:00.000+02:00'],
    ['2024-03-10', 'America/New_York', '2024-03-10T00:00:00.000-05:00'],
    ['2024-11-04', 'America/New_York', '2024-11-04T00:00:00.000-05:00'],
    ['2024-01-01', 'Asia/Kathmandu', '2024-01-01T00:00:00.000+05:45'],
    ['2024-07-01', 'UTC', '2024-07-01T00:00:00.000+00:00'],
  ])('%s in %s is %s', (date, timezone, expected) => {
    expect(new TimeZone(timezone).startOfDay(date)).toBe(expected)
  })
})

it('shows both hours that have the same time when clocks go back', () => {
  const shown = ['2024-10-27T00:00:00.000Z', '2024-10-27T01:00:00.000Z'].map((moment) =>
    new TimeZone('Europe/Berlin').moment(moment),
  )
  expect(shown).toEqual(['2024-10-27T02:00:00.000+02:00', '2024-10-27T02:00:00.000+01:00'])
})

it('accepts names of time zones, but no offsets', () => {
  expect(['Europe/Berlin', 'UTC', '+02:00', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

it('accepts only abbreviations that the IANA database contains, and corrects the case of names', () => {
  const names = ['CET', 'est', 'PRC', 'UTC', 'EST5EDT', 'IST', 'BST', 'AST', 'act', 'MSK']
  expect(names.filter(isTimeZone)).toEqual(['CET', 'est', 'PRC', 'UTC', 'EST5EDT'])
  expect(['europe/berlin', 'EUROPE/BERLIN', 'US/Pacific', 'met'].map(zoneNamed)).toEqual([
    'Europe/Berlin',
    'Europe/Berlin',
    'US/Pacific',
    'Europe/Brussels',
  ])
})

import { type Json, isObject } from '../json.js'
import type { FieldType } from '../model.js'
import {
  bigInteger,
  decimal,
  decimalParts,
  digitsOf,
  float,
  idField,
  integer,
  interval,
  plainText,
  smallInteger,
  storedParts,
} from './numbers.js'
import {
  type Checked,
  type ValueRule,
  type ValueSpec,
  bad,
  binary,
  characterFault,
  eachItem,
  good,
  jsonFault,
  objectId,
  text,
} from './text.js'

/** True or false. */
export const boolean: ValueRule = {
  check: (_spec, value) => (typeof value === 'boolean' ? good(value) : bad('must be true or false')),
  parse: (_spec, text) =>
    text === 'true' || text === 'false' ? good(text === 'true') : bad('must be true or false'),
}

/** One of the choices, which may be of any JSON type; in a query string it stands as text. */
export const choice: ValueRule = {
  check: ({ choices }, value) =>
    oneOf(choices, (each) => each === value || isSameStructure(each, value), value),
  parse: ({ choices }, text) => oneOf(choices, (each) => plain(each) === text, text),
}

function isSameStructure(a: Json, b: Json): boolean {
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b)
}

function oneOf(choices: readonly Json[] | undefined, matches: (each: Json) => boolean, given: Json): Checked {
  const fault = typeof given === 'string' ? characterFault(given) : undefined
  if (fault !== undefined) return bad(fault)
  if (choices === undefined) return good(given)
  const found = choices.find(matches)
  return found === undefined ? bad(`must be one of ${choices.map(plain).join(', ')}`) : good(found)
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

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

/** Any JSON. */
export const anything: ValueRule = {
  check: (_spec, value) => {
    const fault = jsonFault(value)
    return fault === undefined ? good(value) : bad(fault)
  },
  parse: () => bad('may be any JSON and has no value to compare with'),
}

/** A JSON object. */
export const dict: ValueRule = {
  check: (spec, value) => (isObject(value) ? anything.check(spec, value) : bad('must be an object')),
  parse: () => bad('is an object and has no value to compare with'),
}

/** As PostgreSQL's migrations have it, too. */
const NUMBER = /^-?\d{1,34}(\.\d{1,34})?$/

const DAY = /^\d{4}-\d{2}-\d{2}$/

const RANGES: Readonly<Partial<Record<FieldType, readonly [bigint, bigint]>>> = {
  small_integer: [-(2n ** 15n), 2n ** 15n - 1n],
  integer: [-(2n ** 31n), 2n ** 31n - 1n],
  big_integer: [-(2n ** 63n), 2n ** 63n - 1n],
  interval: [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)],
}

/** What room a decimal has. */
export interface Room {
  readonly precision: number | null
  readonly scale: number | null
}

/** A text as a value of a numeric type, in plain digits; null where it is none or beyond the type's range. What stands behind the last digit that there is room for is cut off. */
export function numberFromText(type: FieldType, text: string, room: Room): string | null {
  if (!NUMBER.test(text)) return null
  const digits = plainText(storedParts(text))
  if (type === 'float') return digits
  if (type === 'decimal') return withRoom(digits, room)
  const whole = BigInt(digits.replace(/\..*/, ''))
  const [least, greatest] = RANGES[type] ?? [0n, 0n]
  return whole >= least && whole <= greatest ? String(whole) : null
}

/** A text as a day, a moment or a time of the day; null where it is none. A day is its midnight in UTC, and a moment's day is that in UTC. */
export function momentFromText(type: 'date' | 'datetime' | 'time', text: string): string | null {
  const rule = type === 'time' ? time : datetime
  const checked = rule.check({ type }, type !== 'time' && DAY.test(text) ? `${text}T00:00:00Z` : text)
  if (!checked.ok) return null
  return type === 'date' ? String(checked.value).slice(0, 10) : String(checked.value)
}

/** A double in plain digits, so many as give it back. */
export function digitsOfDouble(value: number): string {
  const parts = decimalParts(String(value))
  return parts === undefined ? String(value) : plainText(parts)
}

function withRoom(digits: string, { precision, scale }: Room): string | null {
  if (precision === null && scale === null) return digits
  const places = scale ?? 0
  if (precision !== null && digitsOf(digits).whole > precision - places) return null
  const [whole = '0', fraction = ''] = digits.split('.')
  return plainText(storedParts(`${whole}.${fraction.slice(0, places)}`))
}

export const NO_ROOM: Room = { precision: null, scale: null }

export type Family =
  | 'object_id'
  | 'text'
  | 'integer'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'binary'
  | 'list'
  | 'dict'
  | 'json'

/** Types whose values are converted alike. */
export const FAMILIES: Readonly<Record<FieldType, Family>> = {
  id_field: 'integer',
  object_id: 'object_id',
  string: 'text',
  text: 'text',
  choice: 'text',
  integer: 'integer',
  small_integer: 'integer',
  big_integer: 'integer',
  interval: 'integer',
  float: 'float',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  binary: 'binary',
  list: 'list',
  dict: 'dict',
  pickle: 'json',
}

/** Whether something is the name of a type. */
export function isFieldType(name: unknown): name is FieldType {
  return typeof name === 'string' && Object.hasOwn(FAMILIES, name)
}

const same = (value: Json): Json => value
const asText = (value: Json): Json => String(value)
const digits = (value: Json): Json => digitsOfDouble(Number(value))

/** From one JSON form to the other; null where a value cannot be converted. What is not here cannot at all. */
const CONVERSIONS: Readonly<Partial<Record<`${Family}>${Family}`, (value: Json) => Json>>> = {
  'integer>float': same,
  'integer>decimal': same,
  'integer>text': asText,
  'integer>boolean': (value) => value !== 0,
  'float>integer': digits,
  'float>decimal': digits,
  'float>text': digits,
  'decimal>integer': asText,
  'decimal>float': (value) => Number(value),
  'decimal>text': asText,
  'boolean>integer': (value) => (value === true ? 1 : 0),
  'boolean>text': asText,
  'date>datetime': (value) => `${String(value)}T00:00:00.000Z`,
  'date>text': same,
  'datetime>date': (value) => String(value).slice(0, 10),
  'datetime>time': (value) => String(value).slice(11, 19),
  'datetime>text': same,
  'time>text': same,
  'text>integer': asText,
  'text>float': (value) => numberFromText('float', String(value), NO_ROOM),
  'text>decimal': asText,
  'text>boolean': (value) => (value === 'true' ? true : value === 'false' ? false : null),
  'text>date': (value) => momentFromText('date', String(value)),
  'text>datetime': (value) => momentFromText('datetime', String(value)),
  'text>time': (value) => momentFromText('time', String(value)),
  'text>object_id': (value) => (/^[0-9a-f]{24}$/i.test(String(value)) ? value : null),
  'object_id>text': asText,
  'list>json': same,
  'dict>json': same,
  'json>list': (value) => (Array.isArray(value) ? value : null),
  'json>dict': (value) => (typeof value === 'object' && !Array.isArray(value) ? value : null),
}

/**
 * A value in JSON form, with a decimal's digits as text, as one of another type; null where it is lost. SQL's migrations of columns have the same
 * rules.
 */
export function convertedValue(value: Json, from: FieldType, to: FieldType, room: Room = NO_ROOM): Json {
  const before = FAMILIES[from]
  const after = FAMILIES[to]
  const convert = before === after ? same : CONVERSIONS[`${before}>${after}`]
  const json = convert?.(value) ?? null
  return json === null ? null : FITTED[after](json, to, room)
}

/** The same for an item of a list: one that may be any JSON (`pickle`) goes by its form. */
export function convertedItem(item: Json, from: FieldType, to: FieldType): Json {
  if (to === 'pickle') return item
  if (from !== 'pickle') return convertedValue(item, from, to)
  switch (typeof item) {
    case 'string':
      return convertedValue(item, 'string', to)
    case 'number':
      return convertedValue(digitsOfDouble(item), 'decimal', to)
    case 'boolean':
      return convertedValue(item, 'boolean', to)
    default:
      return isObject(item) ? convertedValue(item, 'dict', to) : null
  }
}

/** What there is room for in a type. */
const FITTED: Readonly<Record<Family, (value: Json, to: FieldType, room: Room) => Json>> = {
  object_id: same,
  text: same,
  integer: (value, to, room) => {
    const digits = numberFromText(to, String(value), room)
    return digits === null || to === 'big_integer' ? digits : Number(digits)
  },
  float: (value) => Number(value),
  decimal: (value, to, room) => numberFromText(to, String(value), room),
  boolean: same,
  date: same,
  datetime: same,
  time: same,
  binary: same,
  list: same,
  dict: same,
  json: same,
}

/** What values a field of each type takes (SPEC 1.3). */
const RULES: Readonly<Record<FieldType, ValueRule>> = {
  id_field: idField,
  object_id: objectId,
  string: text,
  text,
  integer,
  small_integer: smallInteger,
  big_integer: bigInteger,
  float,
  decimal,
  boolean,
  date,
  datetime,
  time,
  interval,
  binary,
  choice,
  list: { check: checkList, parse: (spec, given) => itemRule(spec).parse(spec, given) },
  dict,
  pickle: anything,
}

function itemRule({ itemType, choices }: ValueSpec): ValueRule {
  if (itemType !== undefined) return RULES[itemType]
  return choices === undefined ? { ...anything, parse: text.parse } : choice
}

function checkList(spec: ValueSpec, value: Json): Checked {
  if (!Array.isArray(value)) return bad('must be a list')
  const { check } = itemRule(spec)
  return eachItem(value, (item) =>
    item === null && spec.itemType !== undefined ? bad('must not be null') : check(spec, item),
  )
}

/**
 * Brings a value of a JSON body into the form in which it is stored and answered (SPEC 1.3): decimals without superfluous zeros, moments in UTC, …
 * Null is the caller's to judge.
 */
export function checkValue(spec: ValueSpec, value: Json): Checked {
  return RULES[spec.type].check(spec, value)
}

/** The same for a value that stands as text in a query string or a path. Of a `list` it is one item; a `dict` or `pickle` has none. */
export function parseValue(spec: ValueSpec, given: string): Checked {
  return RULES[spec.type].parse(spec, given)
}

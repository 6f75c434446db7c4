import { type Json, isObject } from '../json.js'
import type { FieldType } from '../spec/field-types.js'
import { digitsOf } from './exact-numbers.js'
import { decimalParts, plainText, storedParts } from './scalars.js'
import { timeRule } from './time-of-day.js'
import { datetime } from './values.js'

/** SQL migrations use the same expression. */
const NUMBER = /^-?\d{1,34}(\.\d{1,34})?$/

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Numbers that a double represents exactly. */
const SAFE = [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)] as const

/** Minimum and maximum of each integer type; null for other types. */
export const RANGES: Readonly<Record<FieldType, readonly [bigint, bigint] | null>> = {
  id_field: SAFE,
  object_id: null,
  string: null,
  text: null,
  integer: [-(2n ** 31n), 2n ** 31n - 1n],
  small_integer: [-(2n ** 15n), 2n ** 15n - 1n],
  big_integer: [-(2n ** 63n), 2n ** 63n - 1n],
  float: null,
  decimal: null,
  boolean: null,
  date: null,
  datetime: null,
  time: null,
  interval: SAFE,
  binary: null,
  choice: null,
  list: null,
  dict: null,
  pickle: null,
}

/** The declared precision and scale of a decimal; null for no limit. */
export interface DecimalSize {
  readonly precision: number | null
  readonly scale: number | null
}

/**
 * Converts text to a value of a numeric type, in plain digits, or returns null if the text is not a number or is out of
 * range. Excess digits after the decimal point are truncated.
 */
export function numberFromText(type: FieldType, text: string, size: DecimalSize): string | null {
  if (!NUMBER.test(text)) return null
  const digits = plainText(storedParts(text))
  if (type === 'float') return digits
  if (type === 'decimal') return withinSize(digits, size)
  const whole = BigInt(digits.replace(/\..*/, ''))
  const [least, greatest] = RANGES[type] ?? [0n, 0n]
  return whole >= least && whole <= greatest ? String(whole) : null
}

/**
 * Converts text to a date, datetime or time, or returns null if the text is invalid. A date becomes a datetime at
 * midnight in UTC, and a datetime becomes its date in UTC.
 */
export function momentFromText(type: 'date' | 'datetime' | 'time', text: string): string | null {
  const rule = type === 'time' ? timeRule : datetime
  const checked = rule.check({ type }, type !== 'time' && DAY.test(text) ? `${text}T00:00:00Z` : text)
  if (!checked.ok) return null
  return type === 'date' ? String(checked.value).slice(0, 10) : String(checked.value)
}

/** Returns the shortest decimal number that identifies a double, without an exponent. */
export function digitsOfDouble(value: number): string {
  const parts = decimalParts(String(value))
  return parts === undefined ? String(value) : plainText(parts)
}

function withinSize(digits: string, { precision, scale }: DecimalSize): string | null {
  if (precision === null && scale === null) return digits
  const places = scale ?? 0
  if (precision !== null && digitsOf(digits).whole > precision - places) return null
  const [whole = '0', fraction = ''] = digits.split('.')
  return plainText(storedParts(`${whole}.${fraction.slice(0, places)}`))
}

export const ANY_SIZE: DecimalSize = { precision: null, scale: null }

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

/** The family of each type. All types in a family are converted in the same way. */
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

export function isFieldType(name: unknown): name is FieldType {
  return typeof name === 'string' && Object.hasOwn(FAMILIES, name)
}

const same = (value: Json): Json => value
const asText = (value: Json): Json => String(value)
const digits = (value: Json): Json => digitsOfDouble(Number(value))

/** The possible conversions between families. They return null for values that cannot be converted. */
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
  'text>float': (value) => numberFromText('float', String(value), ANY_SIZE),
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
 * Converts a value to another type, or returns null if the value cannot be converted. Decimals are passed as strings.
 * SQL migrations follow the same rules.
 */
export function convertedValue(
  value: Json,
  from: FieldType,
  to: FieldType,
  size: DecimalSize = ANY_SIZE,
): Json {
  const before = FAMILIES[from]
  const after = FAMILIES[to]
  const convert = before === after ? same : CONVERSIONS[`${before}>${after}`]
  const json = convert?.(value) ?? null
  return json === null ? null : FITTED[after](json, to, size)
}

/**
 * Like {@link convertedValue}, but for an item in a list. Items of type `pickle` are converted according to their JSON
 * type.
 */
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

/**
 * Fits a converted value to its type. Excess digits after the decimal point are dropped. If a number is out of range,
 * the result is null.
 */
const FITTED: Readonly<Record<Family, (value: Json, to: FieldType, size: DecimalSize) => Json>> = {
  object_id: same,
  text: same,
  integer: (value, to, size) => {
    const digits = numberFromText(to, String(value), size)
    return digits === null || to === 'big_integer' ? digits : Number(digits)
  },
  float: (value) => Number(value),
  decimal: (value, to, size) => numberFromText(to, String(value), size),
  boolean: same,
  date: same,
  datetime: same,
  time: same,
  binary: same,
  list: same,
  dict: same,
  json: same,
}

import { Binary, Decimal128, Long, ObjectId } from 'mongodb'
import type { Json } from '../json.js'
import type { FieldType } from '../model.js'
import { codecOf, jsonOf } from './codec.js'

type Family =
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

const FAMILIES: Readonly<Record<FieldType, Family>> = {
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

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number' || Long.isLong(value)
const isDate = (value: unknown): boolean => value instanceof Date

/** Whether a stored value is of a family; one that is not has been converted before. */
const IS_STORED: Readonly<Record<Family, (value: unknown) => boolean>> = {
  object_id: (value) => value instanceof ObjectId,
  text: isText,
  integer: isNumber,
  float: isNumber,
  decimal: (value) => value instanceof Decimal128,
  boolean: (value) => typeof value === 'boolean',
  date: isDate,
  datetime: isDate,
  time: isText,
  binary: (value) => value instanceof Binary,
  list: Array.isArray,
  dict: (value) => typeof value === 'object' && !Array.isArray(value),
  json: () => true,
}

const same = (value: Json): Json => value
const asText = (value: Json): Json => String(value)
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
const number = (value: Json): Json => (PLAIN_NUMBER.test(String(value)) ? Number(value) : null)
const whole = (value: Json): Json => String(value).replace(/\..*$/, '')
const moment = (value: Json): Json => {
  const date = new Date(String(value))
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** From one JSON form to the other; null where a value cannot be converted. What is not here cannot at all. */
const CONVERSIONS: Readonly<Partial<Record<`${Family}>${Family}`, (value: Json) => Json>>> = {
  'integer>float': same,
  'integer>decimal': same,
  'integer>text': asText,
  'integer>boolean': (value) => value !== 0,
  'float>integer': (value) => Math.trunc(Number(value)),
  'float>decimal': (value) => Number(value).toFixed(15),
  'float>text': asText,
  'decimal>integer': whole,
  'decimal>float': (value) => Number(value),
  'decimal>text': asText,
  'boolean>integer': (value) => (value === true ? 1 : 0),
  'boolean>text': asText,
  'date>datetime': moment,
  'date>text': same,
  'datetime>date': (value) => String(value).slice(0, 10),
  'datetime>time': (value) => String(value).slice(11, 19),
  'datetime>text': same,
  'time>text': same,
  'text>integer': (value) => (number(value) === null ? null : whole(value)),
  'text>float': number,
  'text>decimal': (value) => (number(value) === null ? null : value),
  'text>boolean': (value) => (value === 'true' ? true : value === 'false' ? false : null),
  'text>date': (value) => {
    const text = moment(value)
    return text === null || !/^\d{4}-\d\d-\d\d/.test(String(value)) ? null : String(value).slice(0, 10)
  },
  'text>datetime': (value) => (/^\d{4}-\d\d-\d\d/.test(String(value)) ? moment(value) : null),
  'text>time': (value) => {
    const [, minutes, seconds = ':00'] = /^(\d\d:\d\d)(:\d\d)?/.exec(String(value)) ?? []
    return minutes === undefined ? null : minutes + seconds
  },
  'text>object_id': (value) => (/^[0-9a-f]{24}$/i.test(String(value)) ? value : null),
  'object_id>text': asText,
  'list>json': same,
  'dict>json': same,
  'json>list': (value) => (Array.isArray(value) ? value : null),
  'json>dict': (value) => (typeof value === 'object' && !Array.isArray(value) ? value : null),
}

/** The stored form of a value in another type; undefined where it is lost. A value that is converted already stays as it is. */
export function converted(value: unknown, from: FieldType, to: FieldType, scale: number | null): unknown {
  const before = FAMILIES[from]
  const after = FAMILIES[to]
  if (!IS_STORED[before](value)) return value
  const convert = before === after ? same : CONVERSIONS[`${before}>${after}`]
  const json = convert?.(jsonOf(codecOf({ type: from, asString: true }), value)) ?? null
  if (json === null) return undefined
  if (after === 'integer' && to !== 'big_integer' && to !== 'interval')
    return codecOf({ type: to }).toBson(Number(json))
  return codecOf({ type: to }).toBson(
    after === 'decimal' && scale !== null ? withScale(String(json), scale) : json,
  )
}

/** Digits beyond the scale are cut off. */
function withScale(digits: string, scale: number): string {
  const [whole = '0', fraction = ''] = digits.split('.')
  return scale === 0 ? whole : `${whole}.${fraction.slice(0, scale) || '0'}`
}

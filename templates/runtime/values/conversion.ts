import { isObject, type Json } from '../json.js'
import type { FieldType } from '../model.js'
import { digitsOfDouble, momentFromText, numberFromText, type Room } from './from-text.js'

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

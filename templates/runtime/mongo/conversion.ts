import { Binary, Decimal128, Long, ObjectId } from 'mongodb'
import type { FieldType } from '../model.js'
import { convertedItem, convertedValue, FAMILIES, type Family, NO_ROOM } from '../values/conversion.js'
import type { Room } from '../values/from-text.js'
import { codecOf, jsonOf } from './codec.js'
import type { ItemTypes } from './migration-file.js'

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

/** What JSON is never stored as. */
const isConverted = (item: unknown): boolean =>
  item instanceof Date || item instanceof Decimal128 || item instanceof Binary || Long.isLong(item)

/** The stored form of a value in another type; undefined where it is lost. A value that is converted already stays as it is. */
export function converted(value: unknown, from: FieldType, to: FieldType, room: Room = NO_ROOM): unknown {
  if (!IS_STORED[FAMILIES[from]](value)) return value
  const json = convertedValue(jsonOf(codecOf({ type: from, asString: true }), value), from, to, room)
  return json === null ? undefined : codecOf({ type: to }).toBson(json)
}

/** The stored form of a list whose items become those of another type: the ones that cannot are lost. Undefined for what is no list. */
export function withItems(value: unknown, { from, to }: ItemTypes): unknown {
  if (!Array.isArray(value)) return undefined
  const codec = codecOf(to === 'pickle' ? { type: from } : { type: from, asString: true })
  return value.flatMap((item: unknown) => {
    if (from === 'pickle' ? isConverted(item) : !IS_STORED[FAMILIES[from]](item)) return [item]
    const json = convertedItem(jsonOf(codec, item), from, to)
    return json === null ? [] : [codecOf({ type: to }).toBson(json)]
  })
}

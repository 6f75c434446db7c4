import { FIELD_TYPES, type FieldType } from '../../spec/field-types.js'
import {
  ANY_SIZE,
  RANGES,
  convertedItem,
  digitsOfDouble,
  isFieldType,
  momentFromText,
  numberFromText,
} from '../../values/conversions.js'
import type { ColumnType } from '../codecs.js'
import { sqliteCodec } from './dialect.js'
import type { SqliteFile } from '../sqlite-driver.js'

/**
 * Registers the functions that migrations use to convert values. These functions return null for null and for values
 * that cannot be converted.
 */
export function registerConversions(database: SqliteFile): void {
  const define = (
    name: string,
    convert: (text: string, ...rest: unknown[]) => bigint | number | string | null,
  ) =>
    database.function(name, { deterministic: true, varargs: true }, (value: unknown, ...rest: unknown[]) =>
      value === null ? null : convert(String(value), ...rest),
    )
  for (const type of ['date', 'datetime', 'time'] as const)
    define(`svc_${type}`, (text) => momentFromText(type, text))
  for (const type of FIELD_TYPES.filter((each) => RANGES[each] !== null))
    define(`svc_${type}`, (text) => mapped(numberFromText(type, text, ANY_SIZE), BigInt))
  define('svc_float', (text) => mapped(numberFromText('float', text, ANY_SIZE), Number))
  define('svc_decimal', (text, precision, scale) =>
    numberFromText('decimal', text, { precision: limitOf(precision), scale: limitOf(scale) }),
  )
  define('svc_items', (list, from, to) => withItems(list, typeNamed(from), typeNamed(to)))
  define('svc_digits', (text) => digitsOfDouble(Number(text)))
}

/**
 * Converts the items in a stored list to a different type and drops items that cannot be converted. Values that are not
 * lists stay unchanged.
 */
function withItems(stored: string, from: FieldType, to: FieldType): string {
  const before: ColumnType = { type: 'list', itemType: from }
  const list = sqliteCodec(to === 'pickle' ? before : { ...before, asString: true }).decode(stored)
  if (!Array.isArray(list)) return stored
  const items = list.map((item) => convertedItem(item, from, to)).filter((item) => item !== null)
  return String(sqliteCodec({ type: 'list', itemType: to }).encode(items))
}

function typeNamed(name: unknown): FieldType {
  if (!isFieldType(name)) throw new TypeError(`Unknown field type ${String(name)}`)
  return name
}

function mapped<T>(digits: string | null, map: (digits: string) => T): T | null {
  return digits === null ? null : map(digits)
}

function limitOf(value: unknown): number | null {
  return value === null ? null : Number(value)
}

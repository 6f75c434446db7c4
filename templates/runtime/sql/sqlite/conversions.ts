import type BetterSqlite3 from 'better-sqlite3'
import type { FieldType } from '../../model.js'
import { convertedItem, isFieldType } from '../../values/conversion.js'
import { digitsOfDouble, momentFromText, numberFromText } from '../../values/from-text.js'
import type { ColumnType } from '../codec.js'
import { sqliteCodec } from './codecs.js'

const NO_ROOM = { precision: null, scale: null }

/** Gives a connection the functions by which migrations convert values. All answer null for null, and for what cannot be converted. */
export function registerConversions(database: BetterSqlite3.Database): void {
  const define = (
    name: string,
    convert: (text: string, ...rest: unknown[]) => bigint | number | string | null,
  ) =>
    database.function(name, { deterministic: true, varargs: true }, (value: unknown, ...rest: unknown[]) =>
      value === null ? null : convert(String(value), ...rest),
    )
  for (const type of ['date', 'datetime', 'time'] as const)
    define(`svc_${type}`, (text) => momentFromText(type, text))
  for (const type of ['integer', 'small_integer', 'big_integer', 'interval'] as const)
    define(`svc_${type}`, (text) => mapped(numberFromText(type, text, NO_ROOM), BigInt))
  define('svc_float', (text) => mapped(numberFromText('float', text, NO_ROOM), Number))
  define('svc_decimal', (text, precision, scale) =>
    numberFromText('decimal', text, { precision: limitOf(precision), scale: limitOf(scale) }),
  )
  define('svc_items', (list, from, to) => withItems(list, typeNamed(from), typeNamed(to)))
  define('svc_digits', (text) => digitsOfDouble(Number(text)))
}

/** A stored list whose items become those of another type: the ones that cannot are lost. What is no list stays as it is. */
function withItems(stored: string, from: FieldType, to: FieldType): string {
  const before: ColumnType = { type: 'list', itemType: from }
  const list = sqliteCodec(to === 'pickle' ? before : { ...before, asString: true }).decode(stored)
  if (!Array.isArray(list)) return stored
  const items = list.map((item) => convertedItem(item, from, to)).filter((item) => item !== null)
  return String(sqliteCodec({ type: 'list', itemType: to }).encode(items))
}

function typeNamed(name: unknown): FieldType {
  if (!isFieldType(name)) throw new TypeError(`${String(name)} is no type of values`)
  return name
}

function mapped<T>(digits: string | null, map: (digits: string) => T): T | null {
  return digits === null ? null : map(digits)
}

function limitOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

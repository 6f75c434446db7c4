import { type FieldType, VALUE_TRAITS } from '../../spec/field-types.js'
import { folded } from '../../values/folded.js'
import { fuzzyTest } from '../../values/fuzzy.js'
import { DecimalSum } from '../../values/scalars.js'
import {
  BadRequest,
  UniqueViolation,
  ReferenceViolation,
  ConstraintViolation,
  invalid,
} from '../../errors.js'
import { cached } from '../../json.js'
import { Unavailable } from '../../store.js'
import type { SqliteFile } from '../sqlite-driver.js'
import * as codec from '../codecs.js'
import { type Table, type Dialect, type StatementKind, decimalSortKey, rejectedCheck } from '../table.js'

const boolean: codec.Codec = {
  encode: (value) => (value === true ? 1 : 0),
  decode: (stored) => stored === 1,
}

const binary: codec.Codec = {
  encode: (value) => Buffer.from(String(value), 'base64'),
  decode: (stored) =>
    stored instanceof Uint8Array ? Buffer.from(stored).toString('base64') : String(stored),
}

const CODECS: Readonly<Record<FieldType, codec.CodecOf>> = {
  ...codec.COMMON_CODECS,
  big_integer: () => codec.bigInteger,
  boolean: () => boolean,
  datetime: () => codec.datetime,
  time: () => codec.time,
  binary: () => binary,
  list: (type) => codec.list(sqliteCodec({ ...type, type: type.itemType ?? 'string' }), type.itemType),
}

export function sqliteCodec(type: codec.ColumnType): codec.Codec {
  return CODECS[type.type](type)
}

/** The characters allowed in a word, for use inside brackets in a regular expression. */
export const WORD_CHARACTER = '\\p{L}\\p{Nd}_'

const WORDS = new RegExp(`[${WORD_CHARACTER}]+`, 'gu')

/** Returns the words of folded text, separated by spaces, for the full-text index. */
export function wordsOf(text: string): string {
  return (text.match(WORDS) ?? []).join(' ')
}

const MAX_PATTERNS = 100

/** Formats a date as `12/31/2024`. */
const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** Registers the functions called by the dialect's SQL. These functions return null for null. */
export function registerFunctions(database: SqliteFile): void {
  const patternOf = cached(MAX_PATTERNS, (source) => new RegExp(source, 'u'))
  const options = { deterministic: true }
  const define = (name: string, convert: (text: string) => string): void =>
    database.function(name, options, (text: unknown) => (text === null ? null : convert(String(text))))
  define('svc_lower', (text) => text.toLowerCase())
  define('svc_folded', folded)
  define('svc_folded_words', (text) => wordsOf(folded(text)))
  // The triggers of indexes that earlier versions have created call this function.
  define('svc_words', (text) => wordsOf(text.toLowerCase()))
  database.function('svc_matches', options, (pattern: unknown, text: unknown) =>
    text === null ? null : Number(patternOf(String(pattern)).test(String(text))),
  )
  const fuzzyTestOf = cached(MAX_PATTERNS, (source) =>
    fuzzyTest(source.slice(1), Number(source.slice(0, 1)), WORD_CHARACTER),
  )
  database.function('svc_fuzzy', options, (word: unknown, edits: unknown, text: unknown) =>
    text === null ? null : Number(fuzzyTestOf(`${String(edits)}${String(word)}`)(String(text))),
  )
  database.function('svc_decimal_key', options, (text: unknown) =>
    text === null ? null : decimalSortKey(String(text)),
  )
  const clockOf = cached(MAX_PATTERNS, (timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, ...DAY }))
  database.function('svc_date', options, (moment: unknown, timezone: unknown) => {
    if (moment === null) return null
    // Moments whose days would be before the year 1 or after 9999 count for the first or last day.
    const time = Math.min(Math.max(Date.parse(String(moment)), -62_135_553_600_000), 253_402_250_400_000)
    const [month, day, year = ''] = clockOf(String(timezone)).format(time).split('/')
    return `${year.padStart(4, '0')}-${month}-${day}`
  })
  database.aggregate('svc_exact_sum', {
    ...options,
    start: () => new DecimalSum(),
    step: (sum: DecimalSum, text: unknown) => {
      if (text !== null) sum.add(String(text))
      return sum
    },
    result: (sum: DecimalSum) => sum.result(),
  })
}

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|FULL|READONLY|PROTOCOL)/

/** Translates SQLite's errors. They name the columns for unique and not-null constraints, but not for foreign keys. */
function translate(error: unknown, table: Table, kind: StatementKind): unknown {
  if (error instanceof RangeError) return new BadRequest('A value is out of range.')
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return new UniqueViolation(table.spec.name, fieldsOf(error.message, table))
    case 'SQLITE_CONSTRAINT_TRIGGER':
      // Foreign keys with ON DELETE RESTRICT have the same code as RAISE in a trigger.
      if (!error.message.includes('FOREIGN KEY')) return new ConstraintViolation(error)
      return new ReferenceViolation(kind === 'delete' ? 'referenced' : 'missing')
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return new ReferenceViolation(kind === 'delete' ? 'referenced' : 'missing')
    case 'SQLITE_CONSTRAINT_NOTNULL':
      if (kind === 'delete') return new ReferenceViolation('referenced')
      return invalid(fieldsOf(error.message, table), 'must not be null')
    case 'SQLITE_CONSTRAINT_CHECK':
      return rejectedCheck(fieldsOf(error.message, table), error)
    default:
      if (code.startsWith('SQLITE_CONSTRAINT')) return new ConstraintViolation(error)
      return UNAVAILABLE.test(code) ? new Unavailable(error.message, { cause: error }) : error
  }
}

/** Returns the fields in `UNIQUE constraint failed: story.title, story.lang` or `CHECK constraint failed: title`. */
function fieldsOf(message: string, table: Table): string[] {
  const names = message.slice(message.indexOf(': ') + 2).split(', ')
  const prefix = `${table.spec.table}.`
  return table.fieldsOf(names.map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name)))
}

/**
 * Decimals are stored as canonical text and sorted by a computed key. Comparing the nearest doubles first lets SQLite
 * use an index on them.
 */
const nearest = (operand: string): string => `CAST(${operand} AS REAL)`
const decimalKey = (operand: string): string => `svc_decimal_key(${operand})`

/** The SQL for the first day of a calendar unit, given an ISO date or datetime. Weeks start on Monday. */
const FIRST_DAY = {
  year: (sql: string) => `substr(${sql}, 1, 4) || '-01-01'`,
  // The expression can contain a placeholder, so that it must not be repeated.
  quarter: (sql: string) =>
    `(SELECT substr(svc_day, 1, 5) || printf('%02d', (CAST(substr(svc_day, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01' FROM (SELECT ${sql} AS svc_day))`,
  month: (sql: string) => `substr(${sql}, 1, 7) || '-01'`,
  week: (sql: string) => `date(substr(${sql}, 1, 10), '-6 days', 'weekday 1')`,
  day: (sql: string) => `substr(${sql}, 1, 10)`,
  hour: (sql: string) => `substr(${sql}, 1, 10)`,
}

/** The types of list items whose stored form can have another type. */
const CASTS: Readonly<Partial<Record<FieldType, string>>> = {
  big_integer: 'INTEGER',
  string: 'TEXT',
  text: 'TEXT',
}

/** The SQLite dialect. By default, text is compared by code point and null sorts first. */
export const sqlite: Dialect = {
  name: 'sqlite',
  placeholder: () => '?',
  codec: sqliteCodec,
  translate,
  insertions: (table, rows) => rows.map((row) => table.insertion([row])),
  selected: (column, type) => (type === 'big_integer' ? `CAST(${column} AS TEXT)` : column),
  generated: (table, column, isKey) =>
    isKey ? 'NULL' : `(SELECT coalesce(max(${column}), 0) + 1 FROM ${table})`,
  // Without the plus sign, SQLite would prepare a new statement for each limit.
  limit: (count, bind) => `LIMIT +${bind(count ?? -1)}`,
  // Only one transaction can write at a time.
  forUpdate: { wait: '', skip: '', delete: '' },

  compare({ sql, type }, operator, value, bind) {
    if (type !== 'decimal') return `${sql} ${operator} ${bind(value)}`
    const narrowed = `${nearest(sql)} ${operator.slice(0, 1)}= ${nearest(bind(value))}`
    return `(${narrowed} AND ${decimalKey(sql)} ${operator} ${bind(decimalSortKey(String(value)))})`
  },
  comparesAsStored: (type) => type !== 'decimal',
  oneOf({ sql, type }, values, bind) {
    if (type === 'binary') return `${sql} IN (${values.map(bind).join(', ')})`
    const list = JSON.stringify(values.map((value) => (typeof value === 'bigint' ? String(value) : value)))
    return `${sql} IN (SELECT value FROM json_each(${bind(list)}))`
  },
  order({ sql, type }, direction) {
    const suffix = direction === 'asc' ? '' : ' DESC'
    return type === 'decimal' ? `${nearest(sql)}${suffix}, ${decimalKey(sql)}${suffix}` : `${sql}${suffix}`
  },
  contains: (sql, value, bind) => `instr(${sql}, ${bind(value)}) > 0`,
  startsWith: (sql, value, bind) => `substr(${sql}, 1, ${bind([...value].length)}) = ${bind(value)}`,
  endsWith: (sql, value, bind) => `substr(${sql}, -${bind([...value].length)}) = ${bind(value)}`,
  lower: (sql) => `svc_lower(${sql})`,
  folded: (sql) => `svc_folded(${sql})`,
  words: (sql) => `' ' || svc_folded_words(${sql}) || ' '`,
  matches: (sql, pattern, bind) => `svc_matches(${bind(pattern)}, ${sql})`,
  fuzzy: (sql, word, edits, bind) => `svc_fuzzy(${bind(word)}, ${bind(edits)}, ${sql})`,
  wordCharacter: WORD_CHARACTER,
  settled: (part, n) => `(?=(${part}))\\${n}`,

  items: (column) => `json_each(${column}) AS svc_item`,
  item: (type) => (type in CASTS ? `CAST(svc_item.value AS ${CASTS[type]})` : 'svc_item.value'),

  extreme({ sql, type }, direction, isGrouped) {
    const name = direction === 'asc' ? 'min' : 'max'
    if (type !== 'decimal') return `${name}(${sql})`
    if (!isGrouped) return undefined
    const keyed = `${name}(${decimalKey(sql)} || ' ' || ${sql})`
    return `substr(${keyed}, instr(${keyed}, ' ') + 1)`
  },
  sum({ sql, type }) {
    if (VALUE_TRAITS[type].kind !== 'digits') return `total(${sql})`
    return `svc_exact_sum(CAST(${sql} AS TEXT))`
  },
  bucket: ({ sql }, { interval, limit }, bind) =>
    `floor(min(max(${nearest(sql)}, ${bind(-limit)}), ${bind(limit)}) / ${bind(interval)})`,
  truncated({ sql, type }, unit) {
    const day = FIRST_DAY[unit](sql)
    if (type === 'date') return day
    return unit === 'hour' ? `substr(${sql}, 1, 13) || ':00:00.000Z'` : `${day} || 'T00:00:00.000Z'`
  },
  dateIn: (sql, timezone, bind) =>
    timezone === 'UTC' ? FIRST_DAY.day(sql) : `svc_date(${sql}, ${bind(timezone)})`,
}

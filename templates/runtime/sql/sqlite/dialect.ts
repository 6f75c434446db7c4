import type { FieldType } from '../../model.js'
import type { Dialect } from '../dialect.js'
import { decimalSortKey } from '../decimal.js'
import { sqliteCodec } from './codecs.js'
import { byWords, keysByWords, WORD_CHARACTER } from './words.js'

/** Decimals are canonical text. Their order is that of a key which a function makes; an index over the nearest double narrows it down. */
const nearest = (operand: string): string => `CAST(${operand} AS REAL)`
const decimalKey = (operand: string): string => `svc_decimal_key(${operand})`

/** Calendar units of ISO text. A week begins on Monday. */
const DAY_OF_UNIT = {
  year: (sql: string) => `substr(${sql}, 1, 4) || '-01-01'`,
  quarter: (sql: string) =>
    `substr(${sql}, 1, 5) || printf('%02d', (CAST(substr(${sql}, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01'`,
  month: (sql: string) => `substr(${sql}, 1, 7) || '-01'`,
  week: (sql: string) => `date(substr(${sql}, 1, 10), '-6 days', 'weekday 1')`,
  day: (sql: string) => `substr(${sql}, 1, 10)`,
  hour: (sql: string) => `substr(${sql}, 1, 10)`,
}

const EXACT_SUM: ReadonlySet<FieldType> = new Set(['decimal', 'big_integer'])

/** SQLite's way to say it. Text compares by code point, and null comes first, by itself. */
export const sqlite: Dialect = {
  name: 'sqlite',
  placeholder: () => '?',
  codec: sqliteCodec,
  selected: (column, type) => (type === 'big_integer' ? `CAST(${column} AS TEXT)` : column),
  generated: (table, column, isKey) =>
    isKey ? 'NULL' : `(SELECT coalesce(max(${column}), 0) + 1 FROM ${table})`,
  // A placeholder without the sign makes SQLite plan the statement anew for each limit.
  limit: (count, bind) => `LIMIT +${bind(count ?? -1)}`,
  forUpdate: '',

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
  startsWith: (sql, value, bind) => `substr(${sql}, 1, ${bind(codePoints(value))}) = ${bind(value)}`,
  endsWith: (sql, value, bind) => `substr(${sql}, -${bind(codePoints(value))}) = ${bind(value)}`,
  folded: (sql) => `svc_folded(${sql})`,
  matches: (sql, pattern, bind) => `svc_matches(${bind(pattern)}, ${sql})`,
  wordCharacter: WORD_CHARACTER,
  byWords,
  keysByWords,
  settled: (part, n) => `(?=(${part}))\\${n}`,

  items: (column) => `json_each(${column}) AS svc_item`,
  item: itemExpression,

  extreme: ({ sql, type }, direction) =>
    type === 'decimal' ? undefined : `${direction === 'asc' ? 'min' : 'max'}(${sql})`,
  sum({ sql, type }) {
    if (!EXACT_SUM.has(type)) return `coalesce(sum(${sql}), 0)`
    return `svc_exact_sum(CAST(${sql} AS TEXT))`
  },
  bucket: ({ sql }, interval, bind) => `floor(${nearest(sql)} / ${bind(interval)})`,
  truncated({ sql, type }, unit) {
    const day = DAY_OF_UNIT[unit](sql)
    if (type === 'date') return day
    return unit === 'hour' ? `substr(${sql}, 1, 13) || ':00:00.000Z'` : `${day} || 'T00:00:00.000Z'`
  },
}

function itemExpression(type: FieldType): string {
  switch (type) {
    case 'big_integer':
      return 'CAST(svc_item.value AS INTEGER)'
    case 'string':
    case 'text':
      return 'CAST(svc_item.value AS TEXT)'
    default:
      return 'svc_item.value'
  }
}

function codePoints(text: string): number {
  return [...text].length
}

import {
  BadRequest,
  UniqueViolation,
  ReferenceViolation,
  ConstraintViolation,
  invalid,
} from '../../errors.js'
import type { Row } from '../../model.js'
import { type FieldType, VALUE_TRAITS, type ValueTraits } from '../../spec/field-types.js'
import { Contention, Unavailable } from '../../store.js'
import { UNICODE, foldedSql } from './folded-sql.js'
import * as codec from '../codecs.js'
import { type Table, type Dialect, type Statement, type StatementKind, rejectedCheck } from '../table.js'

/** Booleans as sent by the server, which sends all values as text. */
const boolean: codec.Codec = {
  encode: (value) => value === true,
  decode: (stored) => stored === 't' || stored === 'true',
}

const bigInteger: codec.Codec = {
  encode: (value) => String(value),
  decode: codec.bigInteger.decode,
}

/** Datetimes such as `2015-03-14 09:26:53.5+00`. The session's time zone is UTC. */
const datetime: codec.Codec = {
  encode: codec.datetime.encode,
  decode: (stored) => {
    const moment = String(stored)
    const clock = moment.indexOf(' ') + 1
    const fraction = clock + 9
    const milliseconds = moment[fraction - 1] === '.' ? moment.slice(fraction, -3).slice(0, 3) : ''
    return `${moment.slice(0, clock - 1)}T${moment.slice(clock, clock + 8)}.${milliseconds.padEnd(3, '0')}Z`
  },
}

const time: codec.Codec = {
  encode: codec.time.encode,
  decode: (stored) => String(stored).slice(0, 8),
}

/** Binaries as `\x` and hexadecimal digits. */
const binary: codec.Codec = {
  encode: (value) => Buffer.from(String(value), 'base64'),
  decode: (stored) => Buffer.from(String(stored).slice(2), 'hex').toString('base64'),
}

const CODECS: Readonly<Record<FieldType, codec.CodecOf>> = {
  ...codec.COMMON_CODECS,
  big_integer: () => bigInteger,
  boolean: () => boolean,
  datetime: () => datetime,
  time: () => time,
  binary: () => binary,
  list: (type) => codec.list(itemCodec(type), type.itemType),
}

/** Returns the codec for list items. Datetimes in a list are stored in the form used in responses. */
function itemCodec(type: codec.ColumnType): codec.Codec {
  const item = { ...type, type: type.itemType ?? 'string' }
  return item.type === 'datetime' ? codec.datetime : postgresCodec(item)
}

export function postgresCodec(type: codec.ColumnType): codec.Codec {
  return CODECS[type.type](type)
}

/**
 * Returns whether the best plan for a statement depends on its values: rare and common words require different plans.
 */
export function dependsOnValues(text: string): boolean {
  return text.includes('svc_folded_words(')
}

/**
 * SQLSTATEs for a lost connection, insufficient resources, a shutdown, a system error, a conflict between transactions,
 * a timeout that you have set, or a server that has become a standby.
 */
const UNAVAILABLE = /^(08|53|57|58|40001|40P01|55P03|25006)/
/** SQLSTATEs for a serialization failure and a deadlock. */
export const CONTENTION = /^(40001|40P01)/

/** A server error, with the SQLSTATE in `code`. */
interface DatabaseError extends Error {
  readonly code: string
  readonly detail?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
  readonly constraint?: string | undefined
}

/** Returns whether the server sent the error. The driver throws other errors if the connection fails. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

/**
 * SQLSTATEs after which a connection cannot be used: it was lost, the server is shutting down, or it has become a
 * standby.
 */
const LOST = /^(08|57P|25006)/

export function isLost({ code }: DatabaseError): boolean {
  return LOST.test(code)
}

/** How the operator can fix a failed connection, keyed by SQLSTATE. */
const HINTS: Readonly<Record<string, string>> = {
  '28P01': 'check the user and the password in database.url',
  '28000': 'check the user in database.url, and pg_hba.conf on the server',
  '3D000': 'create it with CREATE DATABASE, or set a different database in database.url',
  '42501': 'grant the privilege to the user in database.url',
  '53300': 'lower database.pool, or raise max_connections on the server',
}

export function unavailable(error: unknown): Unavailable {
  if (error instanceof Unavailable) return error
  const [first] = error instanceof AggregateError ? error.errors : [error]
  const message = first instanceof Error ? first.message : String(first)
  const hint = isDatabaseError(error) ? HINTS[error.code] : undefined
  const Kind = isDatabaseError(error) && CONTENTION.test(error.code) ? Contention : Unavailable
  return new Kind(hint === undefined ? message : `${message}; ${hint}`, { cause: error })
}

/** Other violated constraints, such as exclusion constraints, and errors raised by triggers. */
export const CONSTRAINT = /^(23...|P0001)$/

function translate(error: unknown, table: Table, kind: StatementKind): unknown {
  if (!isDatabaseError(error)) return error
  switch (error.code) {
    case '23505':
      return new UniqueViolation(table.spec.name, table.fieldsOf(columnsOf(error.detail)))
    case '23503':
    case '23001':
      return new ReferenceViolation(kind === 'delete' ? 'referenced' : 'missing')
    case '23502':
      if (kind === 'delete') return new ReferenceViolation('referenced')
      return invalid(table.fieldsOf([error.column ?? '']), 'must not be null')
    case '23514':
      return rejectedCheck(table.fieldsOf([error.constraint ?? '']), error)
    default:
      if (UNAVAILABLE.test(error.code)) return unavailable(error)
      if (CONSTRAINT.test(error.code)) return new ConstraintViolation(error)
      if (error.code === '54000') return new BadRequest('A text is too long for the index of its field.')
      return /^(22|54)/.test(error.code) ? new BadRequest('A value is out of range.') : error
  }
}

/** Returns the columns in `Key (title, lang)=(x, y) already exists.`, whatever language the server uses. */
function columnsOf(detail: string | undefined): string[] {
  const names = /\((.*?)\)=\(/.exec(detail ?? '')?.[1] ?? ''
  return names
    .split(', ')
    .map((name) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name))
}

/** PostgreSQL allows at most 65,535 values per statement. */
const MAX_VALUES = 60_000

function insertions(table: Table, rows: readonly Row[]): Statement[] {
  const size = Math.max(1, Math.floor(MAX_VALUES / table.columns.length))
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    table.insertion(rows.slice(index * size, (index + 1) * size)),
  )
}

/** Expressions that convert list items from text, by the kind of their type. */
const ITEMS: Readonly<Record<ValueTraits['kind'], string>> = {
  text: '(svc_item.value COLLATE "C")',
  number: '(svc_item.value)::numeric',
  digits: '(svc_item.value)::numeric',
  boolean: '(svc_item.value)::boolean',
  date: '(svc_item.value)',
  time: '(svc_item.value)',
  bytes: '(svc_item.value)',
  key: '(svc_item.value)',
  list: '(svc_item.value)::jsonb',
  json: '(svc_item.value)::jsonb',
}

/** The PostgreSQL dialect. Text columns use the "C" collation, which compares by code point. */
export const postgres: Dialect = {
  name: 'postgres',
  placeholder: (n) => `$${n}`,
  codec: postgresCodec,
  translate,
  insertions,
  selected: (column) => column,
  generated: () => 'DEFAULT',
  limit: (count, bind) => `LIMIT ${bind(count ?? null)}`,
  forUpdate: { wait: ' FOR NO KEY UPDATE', skip: ' FOR NO KEY UPDATE SKIP LOCKED', delete: ' FOR UPDATE' },

  compare: ({ sql }, operator, value, bind) => `${sql} ${operator} ${bind(value)}`,
  comparesAsStored: () => true,
  oneOf: ({ sql }, values, bind) => `${sql} = ANY(${bind(values)})`,
  order({ sql, nullable }, direction) {
    if (direction === 'asc') return nullable ? `${sql} NULLS FIRST` : sql
    return nullable ? `${sql} DESC NULLS LAST` : `${sql} DESC`
  },
  contains: (sql, value, bind) => `strpos(${sql}, ${bind(value)}) > 0`,
  startsWith: (sql, value, bind) => `starts_with(${sql}, ${bind(value)})`,
  endsWith: (sql, value, bind) => `right(${sql}, ${bind([...value].length)}) = ${bind(value)}`,
  lower: (sql) => `lower(${sql} ${UNICODE})`,
  folded: foldedSql,
  words: (sql) => `' ' || regexp_replace(${foldedSql(sql)}, '\\W+', ' ', 'g') || ' '`,
  matches: (sql, pattern, bind) => `${sql} ~ ${bind(pattern)}`,
  wordCharacter: '\\w',
  items: (column) => `jsonb_array_elements_text(${column}) AS svc_item(value)`,
  item: (type) => ITEMS[VALUE_TRAITS[type].kind],

  extreme({ sql, type }, direction) {
    const { isOrdered, isSortable } = VALUE_TRAITS[type]
    return isOrdered && isSortable ? `${direction === 'asc' ? 'min' : 'max'}(${sql})` : undefined
  },
  sum: ({ sql }) => `sum(${sql})`,
  bucket: ({ sql }, { interval, limit }, bind) =>
    `floor(LEAST(GREATEST(${sql}, ${bind(-limit)}::float8), ${bind(limit)}::float8) / ${bind(interval)}::float8)`,
  truncated({ sql, type }, unit) {
    if (type === 'date') return `date_trunc('${unit}', ${sql}::timestamp)::date`
    return `date_trunc('${unit}', ${sql}, 'UTC')`
  },
  dateIn: (sql, timezone, bind) =>
    `((${sql} + (LEAST(GREATEST(${sql}, '0001-01-01 12:00Z'), '9999-12-31 10:00Z') - ${sql}))` +
    ` AT TIME ZONE ${bind(timezone)}::text)::date`,
}

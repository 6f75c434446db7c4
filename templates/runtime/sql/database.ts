import { BadRequest, ConstraintViolation } from '../errors.js'
import type { FieldType, Models, Row } from '../model.js'
import { type DialectName, dialectOf } from '../settings/dialects.js'
import type { Condition, Database, LockMode } from '../store.js'
import { listed, storedParts } from '../values/scalars.js'
import type { WordClass } from '../values/pattern.js'
import type { Migratable } from './migrations.js'
import type { OpenServers, Servers } from './postgres/database.js'
import type { SqliteFile } from './sqlite-driver.js'
import type { Bound, Codec, ColumnType, Stored, StoredRow, Table } from './table.js'

export interface SqlDatabase extends Database, Migratable {
  /** Undefined if the database is a file. */
  readonly servers?: Servers
}

/** The `database.*` settings. */
export interface DatabaseSettings {
  /** `sqlite:<file>`, `sqlite::memory:` or `postgres://…`. */
  readonly url: string
  /** SQLite only: `full` waits until each commit is on disk. */
  readonly synchronous?: 'full' | 'normal' | undefined
  /** PostgreSQL only: maximum number of connections. */
  readonly pool?: number | undefined
  /** PostgreSQL only: time limit for a statement, in seconds; 0 for none. */
  readonly statementTimeout?: number | undefined
  /** PostgreSQL only: whether statements are prepared. False is required behind PgBouncer in transaction mode. */
  readonly preparedStatements?: boolean | undefined
}

/** A condition that uses an index. If it is not exact, it also selects other rows. */
export interface IndexedCondition {
  readonly sql: string
  readonly isExact: boolean
}

/** How searches use the full-text index of a table. */
export interface FullTextIndex {
  /** Returns a condition that uses the index, or undefined if it does not support the condition. */
  condition(condition: Condition, table: Table, bind: Bind): IndexedCondition | undefined
  /** Returns a FROM item with the keys of the selected rows, or undefined if the index alone cannot provide them. */
  keys(condition: Condition, table: Table, bind: Bind): string | undefined
}

export type WrapExecutor = (executor: Executor, dialect: DialectName) => Executor

export const unwrapped: WrapExecutor = (executor) => executor

export type RegisterFunctions = (database: SqliteFile) => void

export interface DatabaseOptions {
  /** Set if columns have full-text indexes. */
  readonly fullText?: Readonly<Record<DialectName, FullTextIndex>>
  /** The functions with which migrations convert values. */
  readonly conversions?: RegisterFunctions
  readonly wrap?: WrapExecutor
  /** Opens the PostgreSQL servers. By default, `database.url` is the only one. */
  readonly openServers?: OpenServers
}

/**
 * Opens the database that a URL refers to, and loads only the driver for it. PostgreSQL connections are opened when
 * needed.
 * @throws Unavailable if an SQLite file cannot be opened
 */
export async function openDatabase(
  settings: DatabaseSettings,
  models: Models,
  options: DatabaseOptions = {},
): Promise<SqlDatabase> {
  const { url, synchronous = 'full' } = settings
  switch (dialectOf(url)) {
    case 'sqlite': {
      const { SqliteDatabase } = await import('./sqlite/database.js')
      return new SqliteDatabase(url, synchronous, models, options)
    }
    case 'postgres': {
      const { PostgresDatabase } = await import('./postgres/database.js')
      return new PostgresDatabase(settings, models, options)
    }
  }
}

/** SQL text with placeholders, and their values. */
export interface Statement {
  readonly text: string
  readonly values: readonly Bound[]
  /**
   * Set if the text is unlikely to be used again. It is then not kept prepared, and SQLite returns integers as bigints.
   */
  readonly once?: boolean
  /** Whether the statement is a search or an aggregation, which leave half of the connections to others. */
  readonly isSlow?: boolean
  /** What traces show instead of the text. */
  readonly summary?: string
}

/** Collects the values of a statement while its text is built. */
export class Values {
  readonly list: Bound[] = []
  readonly bind: Bind

  constructor(dialect: Dialect) {
    this.bind = (value) => {
      this.list.push(value)
      return dialect.placeholder(this.list.length)
    }
  }
}

export const TRANSACTION_ENDED =
  'The transaction has ended. Is an "await" missing from the code that uses it?'

/** Runs statements, either individually or in one transaction. Throws {@link Unavailable} or the driver's errors. */
export interface Executor {
  read(statement: Statement): Promise<Result>
  /** Runs all statements or none, and returns their results as one. */
  write(statements: readonly Statement[]): Promise<Result>
}

/** A column of a result. Only SQLite reports the table column that it contains, and only PostgreSQL its type. */
export interface ResultColumn {
  readonly name: string
  readonly table?: string | null
  readonly column?: string | null
  readonly dataTypeID?: number
}

export interface Result {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly StoredRow[]
  /** The number of rows that the statement returned or, without a RETURNING clause, changed. */
  readonly count: number
}

export function combined(results: readonly Result[]): Result {
  const [only, ...more] = results
  if (only !== undefined && more.length === 0) return only
  return {
    columns: results[0]?.columns ?? [],
    rows: results.flatMap(({ rows }) => rows),
    count: results.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Whether a statement deletes rows. If it does, a violated foreign key means that other rows refer to them. */
export type StatementKind = 'delete' | 'other'

/**
 * Returns the 400 error for a value that passed validation but violates a database constraint. Processors can return
 * such values.
 */
export function invalidValue(fields: readonly string[], message: string): BadRequest {
  const names = fields.length === 0 ? 'A value' : listed(fields.map((field) => `"${field}"`))
  return new BadRequest(`${names} ${message}.`, {
    errors: fields.map((field) => ({ path: `/${field}`, message })),
  })
}

/** Returns the error for a violated CHECK constraint: of a field, or one that you have added to the table. */
export function rejectedCheck(fields: readonly string[], cause: unknown): BadRequest | ConstraintViolation {
  return fields.length === 0
    ? new ConstraintViolation(cause)
    : invalidValue(fields, 'violates a database constraint')
}

/** An operand in a comparison: a column, or an item in a list. */
export interface Operand {
  readonly sql: string
  readonly type: FieldType
  readonly codec: Codec
  readonly nullable: boolean
}

/**
 * Adds a value to a statement and returns its placeholder. Must be called in the order of the placeholders in the text.
 */
export type Bind = (value: Bound) => string

export type DateUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour'

export interface Dialect extends WordClass {
  readonly name: DialectName
  placeholder(n: number): string
  codec(type: ColumnType): Codec
  /** Translates a driver error to one that does not depend on the database. Unknown errors are returned unchanged. */
  translate(error: unknown, table: Table, kind: StatementKind): unknown
  /** Returns the statements that insert rows and return them as stored, in the same order. */
  insertions(table: Table, rows: readonly Row[]): Statement[]
  selected(column: string, type: FieldType): string
  generated(table: string, column: string, isKey: boolean): string
  /** Returns the LIMIT clause for a number of rows; undefined means all. */
  limit(count: number | undefined, bind: Bind): string
  /** The clauses that make a SELECT lock its rows until the transaction ends; `delete` before a deletion. */
  readonly forUpdate: Readonly<Record<LockMode | 'delete', string>>

  /**
   * Returns the SQL that compares the operand with a value. Values are compared in their own order, not in the order of
   * their stored forms.
   */
  compare(operand: Operand, operator: '>' | '>=' | '<' | '<=', value: Stored, bind: Bind): string
  /** Returns whether the stored forms of a type's values sort in the same order as the values. */
  comparesAsStored(type: FieldType): boolean
  /**
   * Returns the SQL that tests whether the operand is one of the values. If possible, its text does not depend on the
   * number of values.
   */
  oneOf(operand: Operand, values: readonly Stored[], bind: Bind): string
  /** Returns the terms of ORDER BY. Null comes first, or last in descending order. */
  order(operand: Operand, direction: 'asc' | 'desc'): string
  /** Returns the SQL that tests whether text contains a value. Wildcards in the value have no special meaning. */
  contains(sql: string, value: string, bind: Bind): string
  startsWith(sql: string, value: string, bind: Bind): string
  endsWith(sql: string, value: string, bind: Bind): string
  lower(sql: string): string
  folded(sql: string): string
  /** Returns the SQL for the words of the folded text, each between spaces: ` the quick fox `. */
  words(sql: string): string
  /**
   * Returns the SQL condition that tests text against a regular expression built with this dialect's {@link WordClass}.
   */
  matches(sql: string, pattern: string, bind: Bind): string
  /**
   * Returns the SQL condition that folded text contains a word with at most `edits` edits. Undefined if
   * {@link matches} is fast enough.
   */
  readonly fuzzy?: (sql: string, word: string, edits: number, bind: Bind) => string
  /** Returns the FROM item with one row for each item in a list. */
  items(column: string): string
  /** Returns the expression for an item of this type in a row of {@link items}. */
  item(type: FieldType): string

  /**
   * Returns the expression for the minimum or maximum, or undefined if no function compares in the right order.
   * @param isGrouped whether it is the minimum or maximum of each group, for which an index does not help
   */
  extreme(operand: Operand, direction: 'asc' | 'desc', isGrouped: boolean): string | undefined
  /** Returns the expression for the exact sum, as text or a number. */
  sum(operand: Operand): string
  bucket(operand: Operand, interval: number, bind: Bind): string
  /** Returns the expression for the start of the calendar unit that contains the operand, in its stored form. */
  truncated(operand: Operand, unit: DateUnit): string
  /** Returns the expression for the date of a datetime in a time zone, in its stored form. */
  dateIn(sql: string, timezone: string, bind: Bind): string
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const MIDDLE = 50_000

/**
 * Returns a string that sorts like the decimal. It consists of the sign, exponent and digits. For negative numbers,
 * exponent and digits are replaced with their nines' complement, followed by a character that is greater than any
 * digit.
 */
export function decimalSortKey(text: string): string {
  const { negative, digits, exponent } = storedParts(text)
  if (digits === '') return '1'
  const magnitude = String(MIDDLE + exponent) + digits
  if (!negative) return `2${magnitude}`
  return `0${magnitude.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))}~`
}

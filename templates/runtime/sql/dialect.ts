import { BadRequest } from '../errors.js'
import type { FieldType, Row } from '../model.js'
import type { Condition } from '../store.js'
import { plainText, storedParts } from '../values/numbers.js'
import type { WordClass } from '../values/pattern.js'
import type { Bound, Codec, ColumnType, Stored, StoredRow, Table } from './table.js'

/** A text with placeholders, and the values for these. */
export interface Statement {
  readonly text: string
  readonly values: readonly Bound[]
}

/** The values of a statement, gathered while its text is put together. */
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

/** At once where the driver does not wait. */
export type Answer<T> = T | Promise<T>

/** Goes on with an answer, at once where it is there. */
export function onAnswer<A, B>(answer: Answer<A>, next: (value: A) => B): Answer<B> {
  return answer instanceof Promise ? answer.then(next) : next(answer)
}

/** Runs statements, each by itself or all in one transaction. Fails with {@link Unavailable}, or with the driver's own errors. */
export interface Executor {
  first(text: string, values: readonly Bound[]): Answer<StoredRow | undefined>
  all(text: string, values: readonly Bound[]): Answer<readonly StoredRow[]>
  /** A statement that writes; answers the rows of its RETURNING. */
  write(text: string, values: readonly Bound[]): Answer<readonly StoredRow[]>
  /** A statement that writes; answers how many rows it changed. */
  change(text: string, values: readonly Bound[]): Answer<number>
  /** Inserts all or none; answers the rows as stored, in the same order. */
  insert(table: Table, rows: readonly Row[]): Answer<readonly StoredRow[]>
}

/** What a statement did when the database refused it. */
export type Intent = 'write' | 'delete'

/** An engine's way to say what went wrong: the error to throw in place of the driver's. */
export type Translate = (error: unknown, table: Table, intent: Intent) => unknown

/** A 400 for a value that passed validation and that a constraint of the database refuses, as a processor may make. */
export function refusedValue(fields: readonly string[], problem: string): BadRequest {
  const detail = fields.length === 0 ? `a value ${problem}` : `${fields.join(', ')} ${problem}`
  return new BadRequest(detail, { errors: fields.map((field) => ({ path: `/${field}`, message: problem })) })
}

/** Something that can be compared: a column, or an item of a list. */
export interface Operand {
  readonly sql: string
  readonly type: FieldType
  readonly codec: Codec
  /** False where it always has a value. */
  readonly nullable: boolean
}

/** Takes the value of the next placeholder of a statement and answers that placeholder; called in the order of the text. */
export type Bind = (value: Bound) => string

export type DateUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour'

/** The SQL in which the engines differ. */
export interface Dialect extends WordClass {
  readonly name: 'sqlite' | 'postgres'
  /** For the n-th value of a statement, from 1. */
  placeholder(n: number): string
  codec(type: ColumnType): Codec
  /** A column as it is asked for. */
  selected(column: string, type: FieldType): string
  /** What stands for the value of an id_field in an INSERT. */
  generated(table: string, column: string, isKey: boolean): string
  /** At most so many rows; undefined: all. */
  limit(count: number | undefined, bind: Bind): string
  /** Appended to a SELECT to keep its rows as they are until the transaction's end. */
  readonly forUpdate: string

  /** `gt`, `gte`, `lt`, `lte`: by the order of the values. */
  compare(operand: Operand, operator: '>' | '>=' | '<' | '<=', value: Stored, bind: Bind): string
  /** Whether values of a type compare by their order as they are stored. */
  comparesAsStored(type: FieldType): boolean
  /** The operand is among the values: one text for any number of them. */
  oneOf(operand: Operand, values: readonly Stored[], bind: Bind): string
  /** The terms by which rows are ordered: no value first, last when descending. */
  order(operand: Operand, direction: 'asc' | 'desc'): string
  /** Text functions. All take `%`, `_` and `*` as they are. */
  contains(sql: string, value: string, bind: Bind): string
  startsWith(sql: string, value: string, bind: Bind): string
  endsWith(sql: string, value: string, bind: Bind): string
  /** Lower case of any script. */
  folded(sql: string): string
  /** A regular expression made with this dialect's {@link WordClass}. */
  matches(sql: string, pattern: string, bind: Bind): string
  /** A condition over words by the table's full-text index; undefined where there is none, or it does not tell. */
  byWords(condition: Condition, table: Table, bind: Bind): string | undefined
  /** What stands behind `FROM` for the keys of the rows that a condition selects, where the full-text index alone knows them; no other columns. */
  keysByWords(condition: Condition, table: Table, bind: Bind): string | undefined
  /** `FROM` of a list's items, and an item of them. */
  items(column: string): string
  item(type: FieldType): string

  /** The least value of all, or the greatest; undefined where there is no function that compares as the order does. */
  extreme(operand: Operand, direction: 'asc' | 'desc'): string | undefined
  /** Exact sum, as text or number. */
  sum(operand: Operand): string
  /** Number of the interval in which the operand lies. */
  bucket(operand: Operand, interval: number, bind: Bind): string
  /** The start of the calendar unit in which the operand lies, in the form in which it is stored. */
  truncated(operand: Operand, unit: DateUnit): string
}

/** A name of the schema, quoted. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const MIDDLE = 50_000

/**
 * A text for a decimal, such that texts compare as the numbers do: sign, exponent, digits; for negative numbers the nines' complement of
 * these, ended by what is greater than any digit.
 */
export function decimalSortKey(text: string): string {
  const { negative, digits, exponent } = storedParts(text)
  if (digits === '') return '1'
  const magnitude = String(MIDDLE + exponent) + digits
  if (!negative) return `2${magnitude}`
  return `0${magnitude.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))}~`
}

/** Adds canonical decimals without losing a digit. */
export class DecimalSum {
  #total = 0n
  #scale = 0

  add(canonical: string): void {
    const [whole = '0', fraction = ''] = canonical.split('.')
    if (fraction.length > this.#scale) {
      this.#total *= 10n ** BigInt(fraction.length - this.#scale)
      this.#scale = fraction.length
    }
    this.#total += BigInt(whole + fraction.padEnd(this.#scale, '0'))
  }

  /** The sum, canonical. */
  result(): string {
    return plainText(storedParts(`${this.#total}e-${this.#scale}`))
  }
}

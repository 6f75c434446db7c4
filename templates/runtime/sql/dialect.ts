import type { Condition } from '../condition.js'
import type { FieldType } from '../model.js'
import type { WordClass } from '../text/pattern.js'
import type { Bound, Codec, ColumnType, Stored } from './codec.js'
import type { Table } from './table.js'

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

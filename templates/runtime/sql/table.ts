import { type BadRequest, ConstraintViolation, invalid } from '../errors.js'
import type { Json } from '../json.js'
import type { ModelSpec, Models, Row } from '../model.js'
import type { DialectName } from '../spec/dialects.js'
import type { FieldType } from '../spec/field-types.js'
import type { Condition, LockMode } from '../store.js'
import type { WordClass } from '../values/pattern.js'
import { storedParts } from '../values/scalars.js'
import type { Bound, Codec, ColumnType, Stored, StoredRow } from './codecs.js'

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

/** The values of a statement, and the function that adds one while its text is built. */
export interface Values {
  readonly list: readonly Bound[]
  readonly bind: Bind
}

export function noValues(dialect: Dialect): Values {
  const list: Bound[] = []
  return { list, bind: (value) => dialect.placeholder(list.push(value)) }
}

/** Runs statements. Throws {@link Unavailable} or the driver's errors. */
export interface Executor {
  read(statement: Statement): Promise<Result>
  write(statement: Statement): Promise<Result>
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

/** Whether a statement deletes rows. If it does, a violated foreign key means that other rows refer to them. */
export type StatementKind = 'delete' | 'other'

/** Returns the error for a violated CHECK constraint: of a field, or one that you have added to the table. */
export function rejectedCheck(fields: readonly string[], cause: unknown): BadRequest | ConstraintViolation {
  return fields.length === 0
    ? new ConstraintViolation(cause)
    : invalid(fields, 'violates a database constraint')
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
  bucket(operand: Operand, by: { interval: number; limit: number }, bind: Bind): string
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

/** The column of a stored field or foreign key. `sql` is its qualified name. */
export interface Column extends Operand {
  readonly field: string
  /** The column's name in the database, unquoted and quoted. */
  readonly name: string
  readonly quoted: string
  readonly spec: ColumnType
  readonly indexed: boolean
  readonly words: boolean
  readonly generated: boolean
}

/** The full-text indexes of each dialect. */
export type FullTextIndexes = Readonly<Record<DialectName, FullTextIndex>>

/** A model's table, with the statements that are the same for all requests. */
export class Table {
  readonly spec: ModelSpec
  readonly dialect: Dialect
  readonly fullText: FullTextIndex | undefined
  readonly sql: string
  readonly columns: readonly Column[]
  readonly key: Column
  /** The columns of a SELECT or RETURNING clause, in the order in which {@link decode} reads them. */
  readonly selection: string
  readonly findByKey: string
  readonly deleteByKey: string
  readonly #byField: ReadonlyMap<string, Column>

  constructor(spec: ModelSpec, dialect: Dialect, fullText: FullTextIndex | undefined) {
    this.spec = spec
    this.dialect = dialect
    this.fullText = fullText
    this.sql = quoted(spec.table)
    this.columns = columnsOf(spec, dialect)
    this.#byField = new Map(this.columns.map((column) => [column.field, column]))
    this.key = this.column(spec.key)
    this.selection = this.columns.map((column) => dialect.selected(column.quoted, column.type)).join(', ')
    this.findByKey = `SELECT ${this.selection} FROM ${this.sql} WHERE ${this.key.quoted} = ${dialect.placeholder(1)}`
    this.deleteByKey = `DELETE FROM ${this.sql} WHERE ${this.key.quoted} = ${dialect.placeholder(1)}`
  }

  readonly decode = (stored: StoredRow): Row => {
    const row: Record<string, Json> = {}
    this.columns.forEach((column, index) => {
      row[column.field] = decoded(column, stored[index])
    })
    return row
  }

  /** @throws TypeError for an unknown field */
  column(field: string): Column {
    const column = this.#byField.get(field)
    if (column === undefined) throw new TypeError(`Unknown stored field ${field} in ${this.spec.name}`)
    return column
  }

  /** Returns the fields whose columns have these names in the database. */
  fieldsOf(names: readonly string[]): string[] {
    return this.columns.filter(({ name }) => names.includes(name)).map(({ field }) => field)
  }

  /** Returns the statement that inserts rows. Values that are generated and not given are left to the database. */
  insertion(rows: readonly Row[]): Statement {
    const { list, bind } = noValues(this.dialect)
    const tuples = rows.map((row) => {
      const items = this.columns.map((column) => {
        const value = row[column.field] ?? null
        if (column.generated && value === null)
          return this.dialect.generated(this.sql, column.quoted, column === this.key)
        const bound = bind(encoded(column, value))
        return column.spec.given?.(this.dialect.name, this.sql, column.name, bound) ?? bound
      })
      return `(${items.join(', ')})`
    })
    const names = this.columns.map((column) => column.quoted).join(', ')
    const text = `INSERT INTO ${this.sql} (${names}) VALUES ${tuples.join(', ')} RETURNING ${this.selection}`
    return { text, values: list, once: rows.length > 1, summary: `INSERT INTO ${this.sql}` }
  }

  /** Returns the assignments of an UPDATE statement, or an empty string if there are no changes. */
  assignments(changes: Row, bind: Bind): string {
    return this.columns
      .filter(({ field }) => Object.hasOwn(changes, field))
      .map((column) => `${column.quoted} = ${bind(encoded(column, changes[column.field]))}`)
      .join(', ')
  }
}

export function encoded(column: Operand, value: Json | undefined): Stored {
  return value === null || value === undefined ? null : column.codec.encode(value)
}

export function decoded(column: Operand, stored: Stored | undefined): Json {
  return stored === null || stored === undefined ? null : column.codec.decode(stored)
}

export type Tables = ReadonlyMap<string, Table>

/** @throws TypeError for an unknown model */
export function tableOf(tables: Tables, model: string): Table {
  const table = tables.get(model)
  if (table === undefined) throw new TypeError(`Unknown model ${model}`)
  return table
}

export function tablesOf(models: Models, dialect: Dialect, fullText?: FullTextIndexes): Tables {
  const index = fullText?.[dialect.name]
  return new Map(Object.values(models).map((spec) => [spec.name, new Table(spec, dialect, index)]))
}

function columnsOf(spec: ModelSpec, dialect: Dialect): Column[] {
  const columnOf = (field: string, name: string, type: ColumnType) => ({
    field,
    name,
    quoted: quoted(name),
    sql: `${quoted(spec.table)}.${quoted(name)}`,
    type: type.type,
    spec: type,
    codec: dialect.codec(type),
  })
  const columns: Column[] = []
  for (const [field, fieldSpec] of Object.entries(spec.fields)) {
    if (fieldSpec.column === null) continue
    const isKey = field === spec.key
    columns.push({
      ...columnOf(field, fieldSpec.column, fieldSpec),
      nullable: fieldSpec.required !== true && !isKey,
      indexed: fieldSpec.index === true || fieldSpec.unique === true || isKey,
      words: fieldSpec.words === true,
      generated: fieldSpec.type === 'id_field' || fieldSpec.given !== undefined,
    })
  }
  for (const [field, relation] of Object.entries(spec.relations)) {
    if (relation.side !== 'holder') continue
    columns.push({
      ...columnOf(field, relation.column, { type: relation.keyType }),
      nullable: !relation.required,
      indexed: true,
      words: false,
      generated: false,
    })
  }
  return columns
}

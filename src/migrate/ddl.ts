import type { OnDelete } from '../ir/index.js'
import { columnLiteral } from './literal.js'
import { constraintName, quoted } from './names.js'
import { type Column, keyOf, type Reference, type Table } from './shape.js'

export type Dialect = 'sqlite' | 'postgres'

/** An index of a table by its name; `sql` creates it. */
export interface Index {
  readonly name: string
  readonly sql: string
}

const ON_DELETE: Readonly<Record<OnDelete, string>> = {
  nullify: ' ON DELETE SET NULL',
  cascade: ' ON DELETE CASCADE',
  restrict: '',
}

/** `REFERENCES "user" ("username") ON DELETE SET NULL`. A deletion is refused at the statement's end, so that rows can go together. */
export function referencesSql({ table, column, onDelete }: Reference): string {
  return `REFERENCES ${quoted(table)} (${quoted(column)})${ON_DELETE[onDelete]}`
}

/** What a value must satisfy; null where any will do. The constraint is called as the column, by which the service tells the field. */
export function checkSql(column: Column, dialect: Dialect): string | null {
  const name = quoted(column.name)
  const length = dialect === 'sqlite' ? `length(${name})` : `char_length(${name})`
  const { choices, minLength, maxLength } = column
  const rules = [
    choices &&
      choices.length > 0 &&
      `${name} IN (${choices.map((choice) => columnLiteral(choice, column, dialect)).join(', ')})`,
    minLength !== null && minLength > 0 && `${length} >= ${minLength}`,
    maxLength !== null && dialect === 'sqlite' && `${length} <= ${maxLength}`,
    column.type === 'boolean' && dialect === 'sqlite' && `${name} IN (0, 1)`,
  ].filter((rule) => typeof rule === 'string')
  return rules.length === 0 ? null : `CONSTRAINT ${name} CHECK (${rules.join(' AND ')})`
}

/** The index of a column, unique or not; null where it has none. */
function indexOf(table: Table, column: Column, dialect: Dialect): Index | null {
  if (!column.unique && !column.index) return null
  const name = constraintName(table.name, column.name, column.unique ? 'key' : 'idx')
  const create = `CREATE ${column.unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(table.name)}`
  return {
    name,
    sql: `${create} (${column.unique ? quoted(column.name) : indexedSql(table, column, dialect)});`,
  }
}

/** In the order in which rows are sorted: no value first, ties by the key (which SQLite's indexes hold where it is an integer). */
function indexedSql(table: Table, column: Column, dialect: Dialect): string {
  const key = keyOf(table)
  const tie = dialect === 'sqlite' && key.type === 'id_field' ? '' : `, ${quoted(key.name)}`
  if (dialect === 'postgres') return `${quoted(column.name)}${column.required ? '' : ' NULLS FIRST'}${tie}`
  return column.type === 'decimal'
    ? `CAST(${quoted(column.name)} AS REAL)${tie}`
    : `${quoted(column.name)}${tie}`
}

/** PostgreSQL's index of a column's words; null where it has none. SQLite has one for the whole table. */
function wordsIndexOf(table: Table, column: Column): Index | null {
  if (!column.words) return null
  const name = constraintName(table.name, column.name, 'words')
  const on = `${quoted(table.name)} USING gin (svc_words(${quoted(column.name)}))`
  return { name, sql: `CREATE INDEX ${quoted(name)} ON ${on};` }
}

/** The indexes of a column. */
export function columnIndexes(table: Table, column: Column, dialect: Dialect): Index[] {
  const words = dialect === 'postgres' ? wordsIndexOf(table, column) : null
  return [indexOf(table, column, dialect), words].filter((index) => index !== null)
}

/** The indexes of a table's columns. */
export function indexesOf(table: Table, dialect: Dialect): Index[] {
  return table.columns.flatMap((column) => columnIndexes(table, column, dialect))
}

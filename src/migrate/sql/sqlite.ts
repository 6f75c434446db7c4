import { checkSql, indexesOf, referencesSql } from './ddl.js'
import { quoted } from './names.js'
import type { Column, Table } from '../shape/shape.js'
import { createSqliteWords, hasRowColumn, rowColumnOf } from './sqlite-words.js'

const TYPES: Readonly<Record<Column['type'], string>> = {
  id_field: 'INTEGER',
  string: 'TEXT',
  text: 'TEXT',
  integer: 'INTEGER',
  small_integer: 'INTEGER',
  big_integer: 'INTEGER',
  float: 'REAL',
  decimal: 'TEXT',
  boolean: 'INTEGER',
  date: 'TEXT',
  datetime: 'TEXT',
  time: 'TEXT',
  interval: 'INTEGER',
  binary: 'BLOB',
  choice: 'TEXT',
  list: 'TEXT',
  dict: 'TEXT',
  pickle: 'TEXT',
}

/** A column's definition in CREATE TABLE and ADD COLUMN. `isNumbered`: a number of its own identifies each row, so that a key is unique, no more. */
export function sqliteColumn(column: Column, isNumbered = false): string {
  const isGenerated = column.isKey && column.type === 'id_field'
  return [
    quoted(column.name),
    TYPES[column.type],
    column.required && 'NOT NULL',
    column.isKey && (isNumbered ? 'UNIQUE' : 'PRIMARY KEY'),
    isGenerated && 'AUTOINCREMENT',
    checkSql(column, 'sqlite'),
    column.references && referencesSql(column.references),
  ]
    .filter((part) => typeof part === 'string')
    .join(' ')
}

/** The statement that creates a table, without its indexes. */
export function sqliteTable(table: Table): string {
  const isNumbered = hasRowColumn(table)
  const lines = [
    ...(isNumbered ? [`${quoted(rowColumnOf(table))} INTEGER PRIMARY KEY`] : []),
    ...table.columns.map((column) => sqliteColumn(column, isNumbered)),
  ]
  return `CREATE TABLE ${quoted(table.name)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`
}

/** Creates tables with their indexes. Foreign keys may refer to tables that are yet to come. */
export function createSqliteTable(table: Table): string[] {
  return [
    sqliteTable(table),
    ...indexesOf(table, 'sqlite').map((index) => index.sql),
    ...createSqliteWords(table),
  ]
}

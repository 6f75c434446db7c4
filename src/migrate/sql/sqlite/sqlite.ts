import { checkSql, indexesOf, referencesSql } from '../ddl.js'
import { quoted } from '../names.js'
import type { Column, Table } from '../../shape/shape.js'
import { createSqliteWords, hasRowColumn, rowColumnOf, sqliteTypes } from './words.js'

/**
 * Returns a column's definition for CREATE TABLE and ADD COLUMN. If `isNumbered`, the primary key of the rows is a
 * separate number, and the model's key has only a UNIQUE constraint.
 */
export function sqliteColumn(column: Column, isNumbered = false): string {
  const isGenerated = column.isKey && column.type === 'id_field'
  return [
    quoted(column.name),
    sqliteTypes[column.type],
    column.required && 'NOT NULL',
    column.isKey && (isNumbered ? 'UNIQUE' : 'PRIMARY KEY'),
    isGenerated && 'AUTOINCREMENT',
    checkSql(column, 'sqlite'),
    column.references && referencesSql(column.references),
  ]
    .filter((part) => typeof part === 'string')
    .join(' ')
}

/** Returns the statement that creates a table, without its indexes. */
export function sqliteTable(table: Table): string {
  const isNumbered = hasRowColumn(table)
  const lines = [
    ...(isNumbered ? [`${quoted(rowColumnOf(table))} INTEGER PRIMARY KEY`] : []),
    ...table.columns.map((column) => sqliteColumn(column, isNumbered)),
  ]
  return `CREATE TABLE ${quoted(table.name)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`
}

/** Returns the statements that create a table. Foreign keys can refer to tables that do not exist yet. */
export function createSqliteTable(table: Table): string[] {
  return [
    sqliteTable(table),
    ...indexesOf(table, 'sqlite').map((index) => index.sql),
    ...createSqliteWords(table),
  ]
}

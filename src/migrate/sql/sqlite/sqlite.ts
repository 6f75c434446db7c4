import { checkSql, indexesOf, referencesSql } from '../ddl.js'
import { quoted } from '../names.js'
import type { Column, Table } from '../../shape/shape.js'
import { createSqliteWords, hasRowColumn, rowColumnOf, sqliteTypes } from './words.js'

/** If `isNumbered`, the rows have a number as their primary key, and the model's key is only UNIQUE. */
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

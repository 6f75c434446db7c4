import { type Column, keyOf, type Table } from './shape.js'

/** Types of keys that are SQLite's own number of a row (https://www.sqlite.org/lang_createtable.html#rowid). */
const ROW_NUMBERS: ReadonlySet<Column['type']> = new Set([
  'id_field',
  'integer',
  'small_integer',
  'big_integer',
  'boolean',
  'interval',
])

/** The column that numbers rows where the key does not. */
const ROW = '_svc_row'

/** Whether a table needs a number for its rows beside their key: only such a number stays for ever, and the full-text index refers to it. */
export function hasRowColumn(table: Table): boolean {
  return table.columns.some((column) => column.words) && !ROW_NUMBERS.has(keyOf(table).type)
}

/** The column with the number of a row. */
export function rowColumnOf(table: Table): string {
  return hasRowColumn(table) ? ROW : keyOf(table).name
}

import { quoted } from '../names.js'
import { type Column, keyOf, type Table, type WordsFunction } from '../../shape/shape.js'

/**
 * Returns the statements for SQLite's full-text index, which consists of a contentless FTS5 table and the triggers that
 * update it. The service splits text into words itself (`svc_folded_words`), so that the index and the rest of a query
 * agree on what a word is.
 */
export function createSqliteWords(table: Table): string[] {
  const columns = wordColumns(table)
  if (columns.length === 0) return []
  const words = quoted(wordsName(table))
  const on = `ON ${quoted(table.name)}`
  const row = quoted(rowColumnOf(table))
  const changed = columns.map(({ name }) => `old.${name} IS NOT new.${name}`)
  const sets = columns.map(({ name, inIndex, words }) => `${inIndex} = ${words}(new.${name})`)
  const trigger = (event: string, when: string, statement: string): string =>
    `CREATE TRIGGER ${quoted(triggerName(table, event))} AFTER ${when} BEGIN\n  ${statement};\nEND;`
  return [
    `CREATE VIRTUAL TABLE ${words} USING fts5(\n  ${columns.map(({ inIndex }) => `${inIndex}, `).join('')}content='', contentless_delete=1, tokenize="ascii tokenchars '_'"\n);`,
    trigger(
      'insert',
      `INSERT ${on}`,
      `${insertSql(table)}\n  VALUES (new.${row}, ${columns.map(({ name, words }) => `${words}(new.${name})`).join(', ')})`,
    ),
    trigger(
      'update',
      `UPDATE OF ${columns.map(({ name }) => name).join(', ')} ${on}\nWHEN ${changed.join(' OR ')}`,
      `UPDATE ${words} SET ${sets.join(', ')} WHERE rowid = old.${row}`,
    ),
    trigger('delete', `DELETE ${on}`, `DELETE FROM ${words} WHERE rowid = old.${row}`),
  ]
}

export function fillSqliteWords(table: Table): string[] {
  const columns = wordColumns(table)
  if (columns.length === 0) return []
  const values = columns.map(({ name, words }) => `${words}(${name})`).join(', ')
  return [
    `${insertSql(table)}\n  SELECT ${quoted(rowColumnOf(table))}, ${values} FROM ${quoted(table.name)};`,
  ]
}

/** Returns the statements that revert {@link createSqliteWords}. */
export function dropSqliteWords(table: Table): string[] {
  if (wordColumns(table).length === 0) return []
  return [
    ...['insert', 'update', 'delete'].map((event) => `DROP TRIGGER ${quoted(triggerName(table, event))};`),
    `DROP TABLE ${quoted(wordsName(table))};`,
  ]
}

/** Returns the indexed columns and their names in the index, whose prefix keeps them apart from FTS5's own names. */
function wordColumns(
  table: Table,
): { readonly name: string; readonly inIndex: string; readonly words: WordsFunction }[] {
  return table.columns.flatMap(({ name, words }) =>
    words === null ? [] : [{ name: quoted(name), inIndex: quoted(`in_${name}`), words }],
  )
}

function insertSql(table: Table): string {
  const inIndex = wordColumns(table).map(({ inIndex }) => inIndex)
  return `INSERT INTO ${quoted(wordsName(table))} (rowid, ${inIndex.join(', ')})`
}

function wordsName(table: Table): string {
  return `_svc_words_${table.name}`
}

function triggerName(table: Table, event: string): string {
  return `${wordsName(table)}_${event}`
}

/** A key of type INTEGER is SQLite's rowid (https://www.sqlite.org/lang_createtable.html#rowid). */
export const sqliteTypes: Readonly<Record<Column['type'], string>> = {
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

/** The column that contains the row number, for tables whose key is not the rowid. */
const ROW = '_svc_row'

/** Returns whether a table needs a row number besides its key, for the full-text index. */
export function hasRowColumn(table: Table): boolean {
  return table.columns.some((column) => column.words !== null) && sqliteTypes[keyOf(table).type] !== 'INTEGER'
}

export function rowColumnOf(table: Table): string {
  return hasRowColumn(table) ? ROW : keyOf(table).name
}

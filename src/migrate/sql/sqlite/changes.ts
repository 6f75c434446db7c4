import { convertedSql, fillSql } from '../values.js'
import { checkSql, createIndexes, dropIndexes, indexesOf, renameStatements, referencesSql } from '../ddl.js'
import { createdTables, droppedTables } from '../../shape/match.js'
import { type Column, isGenerated, type Table, type TableMatch } from '../../shape/shape.js'
import { type Aspect, aspectsOf } from '../../steps/step.js'
import { quoted } from '../names.js'
import { type KeptColumn, type KeptTable, keptTables } from '../../shape/renamed.js'
import {
  createSqliteWords,
  dropSqliteWords,
  fillSqliteWords,
  hasRowColumn,
  rowColumnOf,
  sqliteTypes,
} from './words.js'

/** Returns the temporary name that a table has while it is rebuilt. SQLite's error messages contain this name. */
const rebuiltName = (table: string): string => `_svc_rebuilt_${table}`

/** Returns the statements that migrate a SQLite database. Foreign keys must be disabled while the statements run. */
export function renderSqlite(matches: readonly TableMatch[]): string {
  const kept = keptTables(matches)
  const remaining = matches.filter(({ after }) => after !== null)
  const statements = [
    // Rebuilding a table would also drop its indexes.
    ...kept.flatMap(({ before, after, reusesNames }) =>
      dropIndexes(indexesOf(before, 'sqlite'), reusesNames ? [] : indexesOf(after, 'sqlite')),
    ),
    ...kept.flatMap((table) => (changesWords(table) ? dropSqliteWords(table.before) : [])),
    ...droppedTables(matches).flatMap((table) => [
      ...dropSqliteWords(table),
      `DROP TABLE ${quoted(table.name)};`,
    ]),
    ...renameStatements(remaining),
    ...createdTables(matches).flatMap(createSqliteTable),
    ...kept.flatMap(changeTable),
    ...kept.flatMap((table) =>
      changesWords(table) ? [...createSqliteWords(table.after), ...fillSqliteWords(table.after)] : [],
    ),
  ]
  return statements.join('\n\n')
}

/** Returns whether the full-text index must be recreated because its table is rebuilt or its definition changes. */
function changesWords(table: KeptTable): boolean {
  if (isRebuilt(table) || table.reusesNames) return true
  const [before, after] = [createSqliteWords(table.before), createSqliteWords(table.after)]
  return before.join() !== after.join()
}

function isRebuilt(table: KeptTable): boolean {
  return (
    hasRowColumn(table.before) !== hasRowColumn(table.after) ||
    table.columns.some((column) => needsRebuild(column, table))
  )
}

function changeTable(table: KeptTable): string[] {
  const needsNewTable = isRebuilt(table)
  const existing = needsNewTable || table.reusesNames ? [] : indexesOf(table.before, 'sqlite')
  return [
    ...(needsNewTable ? rebuild(table) : addColumns(table)),
    ...createIndexes(existing, indexesOf(table.after, 'sqlite')),
  ]
}

/** Aspects that are not part of the table definition. */
const OUTSIDE_THE_TABLE: ReadonlySet<Aspect> = new Set(['unique', 'index', 'words'])

/** Only nullable columns can be added, and checks are named after their column, which then cannot be renamed. */
function needsRebuild({ before, after }: KeptColumn, table: KeptTable): boolean {
  if (after === null) return true
  if (before === null) return after.required || after.isKey
  const isRenamed = table.reusesNames || !table.before.columns.some((column) => column.name === after.name)
  if (isRenamed && checkSql(after, 'sqlite') !== null) return true
  return aspectsOf(before, after).some(({ aspect }) => !OUTSIDE_THE_TABLE.has(aspect))
}

function addColumns({ after: table, columns }: KeptTable): string[] {
  return columns.flatMap(({ before, after }) =>
    before === null && after !== null
      ? [`ALTER TABLE ${quoted(table.name)} ADD COLUMN ${sqliteColumn(after)};`]
      : [],
  )
}

/** Rebuilds a table with its rows and its last key (https://www.sqlite.org/lang_altertable.html#otheralter). */
function rebuild({ after: table, columns }: KeptTable): string[] {
  const values = columns.flatMap((column) =>
    column.after === null ? [] : [{ name: quoted(column.after.name), value: valueSql(column) }],
  )
  const names = values.map(({ name }) => name).join(', ')
  const isNumbered = columns.some(({ before, after }) =>
    [before, after].every((column) => column?.isKey && isGenerated(column)),
  )
  const rebuilt = rebuiltName(table.name)
  return [
    sqliteTable({ ...table, name: rebuilt }),
    ...(isNumbered
      ? [
          `INSERT INTO sqlite_sequence (name, seq)\n  SELECT '${rebuilt.replaceAll("'", "''")}', seq FROM sqlite_sequence WHERE name = '${table.name.replaceAll("'", "''")}';`,
        ]
      : []),
    `INSERT INTO ${quoted(rebuilt)} (${names})\n  SELECT ${values.map(({ value }) => value).join(', ')} FROM ${quoted(table.name)};`,
    `DROP TABLE ${quoted(table.name)};`,
    'PRAGMA legacy_alter_table = ON;',
    `ALTER TABLE ${quoted(rebuilt)} RENAME TO ${quoted(table.name)};`,
    'PRAGMA legacy_alter_table = OFF;',
  ]
}

/** Returns a column's value in the rebuilt table. A new generated number that is not the key is the row number. */
function valueSql({ before, after }: KeptColumn): string {
  if (after === null) return 'NULL'
  if (before !== null) return convertedSql(before, after, 'sqlite')
  if (after.type === 'id_field' && !after.isKey && after.references === null) return 'row_number() OVER ()'
  return (after.required ? fillSql(after, 'sqlite') : null) ?? 'NULL'
}

/** If `isNumbered`, the rows have a number as their primary key, and the model's key is only UNIQUE. */
function sqliteColumn(column: Column, isNumbered = false): string {
  return [
    quoted(column.name),
    sqliteTypes[column.type],
    column.required && 'NOT NULL',
    column.isKey && (isNumbered ? 'UNIQUE' : 'PRIMARY KEY'),
    column.isKey && isGenerated(column) && 'AUTOINCREMENT',
    checkSql(column, 'sqlite'),
    column.references && referencesSql(column.references),
  ]
    .filter((part) => typeof part === 'string')
    .join(' ')
}

/** Returns the statement that creates a table, without its indexes. */
function sqliteTable(table: Table): string {
  const isNumbered = hasRowColumn(table)
  const lines = [
    ...(isNumbered ? [`${quoted(rowColumnOf(table))} INTEGER PRIMARY KEY`] : []),
    ...table.columns.map((column) => sqliteColumn(column, isNumbered)),
  ]
  return `CREATE TABLE ${quoted(table.name)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`
}

/** Returns the statements that create a table. Foreign keys can refer to tables that do not exist yet. */
function createSqliteTable(table: Table): string[] {
  return [
    sqliteTable(table),
    ...indexesOf(table, 'sqlite').map((index) => index.sql),
    ...createSqliteWords(table),
  ]
}

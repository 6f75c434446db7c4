import type { OnDelete } from '../../ir/index.js'
import { type Dialect, type Index, SQL } from './dialects.js'
import { columnLiteral } from './values.js'
import { constraintName, groupName, quoted } from './names.js'
import type { TableMatch, Column, Reference, Table } from '../shape/shape.js'
import { inRenameOrder, renamingsOf } from '../shape/renamed.js'

const ON_DELETE: Readonly<Record<OnDelete, string>> = {
  nullify: ' ON DELETE SET NULL',
  cascade: ' ON DELETE CASCADE',
  restrict: '',
}

/** Returns a clause such as `REFERENCES "user" ("username")`. It is checked at the end of each statement. */
export function referencesSql({ table, column, onDelete }: Reference): string {
  return `REFERENCES ${quoted(table)} (${quoted(column)})${ON_DELETE[onDelete]}`
}

/** Returns a column's check, which has the column's name, so that the service finds the field of a violation. */
export function checkSql(column: Column, dialect: Dialect): string | null {
  const name = quoted(column.name)
  const { choices, minLength } = column
  const { lengthFunction, checks } = SQL[dialect]
  const literals = (choices ?? []).map((choice) => columnLiteral(choice, column, dialect))
  const rules = [
    ...(literals.length === 0 ? [] : [`${name} IN (${literals.join(', ')})`]),
    ...(minLength === null || minLength === 0 ? [] : [`${lengthFunction}(${name}) >= ${minLength}`]),
    ...checks(column),
  ]
  return rules.length === 0 ? null : `CONSTRAINT ${name} CHECK (${rules.join(' AND ')})`
}

function indexOf(table: Table, column: Column, dialect: Dialect): Index | null {
  if (!column.unique && !column.index) return null
  const name = constraintName(table.name, column.name, column.unique ? 'key' : 'idx')
  const create = `CREATE ${column.unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(table.name)}`
  const indexed = column.unique ? quoted(column.name) : SQL[dialect].sorted(column, table)
  return { name, sql: `${create} (${indexed});` }
}

export function columnIndexes(table: Table, column: Column, dialect: Dialect): Index[] {
  const indexes = [indexOf(table, column, dialect), SQL[dialect].wordsIndex(column, table)]
  return indexes.filter((index) => index !== null)
}

export function indexesOf(table: Table, dialect: Dialect): Index[] {
  return [...table.columns.flatMap((column) => columnIndexes(table, column, dialect)), ...groupIndexes(table)]
}

/** Returns the statements that drop removed and changed indexes. */
export function dropIndexes(before: readonly Index[], after: readonly Index[]): string[] {
  const kept = new Set(after.map(({ sql }) => sql))
  return before.filter(({ sql }) => !kept.has(sql)).map(({ name }) => `DROP INDEX ${quoted(name)};`)
}

/** Returns the statements that create new and changed indexes. */
export function createIndexes(before: readonly Index[], after: readonly Index[]): string[] {
  const existing = new Set(before.map(({ sql }) => sql))
  return after.map(({ sql }) => sql).filter((sql) => !existing.has(sql))
}

/** Returns the multi-column indexes on a table. A unique index allows equal rows if one of their values is null. */
export function groupIndexes({ name: table, groups = [] }: Table): Index[] {
  return groups.map(({ columns, unique }) => {
    const name = groupName(table, columns, unique)
    const on = `${quoted(table)} (${columns.map(quoted).join(', ')})`
    return { name, sql: `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${on};` }
  })
}

/** Returns the statements that rename tables and columns, in an order that avoids collisions. */
export function renameStatements(matches: readonly TableMatch[]): string[] {
  const tables = inRenameOrder(renamingsOf(matches)).map(
    ({ from, to }) => `ALTER TABLE ${quoted(from)} RENAME TO ${quoted(to)};`,
  )
  const columns = matches.flatMap(({ after, columns }) =>
    after === null
      ? []
      : inRenameOrder(renamingsOf(columns)).map(
          ({ from, to }) =>
            `ALTER TABLE ${quoted(after.name)} RENAME COLUMN ${quoted(from)} TO ${quoted(to)};`,
        ),
  )
  return [...tables, ...columns]
}

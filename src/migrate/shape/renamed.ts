import type { TableMatch } from './match.js'
import type { Column, Reference, Table } from './shape.js'

/** A table that exists both before and after the change, and may differ. */
export interface KeptTable {
  /** The table before the change. */
  readonly before: Table
  /** The table before the change, except that it has the new names. */
  readonly renamed: Table
  readonly after: Table
  readonly columns: readonly KeptColumn[]
}

/** A column of a kept table. `before` already has the new name. */
export interface KeptColumn {
  readonly before: Column | null
  readonly after: Column | null
}

/** Returns the tables that are kept and may differ. In `renamed`, tables and references have their new names. */
export function keptTables(matches: readonly TableMatch[]): KeptTable[] {
  return matches.flatMap(({ before, after, columns, isSame }) => {
    if (before === null || after === null || isSame) return []
    const kept = columns.map((column) => ({
      before: column.before && {
        ...column.before,
        name: column.after?.name ?? column.before.name,
        references: renamedReference(column.before.references, matches),
      },
      after: column.after,
    }))
    const renamed = {
      name: after.name,
      model: after.model,
      columns: kept.map((column) => column.before).filter((column) => column !== null),
    }
    return [{ before, renamed, after, columns: kept }]
  })
}

/** Returns a reference with the new names of its table and column. */
export function renamedReference(
  reference: Reference | null,
  matches: readonly TableMatch[],
): Reference | null {
  if (reference === null) return null
  const match = matches.find(({ before }) => before?.name === reference.table)
  const column = match?.columns.find(({ before }) => before?.name === reference.column)
  return {
    table: match?.after?.name ?? reference.table,
    column: column?.after?.name ?? reference.column,
    onDelete: reference.onDelete,
  }
}

/** Returns the statements that rename tables and columns, in an order that avoids collisions. */
export function renameStatements(
  matches: readonly TableMatch[],
  rename: {
    table(from: string, to: string): string
    column(table: string, from: string, to: string): string
  },
): string[] {
  const tables = matches.flatMap(({ before, after }) =>
    before !== null && after !== null && before.name !== after.name
      ? [{ from: before.name, to: after.name }]
      : [],
  )
  const columns = matches.flatMap(({ before, after, columns }) =>
    before === null || after === null
      ? []
      : freeFirst(
          columns.flatMap((column) =>
            column.before !== null && column.after !== null && column.before.name !== column.after.name
              ? [{ from: column.before.name, to: column.after.name }]
              : [],
          ),
        ).map(({ from, to }) => rename.column(after.name, from, to)),
  )
  return [...freeFirst(tables).map(({ from, to }) => rename.table(from, to)), ...columns]
}

/** A rename of a table or column. */
export interface Renaming {
  readonly from: string
  readonly to: string
}

/** Returns renames in an order in which no new name is still in use, except for renames that form a cycle. */
export function inRenameOrder(renamings: readonly Renaming[]): Renaming[] {
  return freeFirst(renamings.filter(({ from, to }) => from !== to))
}

/** Orders renames so that each new name is unused, except for renames that form a cycle, which come last. */
function freeFirst(renamings: readonly Renaming[]): Renaming[] {
  const free = renamings.filter(({ to }) => !renamings.some(({ from }) => from === to))
  if (free.length === 0) return [...renamings]
  return [...free, ...freeFirst(renamings.filter((renaming) => !free.includes(renaming)))]
}

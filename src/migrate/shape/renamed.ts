import type { Match, TableMatch, Column, Reference, Table } from './shape.js'

/** A table that exists both before and after the change, and might differ. */
export interface KeptTable {
  readonly before: Table
  /** The table before the change, but with the new names. */
  readonly renamed: Table
  readonly after: Table
  readonly columns: readonly KeptColumn[]
  /** Whether a column gets the former name of another, in which case indexes with equal definitions differ. */
  readonly reusesNames: boolean
}

/** A column in a kept table. `before` has the new name, or a temporary one if the column is removed. */
export interface KeptColumn {
  /** The column before the change, with its former name. */
  readonly former: Column | null
  readonly before: Column | null
  readonly after: Column | null
}

interface Named {
  readonly name: string
}

export interface NamedMatch {
  readonly before: Named | null
  readonly after: Named | null
}

/** Returns a name after the renames, before removals. A removed table or column whose name is needed gets another. */
export function nameAfterRenames(before: Named, after: Named | null, all: readonly NamedMatch[]): string {
  if (after !== null) return after.name
  return all.some((each) => each.after !== null && collide(each.after.name, before.name))
    ? `_svc_removed_${before.name}`
    : before.name
}

function reusesNames(columns: readonly NamedMatch[]): boolean {
  return columns.some(({ before }) =>
    columns.some(
      (other) =>
        before !== null &&
        other.before !== before &&
        other.after !== null &&
        collide(other.after.name, before.name),
    ),
  )
}

/** Returns whether two names are equal in a database. SQLite ignores case. */
function collide(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

/** Returns the tables that are kept and might differ. In `renamed`, tables and references have their new names. */
export function keptTables(matches: readonly TableMatch[]): KeptTable[] {
  return matches.flatMap(({ before, after, columns, isSame }) => {
    if (before === null || after === null || isSame) return []
    const kept = columns.map((column) => ({
      former: column.before,
      before: column.before && {
        ...column.before,
        name: nameAfterRenames(column.before, column.after, columns),
        references: renamedReference(column.before.references, matches),
      },
      after: column.after,
    }))
    const renamed = {
      name: after.name,
      model: after.model,
      columns: kept.map((column) => column.before).filter((column) => column !== null),
    }
    return [{ before, renamed, after, columns: kept, reusesNames: reusesNames(columns) }]
  })
}

export function renamedReference(reference: Reference | null, matches: readonly Match[]): Reference | null {
  if (reference === null) return null
  const match = matches.find(({ before }) => before?.name === reference.table)
  const column = match?.columns.find(({ before }) => before?.name === reference.column)
  return {
    table: match?.before ? nameAfterRenames(match.before, match.after, matches) : reference.table,
    column: column?.before
      ? nameAfterRenames(column.before, column.after, match?.columns ?? [])
      : reference.column,
    onDelete: reference.onDelete,
  }
}

/** Returns the renames of tables or columns. */
export function renamingsOf(matches: readonly NamedMatch[]): Renaming[] {
  return matches.flatMap(({ before, after }) =>
    before === null ? [] : [{ from: before.name, to: nameAfterRenames(before, after, matches) }],
  )
}

export interface Renaming {
  readonly from: string
  readonly to: string
  /** Names collide only within the same scope. */
  readonly scope?: string
}

/** Returns renames in an order in which no new name is still in use. Names that are swapped get a temporary name. */
export function inRenameOrder<R extends Renaming>(renamings: readonly R[]): R[] {
  return freeFirst(renamings.filter(({ from, to }) => from !== to))
}

/** Orders renames so that those with an unused new name come first. */
function freeFirst<R extends Renaming>(renamings: readonly R[]): R[] {
  const free = renamings.filter(
    (renaming) =>
      !renamings.some(
        (other) => other !== renaming && other.scope === renaming.scope && collide(other.from, renaming.to),
      ),
  )
  const rest = renamings.filter((renaming) => !free.includes(renaming))
  if (free.length > 0) return [...free, ...freeFirst(rest)]
  const [first, ...others] = rest
  if (first === undefined) return []
  const middle = `_svc_renamed_${first.to}`
  return [{ ...first, to: middle }, ...freeFirst(others), { ...first, from: middle }]
}

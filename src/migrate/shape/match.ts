import type { Model, Service } from '../../ir/index.js'
import type { Column, Table, TableMatch, Match, ColumnMatch } from './shape.js'
import { withInternalModels } from './internal-models.js'
import { type NamedMatch, renamedReference } from './renamed.js'
import { tablesOf } from './tables.js'

/** Matches the tables and columns from two runs by name or former name (`_renamed_from`). */
export function matchTables(beforeInput: Service | null, afterInput: Service): readonly TableMatch[] {
  const before = beforeInput === null ? null : withInternalModels(beforeInput)
  const after = withInternalModels(afterInput)
  const old = new Map((before === null ? [] : tablesOf(before)).map((table) => [table.name, table]))
  const models = new Map(after.models.map((model) => [model.names.table, model]))
  const formerOf = formerModels(before, after)
  const matches = tablesOf(after).map((table): Match => {
    const model = models.get(table.name)
    const former = model && formerOf(model)
    const oldTable = take(old, former?.names.table)
    const nameOf = (column: Column): string | undefined =>
      model && former && before ? formerColumn(column, { former, model, before, after }) : undefined
    return { before: oldTable, after: table, columns: matchColumns(oldTable, table, nameOf) }
  })
  return finished(matches, old.values())
}

function finished(remaining: readonly Match[], removed: Iterable<Table>): readonly TableMatch[] {
  const dropped = Array.from(removed, (table): Match => ({
    before: table,
    after: null,
    columns: table.columns.map(droppedColumn),
  }))
  const all = [...remaining, ...dropped]
  const hasNoRenames = !all.some(isRenamed)
  return all.map((match) => ({
    ...match,
    columns: match.columns.map((column) => markedLinks(column, all)),
    isSame: hasNoRenames && hasSameColumns(match),
  }))
}

/** Marks a foreign key whose values are lost because another column becomes the key of the referenced table. */
function markedLinks({ before, after }: ColumnMatch, all: readonly Match[]): ColumnMatch {
  const former = before === null ? null : renamedReference(before.references, all)
  const next = after?.references ?? null
  if (before === null || after === null || former === null || next === null) return { before, after }
  if (former.table !== next.table || former.column === next.column) return { before, after }
  return { before: { ...before, losesLinks: true }, after: { ...after, losesLinks: true } }
}

function isRenamed({ before, after, columns }: Match): boolean {
  const pairs = [{ before, after }, ...columns]
  return pairs.some(
    (pair) => pair.before !== null && pair.after !== null && pair.before.name !== pair.after.name,
  )
}

/** Compares columns and groups as text, because they are plain JSON with keys in a fixed order. */
function hasSameColumns({ before, after }: Match): boolean {
  if (before === null || after === null) return false
  return JSON.stringify([before.columns, before.groups]) === JSON.stringify([after.columns, after.groups])
}

/** The renames in a migration: former names, keyed by new name. */
export interface Renames {
  readonly tables: Readonly<Record<string, string>>
  /** For each new table name, the former column names, keyed by new name. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export function renamesOf(matches: readonly TableMatch[]): Renames {
  const kept = matches.flatMap(({ before, after, columns }) =>
    before === null || after === null ? [] : [{ before, after, columns }],
  )
  const tables = kept.map(({ before, after }) => renamed(before.name, after.name))
  const columns = kept.map(({ after: { name }, columns }): [string, Readonly<Record<string, string>>] => [
    name,
    Object.fromEntries(
      columns.flatMap(({ before, after }) =>
        before === null || after === null ? [] : renamed(before.name, after.name),
      ),
    ),
  ])
  return {
    tables: Object.fromEntries(tables.flat()),
    columns: Object.fromEntries(columns.filter(([, names]) => Object.keys(names).length > 0)),
  }
}

function renamed(before: string, after: string): [string, string][] {
  return before === after ? [] : [[after, before]]
}

/** The newest migration: the IR before the migration, and its renames. */
export interface Base {
  readonly before: Service | null
  readonly renames: Renames
}

/**
 * Matches the tables and columns from before the newest migration with those from this run, following the renames in
 * both migrations. If this run adds back a table or column that the newest migration dropped, it is matched by name, so
 * that its data is kept.
 * @param changes the changes since the last run, which was after the newest migration
 */
export function matchSince({ before, renames }: Base, changes: readonly TableMatch[]): readonly TableMatch[] {
  const tables = before === null ? [] : tablesOf(withInternalModels(before))
  const later = changes.filter((match) => match.after !== null)
  const pairs = pairedWith(tables, later, renames.tables)
  const kept = pairs.pairs.map(({ former, match }): Match => {
    const columns = match.columns.filter((column) => column.after !== null)
    const names = match.before === null ? {} : (renames.columns[match.before.name] ?? {})
    const paired = pairedWith(former?.columns ?? [], columns, names)
    return {
      before: former,
      after: match.after,
      columns: [
        ...paired.pairs.map((pair) => ({ before: pair.former, after: pair.match.after })),
        ...paired.rest.map(droppedColumn),
      ],
    }
  })
  return finished(kept, pairs.rest)
}

/** Pairs each match with its table or column before the newest migration, by that migration's renames or by name. */
function pairedWith<T extends { readonly name: string }, M extends NamedMatch>(
  former: readonly T[],
  matches: readonly M[],
  renames: Readonly<Record<string, string>>,
): {
  readonly pairs: readonly { readonly former: T | null; readonly match: M }[]
  readonly rest: readonly T[]
} {
  const left = new Map(former.map((each) => [each.name, each]))
  const taken = new Set(Object.values(renames))
  const pairs = matches.map((match) => {
    const name = match.before?.name ?? match.after?.name ?? ''
    const old = match.before === null ? undefined : renames[name]
    return { former: take(left, old ?? (taken.has(name) ? undefined : name)), match }
  })
  return { pairs, rest: [...left.values()] }
}

export function createdTables(matches: readonly TableMatch[]): Table[] {
  return matches.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []))
}

export function droppedTables(matches: readonly TableMatch[]): Table[] {
  return matches.flatMap(({ before, after }) => (before !== null && after === null ? [before] : []))
}

export function reversed(matches: readonly TableMatch[]): TableMatch[] {
  return matches.map(({ before, after, columns, isSame }) => ({
    before: after,
    after: before,
    isSame,
    columns: columns.map((column) => ({ before: column.after, after: column.before })),
  }))
}

/** Finds the former version of a model. Its former name comes first: the new one might be that of a removed model. */
function formerModels(before: Service | null, after: Service): (model: Model) => Model | undefined {
  const former = new Map(before?.models.map((model) => [model.id, model]))
  const kept = new Set(after.models.map(({ id }) => id))
  return ({ id, renamedFrom }) =>
    (renamedFrom === null || kept.has(renamedFrom) ? undefined : former.get(renamedFrom)) ?? former.get(id)
}

function matchColumns(
  before: Table | null,
  after: Table,
  nameOf: (column: Column) => string | undefined,
): ColumnMatch[] {
  const old = new Map(before?.columns.map((column) => [column.name, column]))
  const matches = after.columns.map((column) => ({ before: take(old, nameOf(column)), after: column }))
  return [...matches, ...[...old.values()].map(droppedColumn)]
}

function droppedColumn(column: Column): ColumnMatch {
  return { before: column, after: null }
}

function take<T>(map: Map<string, T>, name: string | undefined): T | null {
  const value = name === undefined ? undefined : map.get(name)
  if (name === undefined || value === undefined) return null
  map.delete(name)
  return value
}

interface History {
  readonly former: Model
  readonly model: Model
  readonly before: Service
  readonly after: Service
}

/** Returns the former name of a column, which is found by the former or the current name of its field. */
function formerColumn(column: Column, { former, model, before, after }: History): string | undefined {
  const field = model.fields.find((each) => each.column === column.name)
  if (field !== undefined) {
    const isKept = model.fields.some((each) => each.name === field.renamedFrom)
    const renamed = former.fields.find((each) => each.name === field.renamedFrom && !isKept)
    const same = former.fields.find((each) => each.name === field.name)
    return (renamed ?? same)?.column ?? undefined
  }
  const relation = after.relations.find(
    (each) => each.to === model.id && each.foreignKey.column === column.name && each.kind !== 'many-to-many',
  )
  const held = before.relations.filter((each) => each.to === former.id)
  const renamedFrom = relation?.keyRenamedFrom
  const isKept = after.relations.some((each) => each.to === model.id && each.backref === renamedFrom)
  const renamed = held.find(
    ({ backref, foreignKey }) => !isKept && (backref === renamedFrom || foreignKey.field === renamedFrom),
  )
  const same = held.find(({ backref }) => backref === relation?.backref)
  return (renamedFrom === undefined ? same : (renamed ?? same))?.foreignKey.column
}

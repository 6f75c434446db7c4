import type { Model, Service } from '../ir/index.js'
import type { Column, Table } from './shape.js'
import { tablesOf } from './tables.js'

/** A column before and after; one of the two may be missing. */
export interface ColumnMatch {
  readonly before: Column | null
  readonly after: Column | null
}

/** A table before and after, with its columns in the order of the table after, then those that are dropped. */
export interface TableMatch {
  readonly before: Table | null
  readonly after: Table | null
  readonly columns: readonly ColumnMatch[]
}

/** Which tables and columns of two runs are the same: those of one name, and those that were renamed (`_renamed_from`). */
export function matchTables(before: Service | null, after: Service): TableMatch[] {
  const old = new Map(before === null ? [] : tablesOf(before).map((table) => [table.name, table]))
  const current = tablesOf(after)
  const matches = current.map((table, index): TableMatch => {
    const model = after.models[index]
    const former = model && formerModel(model, before, after)
    const oldTable = (former && old.get(former.names.table)) ?? null
    if (oldTable !== null) old.delete(oldTable.name)
    return {
      before: oldTable,
      after: table,
      columns: matchColumns(oldTable, table, former, model, { before, after }),
    }
  })
  const dropped = [...old.values()].map((table): TableMatch => ({
    before: table,
    after: null,
    columns: table.columns.map((column) => ({ before: column, after: null })),
  }))
  return [...matches, ...dropped]
}

/** The same matches the other way round: what takes a migration back. */
export function reversed(matches: readonly TableMatch[]): TableMatch[] {
  return matches.map(({ before, after, columns }) => ({
    before: after,
    after: before,
    columns: columns.map((column) => ({ before: column.after, after: column.before })),
  }))
}

function formerModel(model: Model, before: Service | null, after: Service): Model | undefined {
  const isKept = (id: string): boolean => after.models.some((each) => each.id === id)
  return (
    before?.models.find((each) => each.id === model.id) ??
    before?.models.find((each) => each.id === model.renamedFrom && !isKept(each.id))
  )
}

function matchColumns(
  before: Table | null,
  after: Table,
  former: Model | undefined,
  model: Model | undefined,
  services: { readonly before: Service | null; readonly after: Service },
): ColumnMatch[] {
  const old = new Map(before?.columns.map((column) => [column.name, column]))
  const take = (name: string | null | undefined): Column | null => {
    const column = old.get(name ?? '') ?? null
    if (column !== null) old.delete(column.name)
    return column
  }
  const formerNames = after.columns.map((column) => formerColumn(column, former, model, services))
  const matches = after.columns.map((column, index) => ({ before: take(formerNames[index]), after: column }))
  return [...matches, ...[...old.values()].map((column) => ({ before: column, after: null }))]
}

/** The name that a column had: that of the field of the same name, or of the one that the field was renamed from. */
function formerColumn(
  column: Column,
  former: Model | undefined,
  model: Model | undefined,
  { before, after }: { readonly before: Service | null; readonly after: Service },
): string | null {
  const field = model?.fields.find((each) => each.column === column.name)
  if (field !== undefined) {
    const same = former?.fields.find((each) => each.name === field.name)
    const renamed = former?.fields.find((each) => each.name === field.renamedFrom)
    return (same ?? renamed)?.column ?? null
  }
  const relation = after.relations.find(
    (each) => each.to === model?.id && each.foreignKey.column === column.name,
  )
  const old = before?.relations.find((each) => each.to === former?.id && each.backref === relation?.backref)
  return old?.foreignKey.column ?? null
}

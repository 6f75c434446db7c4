import type { Service } from '../ir/index.js'
import { conversion } from './conversion.js'
import { matchTables, type TableMatch } from './match.js'
import type { Column, Reference } from './shape.js'
import type { Aspect, Change, MigrationStep } from './step.js'

/** What changes of the stored shape from one run to the next: nothing where it is the same. `before` is null at the first run. */
export function diffServices(before: Service | null, after: Service): MigrationStep[] {
  const matches = matchTables(before, after)
  return matches.flatMap(renames).concat(matches.flatMap((match) => changes(match, matches)))
}

function renames({ before, after, columns }: TableMatch): MigrationStep[] {
  if (before === null || after === null) return []
  const steps: Change[] =
    before.name === after.name ? [] : [{ kind: 'rename-table', from: before.name, to: after.name }]
  for (const column of columns) {
    if (column.before === null || column.after === null || column.before.name === column.after.name) continue
    steps.push({ kind: 'rename-column', table: after.name, from: column.before.name, to: column.after.name })
  }
  return steps.map((step) => ({ ...step, destructive: null }))
}

function changes({ before, after, columns }: TableMatch, matches: readonly TableMatch[]): MigrationStep[] {
  if (after === null) {
    return before === null
      ? []
      : [{ kind: 'drop-table', table: before, destructive: 'the table is dropped with all its rows' }]
  }
  if (before === null) return [{ kind: 'create-table', table: after, destructive: null }]
  return columns.flatMap((column): MigrationStep[] => {
    const table = after.name
    if (column.after === null) {
      if (column.before === null) return []
      return [
        {
          kind: 'drop-column',
          table,
          column: column.before,
          destructive: 'the column is dropped with all its values',
        },
      ]
    }
    if (column.before === null)
      return [{ kind: 'add-column', table, column: column.after, destructive: null }]
    const aspects = aspectsOf(column.before, column.after, matches)
    if (aspects.length === 0) return []
    const { lost } = conversion(column.before, column.after)
    return [
      { kind: 'change-column', table, from: column.before, to: column.after, aspects, destructive: lost },
    ]
  })
}

/** In which ways a column differs, its name apart. */
export function aspectsOf(before: Column, after: Column, matches: readonly TableMatch[]): Aspect[] {
  const differs: Readonly<Record<Aspect, boolean>> = {
    key: before.isKey !== after.isKey,
    type: before.type !== after.type || before.precision !== after.precision || before.scale !== after.scale,
    required: before.required !== after.required,
    check:
      before.minLength !== after.minLength ||
      before.maxLength !== after.maxLength ||
      JSON.stringify(before.choices) !== JSON.stringify(after.choices),
    unique: before.unique !== after.unique,
    index: before.index !== after.index,
    reference: JSON.stringify(renamed(before.references, matches)) !== JSON.stringify(after.references),
  }
  return ASPECTS.filter((aspect) => differs[aspect])
}

const ASPECTS = [
  'key',
  'type',
  'required',
  'check',
  'unique',
  'index',
  'reference',
] as const satisfies readonly Aspect[]

/** A reference in the names that its table and column have now. */
function renamed(reference: Reference | null, matches: readonly TableMatch[]): Reference | null {
  if (reference === null) return null
  const match = matches.find(({ before }) => before?.name === reference.table)
  const column = match?.columns.find(({ before }) => before?.name === reference.column)
  return {
    table: match?.after?.name ?? reference.table,
    column: column?.after?.name ?? reference.column,
    onDelete: reference.onDelete,
  }
}

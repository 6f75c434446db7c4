import type { TableMatch } from '../shape/match.js'
import type { Column } from '../shape/shape.js'
import { type Need, needOf } from './fill.js'

/** What a migration requires of the existing rows in a table. The names are those from before the migration. */
export interface RowNeed {
  readonly need: Need
  readonly model: string
  readonly field: string
  readonly table: string
  /** Null for a new column. */
  readonly before: Column | null
  readonly after: Column
}

/** Returns what a migration requires of existing rows. */
export function needsOf(matches: readonly TableMatch[]): RowNeed[] {
  return matches.flatMap(({ before: table, after: next, columns }) => {
    if (table === null || next === null) return []
    return columns.flatMap(({ before, after }): RowNeed[] => {
      const need = after === null ? null : needOf(before, after)
      if (after === null || need === null) return []
      return [{ need, model: next.model, field: after.field, table: table.name, before, after }]
    })
  })
}

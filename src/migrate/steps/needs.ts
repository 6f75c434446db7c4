import type { TableMatch, Column } from '../shape/shape.js'
import { needsChoices } from './choices.js'
import { type LengthNeed, narrowedLengths } from './lengths.js'
import { type Need, needOf } from './fill.js'

/** What a migration requires of the existing rows in a table. The names are those from before the migration. */
export interface RowNeed {
  readonly need: Need | 'no choice' | LengthNeed['need']
  readonly model: string
  readonly field: string
  readonly table: string
  readonly before: Column | null
  readonly after: Column
  /** The bound on the length of texts, for a need of lengths. */
  readonly bound?: number
}

export function needsOf(matches: readonly TableMatch[]): RowNeed[] {
  return matches.flatMap(({ before: table, after: next, columns }) => {
    if (table === null || next === null) return []
    return columns.flatMap(({ before, after }): RowNeed[] => {
      if (after === null) return []
      const need = needOf(before, after)
      const row = { model: next.model, field: after.field, table: table.name, before, after }
      return [
        ...(need === null ? [] : [{ ...row, need }]),
        ...(needsChoices(before, after) ? [{ ...row, need: 'no choice' as const }] : []),
        ...narrowedLengths(before, after).map((length) => ({ ...row, ...length })),
      ]
    })
  })
}

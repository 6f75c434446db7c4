import type { TableMatch } from './match.js'
import { quoted } from './names.js'
import { addForeignKey, createPostgresTable, dropForeignKey } from './postgres.js'

/** The statements that take a PostgreSQL database from one shape to another: foreign keys go first and come last. */
export function renderPostgres(matches: readonly TableMatch[]): string {
  const keysGone: string[] = []
  const tables: string[] = []
  const keysAdded: string[] = []
  for (const { before, after } of matches) {
    if (before !== null && after === null) {
      keysGone.push(...before.columns.flatMap((column) => dropForeignKey(before.name, column)))
      tables.push(`DROP TABLE ${quoted(before.name)};`)
    }
    if (before === null && after !== null) {
      tables.push(...createPostgresTable(after))
      keysAdded.push(...after.columns.flatMap((column) => addForeignKey(after.name, column)))
    }
  }
  return [...keysGone, ...tables, ...keysAdded].join('\n\n')
}

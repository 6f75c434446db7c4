import type { TableMatch } from './match.js'
import { quoted } from './names.js'
import { createSqliteTable } from './sqlite.js'

/** The statements that take a SQLite database from one shape to another. Foreign keys must be off while they run. */
export function renderSqlite(matches: readonly TableMatch[]): string {
  const statements = matches.flatMap(({ before, after }) => {
    if (after === null) return before === null ? [] : [`DROP TABLE ${quoted(before.name)};`]
    return before === null ? createSqliteTable(after) : []
  })
  return statements.join('\n\n')
}

import { reversed, type TableMatch } from './match.js'
import { renderPostgres } from './postgres-changes.js'
import { renderSqlite } from './sqlite-changes.js'

/** The statements of a migration in one dialect, there and back. */
export interface Rendered {
  readonly up: string
  readonly down: string
}

/** The SQL that leads from the stored shape of one run to that of the next, and back. */
export function renderMigration(matches: readonly TableMatch[]): {
  readonly sqlite: Rendered
  readonly postgres: Rendered
} {
  const back = reversed(matches)
  return {
    sqlite: { up: renderSqlite(matches), down: renderSqlite(back) },
    postgres: { up: renderPostgres(matches), down: renderPostgres(back) },
  }
}

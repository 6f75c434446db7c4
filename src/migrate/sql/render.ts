import type { Dialect } from './dialects.js'
import { reversed, type TableMatch } from '../shape/match.js'
import { renderPostgres } from './postgres/changes.js'
import { renderSqlite } from './sqlite/changes.js'

export interface Rendered {
  readonly up: string
  readonly down: string
}

const STATEMENTS: Readonly<Record<Dialect, (matches: readonly TableMatch[]) => string>> = {
  postgres: renderPostgres,
  sqlite: renderSqlite,
}

export function renderMigration(matches: readonly TableMatch[], dialect: Dialect): Rendered {
  const statements = STATEMENTS[dialect]
  return { up: statements(matches), down: statements(reversed(matches)) }
}

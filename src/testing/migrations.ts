import type { Service } from '../ir/index.js'
import { nextMigration } from '../migrate/index.js'
import { matchTables } from '../migrate/shape/match.js'
import { stepsOf } from '../migrate/steps/diff.js'

/** Returns the files of the migration with this number. `before` is null for the first migration. */
export function migrationFiles(
  before: Service | null,
  after: Service,
  number: number,
): { readonly path: string; readonly text: string }[] {
  const migrations = number === 1 ? [] : [`migrations/${String(number - 1).padStart(4, '0')}_last.sqlite.sql`]
  const { files } = nextMigration({ service: before, migrations, amendable: null }, after)
  return files.map(({ path, text }) => ({ path, text: text() }))
}

/** A step of a migration: its description, and the data that it destroys. */
export interface ShownStep {
  readonly step: string
  readonly destructive: string | null
}

/** Returns the steps of a migration. */
export function stepsBetween(before: Service | null, after: Service): ShownStep[] {
  return stepsOf(matchTables(before, after)).map(({ text, loss }) => ({
    step: text,
    destructive: loss?.what ?? null,
  }))
}

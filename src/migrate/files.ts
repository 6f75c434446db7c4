import type { Engine, Service } from '../ir/index.js'
import { DIALECTS, SQL } from './sql/dialects.js'
import { stepsOf } from './steps/diff.js'
import { matchTables } from './shape/match.js'
import { mongoMigration, type MongoMigration } from './mongo/commands.js'
import { type Rendered, renderMigration } from './sql/render.js'
import { describeStep, type MigrationStep } from './steps/step.js'

/** The state from which a migration starts. */
export interface Previous {
  /** The IR of the last run; null if there was none, or the lock is missing. */
  readonly service: Service | null
  /** Paths of the migrations in the output folder, sorted. They are never rewritten. */
  readonly migrations: readonly string[]
}

/** A file of the emitted project. */
export interface MigrationFile {
  /** `migrations/0001_initial.sqlite.sql` */
  readonly path: string
  readonly text: string
}

/**
 * Returns the migration files between two runs (SPEC 14): one for each SQL dialect, or one for MongoDB; none if nothing changes. `before` is
 * null for the first run.
 */
export function migrationFiles(before: Service | null, after: Service, number: number): MigrationFile[] {
  const matches = matchTables(before, after)
  const steps = stepsOf(matches)
  if (steps.length === 0) return []
  const name = `${String(number).padStart(4, '0')}_${before === null ? 'initial' : titleOf(steps)}`
  if (after.engine === 'svc_mongodb') {
    const commands = mongoMigration(matches)
    if (commands.up.length + commands.down.length === 0) return []
    return [{ path: `migrations/${name}.mongodb.json`, text: mongoText(steps, commands) }]
  }
  return DIALECTS.map((dialect) => ({
    path: `migrations/${name}.${dialect}.sql`,
    text: fileText(SQL[dialect].title, steps, renderMigration(matches, dialect)),
  }))
}

/** Returns the migration from the last run to this one. */
export function nextMigration({ service, migrations }: Previous, after: Service): MigrationFile[] {
  const numbers = migrations.map((path) => Number(/(\d+)_/.exec(path)?.[1] ?? 0))
  return migrationFiles(service, after, 1 + Math.max(0, ...numbers))
}

/** Returns the text of a file. The migration runner parses the lines that begin with `-- migrate:` and `-- destructive:`. */
function fileText(engine: string, steps: readonly MigrationStep[], { up, down }: Rendered): string {
  const header = [
    `-- Migration for ${engine}; run it with "npm run migrate". Steps:`,
    ...steps.map((step) => `--   ${oneLine(describeStep(step))}`),
    ...steps
      .filter((step) => step.destructive !== null)
      .map((step) => `-- destructive: ${placeOf(step, steps)} ${step.destructive}`),
  ]
  return `${header.join('\n')}\n\n-- migrate:up\n\n${up}\n\n-- migrate:down\n\n${down}\n`
}

/** Returns the JSON that the migration runner reads. Losses have the names before the migration. */
function mongoText(steps: readonly MigrationStep[], { up, down }: MongoMigration): string {
  const losses = steps.flatMap((step) => {
    if (step.destructive === null) return []
    const { table, column } = formerPlace(step, steps)
    return [{ collection: table, path: isKeyChange(step) ? '_id' : column, what: step.destructive }]
  })
  return `${JSON.stringify({ losses, up, down }, null, 2)}\n`
}

function isKeyChange(step: MigrationStep): boolean {
  switch (step.kind) {
    case 'drop-column':
      return step.column.isKey
    case 'change-column':
      return step.from.isKey
    default:
      return false
  }
}

/** Returns the table or column of a step, `story` or `story.title`, by its name before the migration, when the runner looks for rows. */
function placeOf(step: MigrationStep, steps: readonly MigrationStep[]): string {
  const { table, column } = formerPlace(step, steps)
  return column === null ? word(table) : `${word(table)}.${word(column)}`
}

function formerPlace(
  step: MigrationStep,
  steps: readonly MigrationStep[],
): { table: string; column: string | null } {
  const name = tableOf(step)
  const renamed = steps.find((each) => each.kind === 'rename-table' && each.to === name)
  const table = renamed?.kind === 'rename-table' ? renamed.from : name
  const column = columnOf(step)
  const renaming = steps.find(
    (each) => each.kind === 'rename-column' && each.table === name && each.to === column,
  )
  return { table, column: renaming?.kind === 'rename-column' ? renaming.from : column }
}

function columnOf(step: MigrationStep): string | null {
  switch (step.kind) {
    case 'create-table':
    case 'drop-table':
    case 'rename-table':
      return null
    case 'add-column':
    case 'drop-column':
      return step.column.name
    case 'rename-column':
      return step.to
    case 'change-column':
      return step.to.name
  }
}

/** Quotes a name unless it is a plain word. */
function word(name: string): string {
  return /^\w+$/.test(name) ? name : `"${oneLine(name.replaceAll('"', '""'))}"`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** Returns a name such as `add-story-title`; for several steps, the changed tables. */
function titleOf(steps: readonly MigrationStep[]): string {
  const [only] = steps
  const words =
    steps.length === 1 && only !== undefined
      ? [only.kind.split('-')[0], tableOf(only), columnOf(only) ?? '']
      : ['change', ...new Set(steps.map((step) => tableOf(step)))]
  return words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-|-$/g, '')
}

function tableOf(step: MigrationStep): string {
  switch (step.kind) {
    case 'create-table':
    case 'drop-table':
      return step.table.name
    case 'rename-table':
      return step.to
    default:
      return step.table
  }
}

/** The suffixes of migration files by engine. */
const ENDS: Readonly<Record<Engine, string>> = { svc_sqla: '.sql', svc_mongodb: '.mongodb.json' }

/** Returns whether a migration file is for an engine. A project that changed its engine has files for both. */
export function isMadeFor(engine: Engine, path: string): boolean {
  return path.endsWith(ENDS[engine])
}

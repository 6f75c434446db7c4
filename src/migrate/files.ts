import type { Engine } from '../ir/index.js'
import { conversion } from './steps/conversion.js'
import { DIALECT_NAMES, DIALECTS } from '../../templates/runtime/settings/dialects.js'
import type { Dialect } from './sql/dialects.js'
import { stepsOf } from './steps/diff.js'
import { reversed, type TableMatch } from './shape/match.js'
import { mongoMigration, mongoNeeds, type MongoMigration } from './mongo/commands.js'
import { needsOf, type RowNeed } from './steps/needs.js'
import { quoted } from './sql/names.js'
import { renderMigration } from './sql/render.js'
import { choiceSql, choicesSql } from './sql/values.js'
import { describeStep, type MigrationStep } from './steps/step.js'

export interface MigrationFile {
  /** `migrations/0001_initial.sqlite.sql` */
  readonly path: string
  readonly text: () => string
}

/** Returns the files of a migration: one for each SQL dialect, or one for MongoDB; none if nothing changes. */
export function migrationFiles(
  matches: readonly TableMatch[],
  {
    isInitial,
    engine,
    number,
  }: { readonly isInitial: boolean; readonly engine: Engine; readonly number: number },
): MigrationFile[] {
  const steps = stepsOf(matches)
  if (steps.length === 0) return []
  const name = `${String(number).padStart(4, '0')}_${isInitial ? 'initial' : titleOf(steps)}`
  if (engine === 'svc_mongodb') {
    const commands = mongoMigration(matches)
    if (commands.up.length + commands.down.length === 0) return []
    return [{ path: `migrations/${name}.mongodb.json`, text: () => mongoText(matches, steps, commands) }]
  }
  return DIALECT_NAMES.map((dialect) => ({
    path: `migrations/${name}.${dialect}.sql`,
    text: () => fileText(dialect, matches, steps),
  }))
}

/** Returns the line that lists a step in the header of a migration in SQL. */
export function stepLine(step: string): string {
  return `--   ${oneLine(step)}`
}

/** The runner parses `-- migrate:`, `-- destructive:`, `-- no value:`, `-- one value:` and `-- no choice:`. */
function fileText(dialect: Dialect, matches: readonly TableMatch[], steps: readonly MigrationStep[]): string {
  const { up, down } = renderMigration(matches, dialect)
  const back = reversed(matches)
  const header = [
    `-- Migration for ${DIALECTS[dialect].title}; run it with "npm run migrate". Steps:`,
    ...steps.map((step) => stepLine(describeStep(step))),
    ...conditionLines(dialect, matches, steps),
  ]
  const conditions = conditionLines(dialect, back, stepsOf(back))
  const footer = conditions.length === 0 ? [] : [conditions.join('\n')]
  const parts = [header.join('\n'), '-- migrate:up', up, '-- migrate:down', ...footer, down]
  return `${parts.join('\n\n')}\n`
}

/** Returns the lines that declare which data a migration destroys and what it requires of existing rows. */
function conditionLines(
  dialect: Dialect,
  matches: readonly TableMatch[],
  steps: readonly MigrationStep[],
): string[] {
  return [
    ...steps
      .filter((step) => step.destructive !== null)
      .map((step) => `-- destructive: ${targetText(step, steps)} ${step.destructive}`),
    ...needsOf(matches).map(
      (each) =>
        `-- ${each.need}: ${word(each.model)}.${word(each.field)} ${oneLine(countSql(each, dialect))}`,
    ),
  ]
}

/** Returns the query for counting the rows without a value, or for each value that is not a choice. */
function countSql({ need, table, before, after }: RowNeed, dialect: Dialect): string {
  const count = `SELECT count(*) FROM ${quoted(table)}`
  if (need === 'no choice' && before !== null) {
    const value = choiceSql(conversion(before, after)[dialect](quoted(before.name), after), before, after)
    return `SELECT ${value}, count(*) FROM ${quoted(table)} WHERE ${value} NOT IN ${choicesSql(after, dialect)} GROUP BY 1 ORDER BY 1`
  }
  if (before === null || after.losesLinks === true) return count
  const value = conversion(before, after)[dialect](quoted(before.name), after)
  return `${count} WHERE (${value}) IS NULL`
}

function mongoText(
  matches: readonly TableMatch[],
  steps: readonly MigrationStep[],
  { up, down }: MongoMigration,
): string {
  const back = reversed(matches)
  const content = {
    losses: mongoLosses(steps),
    needs: mongoNeeds(matches),
    up,
    lossesDown: mongoLosses(stepsOf(back)),
    needsDown: mongoNeeds(back),
    down,
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Returns descriptions of the data that is lost, with the names from before the migration. */
function mongoLosses(steps: readonly MigrationStep[]): object[] {
  return steps.flatMap((step) => {
    if (step.destructive === null) return []
    const { table, column } = formerTarget(step, steps)
    return [{ collection: table, path: isKeyChange(step) ? '_id' : column, what: step.destructive }]
  })
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

/** Returns `story` or `story.title`, with the names from before the migration, when the runner looks for rows. */
function targetText(step: MigrationStep, steps: readonly MigrationStep[]): string {
  const { table, column } = formerTarget(step, steps)
  return column === null ? word(table) : `${word(table)}.${word(column)}`
}

function formerTarget(
  step: MigrationStep,
  steps: readonly MigrationStep[],
): { table: string; column: string | null } {
  const name = tableOf(step)
  // The name of a removed table or column might be the new name of a different one.
  if (step.kind === 'drop-table') return { table: name, column: null }
  const renamed = steps.find((each) => each.kind === 'rename-table' && each.to === name)
  const table = renamed?.kind === 'rename-table' ? renamed.from : name
  const column = columnOf(step)
  if (step.kind === 'drop-column') return { table, column }
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
    case 'add-group':
    case 'drop-group':
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

/** Quotes a name unless it is a simple word. */
function word(name: string): string {
  return /^\w+$/.test(name) ? name : `"${oneLine(name.replaceAll('"', '""'))}"`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** Returns a title such as `add-story-title`. The title of a migration with several steps lists the changed tables. */
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

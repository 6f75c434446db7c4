import type { Content, Loss } from '../../templates/runtime/mongo/migrations.js'
import type { Engine } from '../ir/index.js'
import { conversion } from './steps/conversion.js'
import { DIALECT_NAMES, DIALECTS } from '../../templates/runtime/spec/dialects.js'
import type { Dialect } from './sql/dialects.js'
import { stepsOf } from './steps/diff.js'
import { reversed } from './shape/match.js'
import type { TableMatch } from './shape/shape.js'
import { type MongoMigration, mongoMigration, mongoNeeds, pathOf } from './mongo/commands.js'
import { needsOf, type RowNeed } from './steps/needs.js'
import { quoted } from './sql/names.js'
import { renderPostgres } from './sql/postgres/changes.js'
import { renderSqlite } from './sql/sqlite/changes.js'
import { choiceSql, choicesSql } from './sql/values.js'
import type { MigrationStep } from './steps/step.js'

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

const STATEMENTS: Readonly<Record<Dialect, (matches: readonly TableMatch[]) => string>> = {
  postgres: renderPostgres,
  sqlite: renderSqlite,
}

/**
 * The runner parses `-- migrate:`, `-- destructive:`, `-- no value:`, `-- one value:`, `-- no choice:`, `-- too long:` and
 * `-- too short:`.
 */
function fileText(dialect: Dialect, matches: readonly TableMatch[], steps: readonly MigrationStep[]): string {
  const statements = STATEMENTS[dialect]
  const back = reversed(matches)
  const header = [
    `-- Migration for ${DIALECTS[dialect].title}; run it with "npm run migrate". Steps:`,
    ...steps.map((step) => stepLine(step.text)),
    ...conditionLines(dialect, matches, steps),
  ]
  const conditions = conditionLines(dialect, back, stepsOf(back))
  const footer = conditions.length === 0 ? [] : [conditions.join('\n')]
  const parts = [header.join('\n'), '-- migrate:up', statements(matches), '-- migrate:down', ...footer]
  return `${[...parts, statements(back)].join('\n\n')}\n`
}

/** Returns the lines that declare which data a migration destroys and what it requires of existing rows. */
function conditionLines(
  dialect: Dialect,
  matches: readonly TableMatch[],
  steps: readonly MigrationStep[],
): string[] {
  return [
    ...steps.flatMap(({ loss }) => {
      if (loss === null) return []
      const names = [loss.table, ...(loss.column === null ? [] : [loss.column.name])]
      return [`-- destructive: ${names.map(word).join('.')} ${loss.what}`]
    }),
    ...needsOf(matches).map(
      (each) =>
        `-- ${each.need}: ${word(each.model)}.${word(each.field)} ${oneLine(countSql(each, dialect))}`,
    ),
  ]
}

/** Returns the query for counting the rows without a valid value, or for each value that is not a choice. */
function countSql({ need, table, before, after, bound }: RowNeed, dialect: Dialect): string {
  const count = `SELECT count(*) FROM ${quoted(table)}`
  if (need === 'no choice' && before !== null) {
    const value = choiceSql(conversion(before, after)[dialect](quoted(before.name), after), before, after)
    return `SELECT ${value}, count(*) FROM ${quoted(table)} WHERE ${value} NOT IN ${choicesSql(after, dialect)} GROUP BY 1 ORDER BY 1`
  }
  if (before === null || after.losesLinks === true) return count
  const value = conversion(before, after)[dialect](quoted(before.name), after)
  if (bound === undefined) return `${count} WHERE (${value}) IS NULL`
  return `${count} WHERE length(${value}) ${need === 'too long' ? '>' : '<'} ${bound}`
}

function mongoText(
  matches: readonly TableMatch[],
  steps: readonly MigrationStep[],
  { up, down }: MongoMigration,
): string {
  const back = reversed(matches)
  const content: Content = {
    losses: mongoLosses(steps),
    needs: mongoNeeds(matches),
    up,
    lossesDown: mongoLosses(stepsOf(back)),
    needsDown: mongoNeeds(back),
    down,
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

function mongoLosses(steps: readonly MigrationStep[]): Loss[] {
  return steps.flatMap(({ loss }) => {
    if (loss === null) return []
    const path = loss.column === null ? null : pathOf(loss.column)
    return [{ collection: loss.table, path, what: loss.what }]
  })
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
      ? [only.text.split(' ')[0], only.table, only.column ?? '']
      : ['change', ...new Set(steps.map(({ table }) => table))]
  return words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-|-$/g, '')
}

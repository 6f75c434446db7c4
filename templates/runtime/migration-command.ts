import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HttpError } from './errors.js'
import { startupMessage } from './server/start.js'
import { counted } from './values/scalars.js'

const COMMAND = 'npm run migrate'
const USAGE = `${COMMAND} -- [up | down | redo | status] [--allow-destructive]`

/** Thrown if a migration cannot be applied or reverted. The message is shown to the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** The text of a migration file, with LF line endings. */
export interface MigrationText {
  /** File name without its extension: `0001_initial`. */
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** Returns the migrations whose file names end with `ending`, in order, or none if the folder does not exist. */
export function readTexts(folder: string, ending: string): MigrationText[] {
  return filesOf(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return { name: file.slice(0, -ending.length), text, checksum: checksumOf(text) }
    })
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * An applied migration as stored in the database. The checksum is null if an older version of the service applied the
 * migration.
 */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string | null
}

/**
 * The state of a migration. `edited`: its file has changed since the migration was applied. `replaced`: its file is
 * missing, and a pending migration has the same number. `unknown`: the migration is applied, usually by a newer version
 * of the service, but its file is missing.
 */
export type MigrationState = 'applied' | 'pending' | 'edited' | 'replaced' | 'unknown'

export interface MigrationStatus {
  readonly name: string
  readonly state: MigrationState
}

export function compareMigrations(
  files: readonly MigrationText[],
  applied: readonly AppliedMigration[],
): MigrationStatus[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const pending = new Set(files.filter(({ name }) => !checksums.has(name)).map(({ name }) => numberOf(name)))
  const present = files.map(({ name, checksum }): MigrationStatus => {
    const stored = checksums.get(name)
    if (stored === undefined) return { name, state: 'pending' }
    return { name, state: stored === null || stored === checksum ? 'applied' : 'edited' }
  })
  const absent = applied
    .filter(({ name }) => files.every((file) => file.name !== name))
    .map(({ name }): MigrationStatus => ({
      name,
      state: pending.has(numberOf(name)) ? 'replaced' : 'unknown',
    }))
  return [...present, ...absent].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function numberOf(name: string): string {
  return name.slice(0, name.indexOf('_'))
}

/** Returns the reason why migrations cannot be applied, with instructions, or null if they can be applied. */
export function problemOf(statuses: readonly MigrationStatus[]): string | null {
  const wrong = statuses.filter(({ state }) => state === 'edited' || state === 'replaced')
  if (wrong.length === 0) return null
  const newest = statuses.filter(({ state }) => state !== 'pending').at(-1)
  const lines = wrong.map(({ name, state }) =>
    state === 'edited'
      ? `migration ${name} has changed since it was applied: its file was edited or amended`
      : `migration ${name} is applied, but its file was replaced by a different file with the same number`,
  )
  const canRedo = wrong.length === 1 && wrong[0] === newest
  const help = canRedo
    ? `In development, run "${COMMAND} -- redo": it reverts the applied version of ${newest?.name}, then applies the new version. In production, restore the file from version control, and make the change in a new migration.`
    : `Restore the ${wrong.length === 1 ? 'file' : 'files'} from version control, and make the change in a new migration.`
  return `${lines.join('\n')}.\n${help}`
}

/** Returns a message about migrations that must be applied before the service is ready, or null if there are none. */
export function pendingMessage(statuses: readonly MigrationStatus[]): string | null {
  const pending = statuses.filter(({ state }) => state === 'pending').map(({ name }) => name)
  if (pending.length === 0) return null
  return problemOf(statuses) ?? `pending migrations: ${pending.join(', ')}; run "${COMMAND}"`
}

/** @throws MigrationError if an applied migration has changed */
export function rejectChanged(files: readonly MigrationText[], applied: readonly AppliedMigration[]): void {
  const problem = problemOf(compareMigrations(files, applied))
  if (problem !== null) throw new MigrationError(problem)
}

/**
 * Rejects `redo` if the newest migration is not applied, for example after `down`, because `redo` would then revert the
 * previous migration. An edited or replaced migration can be redone even if newer ones are pending.
 * @throws MigrationError
 */
export function rejectUnapplied(files: readonly MigrationText[], applied: readonly AppliedMigration[]): void {
  const statuses = compareMigrations(files, applied)
  const newest = statuses.at(-1)
  const last = statuses.findLast(({ state }) => state !== 'pending')
  if (newest?.state !== 'pending' || last?.state === 'edited' || last?.state === 'replaced') return
  throw new MigrationError(`the newest migration, ${newest.name}, is not applied; run "${COMMAND}"`)
}

/** Data that a migration might destroy. */
export interface LostData {
  readonly table: string
  /** Null for the whole table. */
  readonly column: string | null
  /**
   * The number of rows in the table, or the number of rows with a value in the column. A conversion might destroy only
   * some of the values.
   */
  readonly rows: number
  readonly what: string
}

/** @throws MigrationError if data might be destroyed */
export function rejectLosses(
  name: string,
  losses: readonly LostData[],
  command: 'up' | 'down' | 'redo',
): void {
  const lines = losses
    .filter(({ rows }) => rows > 0)
    .map(({ table, column, rows, what }) =>
      column === null
        ? `${table} (${counted(rows, 'row')}): ${what}`
        : `${table}.${column} (${rows === 1 ? '1 row has' : `${rows} rows have`} a value): ${what}`,
    )
  if (lines.length === 0) return
  const words = command === 'up' ? '' : `${command} `
  throw new MigrationError(
    `migration ${name} might lose data and was not ${command === 'up' ? 'applied' : 'reverted'}; to continue, run "${COMMAND} -- ${words}--allow-destructive":\n${lines.join('\n')}`,
  )
}

/**
 * What a migration requires of existing rows: that all of them have a value, that at most one does not, or that all
 * values are choices.
 */
export type NeedKind = 'no value' | 'one value' | 'no choice'

/** Rows that have no value for a field that becomes required, or a value that is no longer a choice. */
export interface RowsWithout {
  readonly need: NeedKind
  /** Model and field: `Story.title`. */
  readonly field: string
  readonly rows: number
  readonly value?: string
}

/**
 * @throws MigrationError if rows have no value for a required field, if several rows would get the same value for a
 * unique field, or if rows have values that are no longer choices
 */
export function rejectRows(name: string, needs: readonly RowsWithout[], direction: 'up' | 'down'): void {
  rejectValues(name, needs, direction)
  const lines = needs.flatMap(({ need, field, rows }) => {
    if (rows <= (need === 'no value' ? 0 : 1)) return []
    const count = `${rows} ${rows === 1 ? 'row has' : 'rows have'} no value`
    return need === 'no value'
      ? [`${field} becomes required, but ${count}`]
      : [`${field} is unique, but ${count} and would all get the same value`]
  })
  if (lines.length === 0) return
  if (direction === 'down')
    throw new MigrationError(
      `migration ${name} was not reverted:\n${lines.join('\n')}\nGive each row a value or delete the rows, then try again.`,
    )
  throw new MigrationError(
    `migration ${name} was not applied:
${lines.join('\n')}
Do one of the following:
- add "_backfill": <value> next to the field's "_db_settings", run "svcgen generate --amend", and migrate again (not possible if several rows have no value for a unique field)
- make the field optional, migrate, give each row a value, and make the field required in another migration
- delete the rows`,
  )
}

function rejectValues(name: string, needs: readonly RowsWithout[], direction: 'up' | 'down'): void {
  const lines = needs.flatMap(({ field, rows, value }) =>
    value === undefined
      ? []
      : [`${rows} ${rows === 1 ? 'row has' : 'rows have'} the value ${JSON.stringify(value)} in ${field}`],
  )
  if (lines.length === 0) return
  const [was, ways] =
    direction === 'down'
      ? ['reverted', 'Change these values or delete the rows, then try again.']
      : [
          'applied',
          `Do one of the following:
- add "_backfill": <choice> next to the field's "_db_settings" to replace all of these values, for example with the new name of a choice; run "svcgen generate --amend", and migrate again
- keep the choice: add it to "choices" again, and run "svcgen generate --amend"
- change these values or delete the rows, and migrate again`,
        ]
  throw new MigrationError(
    `migration ${name} was not ${was}, because these values would not be choices:\n${lines.join('\n')}\n${ways}`,
  )
}

/** Rows with the same values in columns that become unique. */
export interface Duplicates {
  readonly table: string
  readonly columns: readonly string[]
  /** At most {@link DUPLICATES_READ}. */
  readonly found: readonly { readonly values: readonly unknown[]; readonly rows: number }[]
}

const DUPLICATES_LISTED = 5
/** Number of duplicates to read: one more than the number listed, to find out whether there are more. */
export const DUPLICATES_READ = DUPLICATES_LISTED + 1

/** Returns a message about rows that violate a constraint. The message lists duplicate values if there are any. */
export function violationMessage(duplicates: readonly Duplicates[]): string {
  const lines = duplicates
    .filter(({ found }) => found.length > 0)
    .map(({ table, columns, found }) => {
      const [column = ''] = columns
      const place = columns.length === 1 ? `${table}.${column}` : `${table} (${columns.join(', ')})`
      const listed = found.slice(0, DUPLICATES_LISTED).map(({ values, rows }) => {
        const text = values.map(shown).join(', ')
        return `${values.length === 1 ? text : `(${text})`} in ${counted(rows, 'row')}`
      })
      const more = found.length > DUPLICATES_LISTED ? ', …' : ''
      return `${place} must be unique, but has duplicate values: ${listed.join(', ')}${more}`
    })
  return lines.length === 0
    ? 'Existing rows violate this constraint; change or delete them and run the migration again'
    : `${lines.join('\n')}\nChange or delete rows with these values, and run the migration again`
}

function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** Interval between checks for pending migrations, in milliseconds. */
const INTERVAL = 3000

/** Tracks whether migrations are pending. Ignores migrations applied by a newer version of the service. */
export class MigrationGate {
  readonly #status: () => Promise<readonly MigrationStatus[]>
  #message: string | null = null

  constructor(status: () => Promise<readonly MigrationStatus[]>) {
    this.#status = status
  }

  /** @throws HttpError with status 503 while migrations are pending */
  pass(): void {
    if (this.#message !== null) throw new HttpError(503, this.#message, { headers: { 'Retry-After': '5' } })
  }

  /** @throws MigrationError that names the pending migrations */
  async require(): Promise<void> {
    const message = pendingMessage(await this.#status())
    if (message !== null) throw new MigrationError(message)
  }

  /**
   * Runs work immediately if no migrations are pending. Otherwise, logs the pending migrations as an error, and runs
   * the work once they have been applied.
   */
  async whenMigrated(app: FastifyInstance, work = async (): Promise<void> => undefined): Promise<void> {
    this.#message = pendingMessage(await this.#status())
    if (this.#message === null) return work()
    app.log.error(this.#message)
    const timer = setInterval(() => {
      this.#retry(work).then(
        (isDone) => {
          if (!isDone) return
          clearInterval(timer)
          app.log.info('the pending migrations have been applied')
        },
        (error: unknown) => app.log.error({ err: error }, 'cannot check for pending migrations'),
      )
    }, INTERVAL)
    timer.unref()
    app.addHook('onClose', () => clearInterval(timer))
  }

  async #retry(work: () => Promise<void>): Promise<boolean> {
    if (this.#message === null) return true
    const message = pendingMessage(await this.#status())
    if (message !== null) {
      this.#message = message
      return false
    }
    await work()
    this.#message = null
    return true
  }
}

export interface UpOptions {
  readonly folder: string
  readonly allowDestructive?: boolean | undefined
  /** Called as soon as a migration has been applied, because a later one might fail. */
  readonly onApplied?: (name: string) => void
}

export function migrationsFolder({ folder }: { readonly folder: string }): string {
  return join(folder, 'migrations')
}

export interface Migrations {
  readonly folder: string
  /** Applies pending migrations and returns their names. */
  up(options: UpOptions): Promise<readonly string[]>
  /** Reverts the last applied migration and returns its name, or null if there is none. */
  down(options: UpOptions): Promise<string | null>
  /** Reverts the newest migration and applies pending ones. */
  redo(options: UpOptions): Promise<{ readonly reverted: string | null; readonly applied: readonly string[] }>
  status(options: UpOptions): Promise<readonly MigrationStatus[]>
  close(): Promise<void>
}

/**
 * Runs `npm run migrate`: applies pending migrations (`up`, the default), reverts the last one (`down`), reverts and
 * applies the newest one (`redo`), or lists all (`status`). Prints one line per migration. On failure, prints the
 * reason and sets exit code 1.
 */
export async function runMigrationCommand(
  words: readonly string[],
  open: () => Promise<Migrations>,
): Promise<void> {
  const allowDestructive = words.includes('--allow-destructive')
  const [command = 'up', ...rest] = words.filter((word) => word !== '--allow-destructive')
  const run = rest.length === 0 ? COMMANDS[command] : undefined
  if (run === undefined) return fail(`usage: ${USAGE}`)
  try {
    const migrations = await open()
    try {
      const lines = await run(migrations, { folder: migrations.folder, allowDestructive })
      for (const line of lines) console.log(line)
    } finally {
      await migrations.close()
    }
  } catch (error) {
    fail(startupMessage(error))
  }
}

const COMMANDS: Readonly<
  Record<string, (migrations: Migrations, options: UpOptions) => Promise<readonly string[]>>
> = {
  up: async (migrations, options) => {
    const onApplied = (name: string): void => console.log(`applied ${name}`)
    const done = await migrations.up({ ...options, onApplied })
    return done.length === 0 ? ['no pending migrations'] : []
  },
  down: async (migrations, options) => {
    const name = await migrations.down(options)
    return [name === null ? 'no migration to revert' : `reverted ${name}`]
  },
  redo: async (migrations, options) => {
    const { reverted, applied } = await migrations.redo(options)
    return [
      ...(reverted === null ? ['no migration to revert'] : [`reverted ${reverted}`]),
      ...applied.map((name) => `applied ${name}`),
    ]
  },
  status: async (migrations, options) => {
    const all = await migrations.status(options)
    const problem = problemOf(all)
    return [
      ...all.map(({ name, state }) => `${state.padEnd(8)} ${name}${NOTES[state] ?? ''}`),
      ...(problem === null ? [] : [problem]),
    ]
  },
}

const NOTES: Readonly<Partial<Record<MigrationState, string>>> = {
  edited: ' (applied, but its file has changed since)',
  replaced: ' (applied; its file was replaced)',
  unknown: ` (applied, but this version of the service has no such file; "${COMMAND} -- down" reverts it)`,
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

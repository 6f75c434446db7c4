import type { FastifyInstance } from 'fastify'
import { hash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HttpError } from './errors.js'
import { startupMessage } from './server/start.js'
import { counted } from './spec/wording.js'

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
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return { name: file.slice(0, -ending.length), text, checksum: hash('sha256', text) }
    })
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

/** Interval between checks for pending migrations, in milliseconds. */
const INTERVAL = 3000

/** Tracks whether migrations are pending. Ignores migrations applied by a newer version of the service. */
export class MigrationGate {
  readonly status: () => Promise<readonly MigrationStatus[]>
  #message: string | null = null

  constructor(status: () => Promise<readonly MigrationStatus[]>) {
    this.status = status
  }

  /** @throws HttpError with status 503 while migrations are pending */
  pass(): void {
    if (this.#message !== null) throw new HttpError(503, this.#message, { headers: { 'Retry-After': '5' } })
  }

  /**
   * Runs work immediately if no migrations are pending. Otherwise, logs the pending migrations as an error, and runs
   * the work once they have been applied.
   */
  async whenMigrated(app: FastifyInstance, work = async (): Promise<void> => undefined): Promise<void> {
    if (await this.#attempt(work)) return
    app.log.error(this.#message)
    const timer = setInterval(() => {
      this.#attempt(work).then(
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

  /** Runs the work if no migrations are pending, and returns whether it did. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    const message = pendingMessage(await this.status())
    if (message === null) await work()
    this.#message = message
    return message === null
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

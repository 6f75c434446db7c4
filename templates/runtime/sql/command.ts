import type { Models } from '../model.js'
import { whyNotStarted } from '../server/start.js'
import type { Settings } from '../settings/index.js'
import { migrateDown, migrateUp, MigrationError, migrationStatus } from './migrate.js'
import { openDatabase, type SqlDatabase } from './open.js'

const FOLDER = 'migrations'
const USAGE = 'npm run migrate -- [up | down | status] [--allow-destructive]'

export interface CommandOptions {
  readonly settings: () => Settings
  readonly models: Models
}

/**
 * What `npm run migrate` does: applies what is pending (`up`, the default), takes the last migration back (`down`), or tells which are applied
 * (`status`). Prints a line for each; sets exit code 1 and tells why where it cannot.
 */
export async function runMigrations(
  words: readonly string[],
  { settings, models }: CommandOptions,
): Promise<void> {
  const allowDestructive = words.includes('--allow-destructive')
  const [command = 'up', ...rest] = words.filter((word) => word !== '--allow-destructive')
  const run = rest.length === 0 ? COMMANDS[command] : undefined
  if (run === undefined) return fail(`usage: ${USAGE}`)
  try {
    const database = await openDatabase(settings().database, models)
    try {
      for (const line of await run(database, allowDestructive)) console.log(line)
    } finally {
      await database.close()
    }
  } catch (error) {
    fail(error instanceof MigrationError ? error.message : whyNotStarted(error))
  }
}

const COMMANDS: Readonly<
  Record<string, (database: SqlDatabase, allowDestructive: boolean) => Promise<readonly string[]>>
> = {
  up: async (database, allowDestructive) => {
    const done = await migrateUp(database, { folder: FOLDER, allowDestructive })
    return done.length === 0 ? ['nothing to apply'] : done.map((name) => `applied ${name}`)
  },
  down: async (database) => {
    const name = await migrateDown(database, { folder: FOLDER })
    return [name === null ? 'nothing to take back' : `took back ${name}`]
  },
  status: async (database) => {
    const all = await migrationStatus(database, { folder: FOLDER })
    return all.map(({ name, applied }) => `${applied ? 'applied' : 'pending'}  ${name}`)
  },
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

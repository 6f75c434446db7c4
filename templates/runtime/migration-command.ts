import { startupMessage } from './server/start.js'

const FOLDER = 'migrations'
const USAGE = 'npm run migrate -- [up | down | status] [--allow-destructive]'

/** The migrations of an open database. */
export interface Migrations {
  /** Applies pending migrations and returns their names. */
  up(options: { readonly folder: string; readonly allowDestructive: boolean }): Promise<readonly string[]>
  /** Reverts the last applied migration and returns its name; null if none is applied. */
  down(options: { readonly folder: string }): Promise<string | null>
  status(options: {
    readonly folder: string
  }): Promise<readonly { readonly name: string; readonly applied: boolean }[]>
  close(): Promise<void>
}

/**
 * Runs `npm run migrate`: applies pending migrations (`up`, the default), reverts the last one (`down`), or lists all (`status`). Prints one line per
 * migration. On failure, prints the reason and sets exit code 1.
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
      for (const line of await run(migrations, allowDestructive)) console.log(line)
    } finally {
      await migrations.close()
    }
  } catch (error) {
    fail(startupMessage(error))
  }
}

const COMMANDS: Readonly<
  Record<string, (migrations: Migrations, allowDestructive: boolean) => Promise<readonly string[]>>
> = {
  up: async (migrations, allowDestructive) => {
    const done = await migrations.up({ folder: FOLDER, allowDestructive })
    return done.length === 0 ? ['no pending migrations'] : done.map((name) => `applied ${name}`)
  },
  down: async (migrations) => {
    const name = await migrations.down({ folder: FOLDER })
    return [name === null ? 'no migration to revert' : `reverted ${name}`]
  },
  status: async (migrations) => {
    const all = await migrations.status({ folder: FOLDER })
    return all.map(({ name, applied }) => `${applied ? 'applied' : 'pending'}  ${name}`)
  },
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

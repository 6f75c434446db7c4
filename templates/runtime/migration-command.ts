import { whyNotStarted } from './server/start.js'

const FOLDER = 'migrations'
const USAGE = 'npm run migrate -- [up | down | status] [--allow-destructive]'

/** A database that is open to be migrated. */
export interface Migrations {
  /** Applies what is pending; answers the names. */
  up(options: { readonly folder: string; readonly allowDestructive: boolean }): Promise<readonly string[]>
  /** Takes the last one back; answers its name, null where there is none. */
  down(options: { readonly folder: string }): Promise<string | null>
  status(options: {
    readonly folder: string
  }): Promise<readonly { readonly name: string; readonly applied: boolean }[]>
  close(): Promise<void>
}

/**
 * What `npm run migrate` does: applies what is pending (`up`, the default), takes the last migration back (`down`), or tells which are applied
 * (`status`). Prints a line for each; sets exit code 1 and tells why where it cannot.
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
    fail(whyNotStarted(error))
  }
}

const COMMANDS: Readonly<
  Record<string, (migrations: Migrations, allowDestructive: boolean) => Promise<readonly string[]>>
> = {
  up: async (migrations, allowDestructive) => {
    const done = await migrations.up({ folder: FOLDER, allowDestructive })
    return done.length === 0 ? ['nothing to apply'] : done.map((name) => `applied ${name}`)
  },
  down: async (migrations) => {
    const name = await migrations.down({ folder: FOLDER })
    return [name === null ? 'nothing to take back' : `took back ${name}`]
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

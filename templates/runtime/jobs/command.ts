import { ALL_ROWS } from '../repository/items.js'
import type { MigrationGate } from '../migration-command.js'
import { requireMigrations } from '../migrations-applied.js'
import { startupMessage } from '../server/start.js'
import { counted } from '../spec/wording.js'
import { type Database, EVERYTHING, both, equal } from '../store.js'
import { oneLine } from '../values/one-line.js'
import { BY_ID, FAILED, FREE, RUNNING, WAITING, jobModel } from './jobs.js'

const USAGE = `usage:
  npm run jobs -- status
  npm run jobs -- retry [id]
  npm run jobs -- remove <id>`

/** Maximum number of failed jobs that `status` lists. */
const MAX_LISTED = 20

/** The database, and whether its migrations are applied. */
export interface OpenJobs {
  readonly database: Database
  readonly gate: MigrationGate
}

/** Thrown for invalid arguments. The message is shown without a stack trace. */
class CommandError extends Error {}

/**
 * Runs `npm run jobs`, which shows jobs, calls failed ones again, and removes jobs. On failure, prints the reason and sets
 * exit code 1.
 */
export async function runJobsCommand(
  words: readonly string[],
  names: readonly string[],
  open: () => Promise<OpenJobs>,
): Promise<void> {
  try {
    const [command = '', id, ...rest] = words
    const isValid =
      rest.length === 0 &&
      ((command === 'status' && id === undefined) ||
        command === 'retry' ||
        (command === 'remove' && id !== undefined))
    if (!isValid)
      throw new CommandError(command === '' ? USAGE : `Invalid arguments: ${words.join(' ')}\n${USAGE}`)
    const { database, gate } = await open()
    try {
      await requireMigrations(gate)
      if (command === 'status') await showStatus(database, names)
      else if (command === 'retry') await retry(database, id)
      else await remove(database, id ?? '')
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : startupMessage(error))
    process.exitCode = 1
  }
}

async function showStatus(database: Database, known: readonly string[]): Promise<void> {
  const store = database.store(jobModel.name, ALL_ROWS)
  const groups = await store.groupBy(EVERYTHING, [{ field: 'name' }])
  const stored = groups.map(({ values }) => String(values['name']))
  for (const name of [...new Set([...known, ...stored])].sort()) {
    const named = equal('name', name)
    const waiting = await store.count(both(named, WAITING))
    const running = await store.count(both(named, RUNNING))
    const failed = await store.count(both(named, FAILED))
    const note = known.includes(name) ? '' : ' (not registered)'
    console.log(`${name}${note}: ${waiting} waiting, ${running} running, ${failed} failed`)
  }
  const failures = await store.find({ where: FAILED, orderBy: BY_ID, take: MAX_LISTED })
  for (const { id, name, attempt, error } of failures)
    console.log(
      `failed: ${String(id)} ${String(name)}, ${counted(Number(attempt), 'call')}: ${oneLine(String(error))}`,
    )
}

/** Makes failed jobs due: one, or all. @throws CommandError for an ID of no failed job */
async function retry(database: Database, id: string | undefined): Promise<void> {
  const where = id === undefined ? FAILED : both(FAILED, equal('id', id))
  const count = await database
    .store(jobModel.name, ALL_ROWS)
    .updateMany(where, { due: 0, attempt: 0, holder: null })
  if (id !== undefined && count === 0) throw new CommandError(`No failed job has the ID ${id}`)
  console.log(`${counted(count, 'job')} to be called again`)
}

/** Removes a job that waits or has failed. @throws CommandError if there is none */
async function remove(database: Database, id: string): Promise<void> {
  const store = database.store(jobModel.name, ALL_ROWS)
  const row = await store.findByKey(id)
  if (row === undefined) throw new CommandError(`No job has the ID ${id}`)
  if ((await store.deleteMany(both(equal('id', id), FREE))) === 0)
    throw new CommandError(
      `The job ${id} is running. Its process can be stopped; the job is then called again.`,
    )
  console.log(`removed ${id}`)
}

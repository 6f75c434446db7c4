import type { Db } from 'mongodb'
import { Unavailable } from '../store.js'
import { carryOut } from './carry-out.js'
import { type Command, type MigrationFile, readMigrations } from './migration-file.js'
import { whileLocked } from './migration-lock.js'
import { isUnreachable } from './refusal.js'

/** A database that can be migrated. */
export interface Migratable {
  readonly db: Db
}

export interface MigrateOptions {
  /** Where the files are. */
  readonly folder: string
  /** Whether values may be lost. */
  readonly allowDestructive?: boolean | undefined
}

export interface MigrationStatus {
  readonly name: string
  readonly applied: boolean
}

/** A migration that cannot be applied or taken back. The message is for people. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** What is remembered of a migration: how many commands of a direction are done, and whether all are. */
interface Entry {
  readonly _id: string
  readonly direction: 'up' | 'down'
  readonly done: number
  readonly appliedAt?: Date
}

const COLLECTION = '_svc_migrations'

/**
 * Applies what is pending, under a lock, so that processes that start at once migrate once. The server has no transactions for this: a migration
 * that fails goes on, the next time, with the command that failed.
 * @returns the names of what was applied by this call
 * @throws MigrationError; Unavailable
 */
export function migrateUp({ db }: Migratable, options: MigrateOptions): Promise<string[]> {
  return migrating(db, async () => {
    const entries = await entriesOf(db)
    const done: string[] = []
    for (const file of readMigrations(options.folder)) {
      const entry = entries.get(file.name)
      if (entry?.appliedAt !== undefined && entry.direction === 'up') continue
      if (entry?.direction === 'down')
        throw new MigrationError(`migration ${file.name} is taken back in part; run "npm run migrate down"`)
      if (entry === undefined && options.allowDestructive !== true) await refuseLosses(db, file)
      await run(db, file.name, 'up', file.up, entry?.done ?? 0)
      await db
        .collection<Entry>(COLLECTION)
        .updateOne(
          { _id: file.name },
          { $set: { direction: 'up', done: file.up.length, appliedAt: new Date() } },
          { upsert: true },
        )
      done.push(file.name)
    }
    return done
  })
}

/**
 * Takes the last migration back; what it made is lost.
 * @returns its name, null where there is none
 * @throws MigrationError; Unavailable
 */
export function migrateDown({ db }: Migratable, options: MigrateOptions): Promise<string | null> {
  return migrating(db, async () => {
    const entry = [...(await entriesOf(db)).values()].at(-1)
    if (entry === undefined) return null
    const name = entry._id
    if (entry.appliedAt === undefined)
      throw new MigrationError(`migration ${name} is applied in part; run "npm run migrate up"`)
    const file = readMigrations(options.folder).find((each) => each.name === name)
    if (file === undefined) throw new MigrationError(`${name} is applied, but its file is not there`)
    await run(db, name, 'down', file.down, entry.direction === 'down' ? entry.done : 0)
    await db.collection<Entry>(COLLECTION).deleteOne({ _id: name })
    return name
  })
}

/** Which migrations there are, and which of them are applied. */
export function migrationStatus({ db }: Migratable, options: MigrateOptions): Promise<MigrationStatus[]> {
  return telling(async () => {
    const entries = await entriesOf(db)
    return readMigrations(options.folder).map(({ name }) => ({
      name,
      applied: entries.get(name)?.appliedAt !== undefined,
    }))
  })
}

function migrating<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return telling(() => whileLocked(db, work))
}

async function telling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUnreachable(error) ? new Unavailable('the database does not answer', { cause: error }) : error
  }
}

async function entriesOf(db: Db): Promise<ReadonlyMap<string, Entry>> {
  const entries = await db.collection<Entry>(COLLECTION).find().sort({ _id: 1 }).toArray()
  return new Map(entries.map((entry) => [entry._id, entry]))
}

async function run(
  db: Db,
  name: string,
  direction: Entry['direction'],
  commands: readonly Command[],
  from: number,
): Promise<void> {
  const entries = db.collection<Entry>(COLLECTION)
  for (const [index, command] of commands.entries()) {
    if (index < from) continue
    try {
      await carryOut(db, command)
    } catch (error) {
      if (isUnreachable(error) || !(error instanceof Error)) throw error
      throw new MigrationError(`migration ${name}: ${error.message}`, { cause: error })
    }
    await entries.updateOne({ _id: name }, { $set: { direction, done: index + 1 } }, { upsert: true })
  }
}

/** Nothing is lost where there are no documents, or none with a value in the field. */
async function refuseLosses(db: Db, { name, losses }: MigrationFile): Promise<void> {
  const refused: string[] = []
  for (const { collection, path, what } of losses) {
    const count = await db
      .collection(collection)
      .countDocuments(path === null ? {} : { [path]: { $ne: null } })
    const place = path === null ? collection : `${collection}.${path}`
    if (count > 0) refused.push(`${place} (${count} documents): ${what}`)
  }
  if (refused.length === 0) return
  throw new MigrationError(
    `migration ${name} would lose data and is not applied; allow it by "npm run migrate -- --allow-destructive":\n${refused.join('\n')}`,
  )
}

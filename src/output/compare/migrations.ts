import type { Collector } from '../../diagnostics/collector.js'
import type { Engine } from '../../ir/index.js'
import { isMigrationFor } from '../../migrate/files.js'
import { migrationName, type Newest, type Previous } from '../../migrate/index.js'
import type { EmittedFile } from '../file.js'
import type { ChangeSet } from './change-set.js'
import type { Folder } from '../disk/folder.js'
import type { Ledger } from '../lock/ledger.js'
import { lastServiceFor } from '../lock/lock.js'
import type { OutputState } from '../lock/output-state.js'

/**
 * Returns the IR from the last run with this engine, and the migrations in the folder. Each engine has a separate
 * history.
 */
export function previousOf(
  { lock, migrations }: Pick<OutputState, 'lock' | 'migrations'>,
  engine: Engine,
): Previous {
  return { service: lock === null ? null : lastServiceFor(engine, lock), migrations, amended: null }
}

/** The newest migration and the paths of its files, or the reason why the migration cannot be amended. */
export type Amendable =
  { readonly why: string } | { readonly newest: Newest; readonly paths: ReadonlySet<string> }

/**
 * Returns the newest migration if it can be amended. It cannot be amended if it was edited, or if the lock does not
 * describe it, for example because it comes from another branch.
 */
export function amendable(
  { lock, migrations, ledger }: OutputState,
  engine: Engine,
  folder: Folder,
): Amendable {
  const names = migrations.filter((path) => isMigrationFor(engine, path)).map(migrationName)
  const last = names.at(-1)
  const newest = lock?.engine === engine ? lock.newest : null
  if (newest === null || last !== newest.migration)
    return { why: `the lock file does not describe ${last ?? 'the newest migration'}` }
  const paths = migrations.filter((path) => migrationName(path) === newest.migration)
  const edited = paths.find((path) => {
    const found = folder.look(path)
    return found.kind !== 'file' || ledger.get(path)?.hashes.has(found.hash) !== true
  })
  return edited === undefined ? { newest, paths: new Set(paths) } : { why: `"${edited}" was edited by hand` }
}

/**
 * Returns the newest migration after a run that creates no migration, or null if the newest migration was removed or is
 * unknown.
 */
export function newestOf({ lock }: OutputState, { amended }: Previous, engine: Engine): Newest | null {
  return amended === null && lock?.engine === engine ? lock.newest : null
}

/** Returns the names of the migrations that a run creates. */
export function createdMigrations(changes: ChangeSet): readonly string[] {
  return changes.decisions
    .filter(({ owner, action }) => owner === 'migration' && action === 'created')
    .map(({ path }) => migrationName(path))
}

/** Reports that a new migration is being added instead of amending the newest one. */
export function reportNotAmended(why: string, collector: Collector): void {
  collector.report('SVC7025', {
    message: `The newest migration cannot be amended, because ${why}; a new migration is added`,
    at: null,
  })
}

type Files = ReadonlyMap<string, EmittedFile>

/** The emitted files, including the new migration if it is still needed. */
export interface Pending {
  readonly emitted: Files
  /** False if the migrations in the folder already make the changes, or if their effect is unknown. */
  readonly isPending: boolean
}

/**
 * Compares the new migration with migrations in the folder that the lock does not list. If the lock is missing although
 * there are migrations, leaves out the new migration.
 */
export function pendingMigrations(
  emitted: Files,
  {
    previous,
    engine,
    folder,
    ledger,
  }: {
    readonly previous: Previous
    readonly engine: Engine
    readonly folder: Folder
    readonly ledger: Ledger
  },
  collector: Collector,
): Pending {
  const isLockLost =
    previous.service === null && previous.migrations.some((path) => isMigrationFor(engine, path))
  if (isLockLost) return { emitted: withoutMigration(emitted, collector), isPending: false }
  return withMergedMigrations(emitted, previous.migrations, { folder, ledger }, collector)
}

/**
 * Removes the new migration, because it could repeat changes made by the migrations in the folder, and reports this.
 */
function withoutMigration(emitted: Files, collector: Collector): Files {
  const others = new Map([...emitted].filter(([, { owner }]) => owner !== 'migration'))
  if (others.size === emitted.size) return emitted
  collector.report('SVC7017', {
    message:
      'No migration was created, because ".svcgen/lock.json" is missing and the effect of the existing migrations is unknown',
    at: null,
    help: 'Restore ".svcgen/lock.json" from version control; if you cannot, and the stored schema has changed since the newest migration, write a migration for these changes yourself',
  })
  return others
}

/** Matches a line that describes a step, in the header of a migration. */
const STEP = /^--   .+$/gm

/**
 * Compares the new migration with migrations from a merged branch, which the lock does not list. If the migrations from
 * the branch make exactly the same changes, they replace the new migration. If they share only some of its steps,
 * reports this.
 */
function withMergedMigrations(
  emitted: Files,
  migrations: readonly string[],
  { folder, ledger }: { readonly folder: Folder; readonly ledger: Ledger },
  collector: Collector,
): Pending {
  const created = [...emitted.values()].filter(
    ({ owner, path }) => owner === 'migration' && !ledger.has(path),
  )
  const unknown = migrations
    .filter((path) => !ledger.has(path) && created.length > 0 && !emitted.has(path))
    .flatMap((path) => {
      const found = folder.look(path)
      return found.kind === 'file' ? [{ path, text: found.text.replaceAll('\r\n', '\n') }] : []
    })
  if (unknown.length === 0) return { emitted, isPending: true }
  const equals = new Map(
    created.map(({ path, text }) => [path, unknown.find((each) => each.text === text)?.path]),
  )
  if ([...equals.values()].includes(undefined)) {
    for (const file of created) reportOverlap(file, unknown, collector)
    return { emitted, isPending: true }
  }
  const files = [...emitted.values()].map((file): [string, EmittedFile] => {
    const path = equals.get(file.path) ?? file.path
    return [path, { ...file, path }]
  })
  return { emitted: new Map(files), isPending: false }
}

function reportOverlap(
  { path, text }: EmittedFile,
  unknown: readonly { readonly path: string; readonly text: string }[],
  collector: Collector,
): void {
  const steps = new Set(text.match(STEP))
  const others = unknown.filter((each) => each.text.match(STEP)?.some((step) => steps.has(step)))
  if (others.length === 0) return
  collector.report('SVC7023', {
    message: `"${path}" repeats steps from ${others.map((each) => `"${each.path}"`).join(', ')}, which ".svcgen/lock.json" does not list`,
    at: null,
    help: 'Edit the new migration, and remove the repeated statements',
  })
}

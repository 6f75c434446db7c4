import type { Collector } from '../../diagnostics/collector.js'
import type { Engine } from '../../ir/index.js'
import {
  isMigrationFor,
  type Migration,
  migrationName,
  type Newest,
  type Previous,
  stepLine,
} from '../../migrate/index.js'
import type { ChangeSet } from './change-set.js'
import type { Folder } from '../disk/folder.js'
import type { Ledger, OutputState } from '../lock/ledger.js'

/** The newest migration and the paths of its files, or the reason why the migration cannot be amended. */
export interface Amendable {
  readonly newest?: Newest
  readonly paths?: ReadonlySet<string>
  readonly why?: string
}

/** Returns the newest migration unless it was edited or is not in the lock, as one from another branch. */
export function amendableMigration(
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

interface ExistingMigrations {
  readonly previous: Previous
  readonly engine: Engine
  readonly folder: Folder
  readonly ledger: Ledger
}

/**
 * Compares the new migration with migrations in the folder that the lock does not list. If the lock is missing although
 * there are migrations, leaves out the new migration. Returns the migration without steps if the folder already has it.
 */
export function pendingMigration(
  migration: Migration,
  existing: ExistingMigrations,
  collector: Collector,
): Migration {
  const { previous, engine } = existing
  const isLockLost =
    previous.service === null && previous.migrations.some((path) => isMigrationFor(engine, path))
  if (!isLockLost) return mergedMigration(migration, existing, collector)
  if (migration.files.length > 0)
    collector.report('SVC7017', {
      message:
        'No migration was created, because ".svcgen/lock.json" is missing and the effect of the existing migrations is unknown',
      at: null,
      help: 'Restore ".svcgen/lock.json" from version control; if you cannot, and the stored schema has changed since the newest migration, write a migration for these changes yourself',
    })
  return { ...migration, steps: [], files: [] }
}

/**
 * Compares the new migration with migrations from a merged branch, which the lock does not list. If the migrations from
 * the branch make exactly the same changes, they replace the new migration. If they share only some of its steps,
 * reports this.
 */
function mergedMigration(
  migration: Migration,
  { previous, folder, ledger }: ExistingMigrations,
  collector: Collector,
): Migration {
  const { files } = migration
  const created = files.filter(({ path }) => !ledger.has(path))
  const unknown = previous.migrations
    .filter((path) => !ledger.has(path) && created.length > 0 && !files.some((file) => file.path === path))
    .flatMap((path) => {
      const found = folder.look(path)
      return found.kind === 'file' ? [{ path, text: found.text.replaceAll('\r\n', '\n') }] : []
    })
  if (unknown.length === 0) return migration
  const equals = new Map(
    created.map((file) => {
      const text = file.text()
      return [file.path, unknown.find((each) => each.text === text)?.path]
    }),
  )
  if ([...equals.values()].includes(undefined)) {
    for (const { path } of created) reportOverlap(path, migration, unknown, collector)
    return migration
  }
  return {
    ...migration,
    steps: [],
    files: files.map((file) => ({ ...file, path: equals.get(file.path) ?? file.path })),
  }
}

function reportOverlap(
  path: string,
  { steps }: Migration,
  unknown: readonly { readonly path: string; readonly text: string }[],
  collector: Collector,
): void {
  const lines = new Set(steps.map(({ step }) => stepLine(step)))
  const others = unknown.filter(({ text }) => text.split('\n').some((line) => lines.has(line)))
  if (others.length === 0) return
  collector.report('SVC7023', {
    message: `"${path}" repeats steps from ${others.map((each) => `"${each.path}"`).join(', ')}, which ".svcgen/lock.json" does not list`,
    at: null,
    help: 'Remove the repeated statements from the new migration or, if both branches change the same table, remove the new migration and that of one branch, take ".svcgen/lock.json" from the other branch, and run again with --force',
  })
}

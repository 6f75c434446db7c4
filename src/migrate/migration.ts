import type { Engine, Service } from '../ir/index.js'
import { type MigrationFile, migrationFiles } from './files.js'
import { type Base, matchSince, matchTables, renamesOf } from './shape/match.js'
import { type DatabaseStep, describedSteps } from './steps/diff.js'

export interface Previous {
  /** The IR from the last run, or null if this is the first run or the lock file is missing. */
  readonly service: Service | null
  /** Paths of the migrations in the output folder, sorted. */
  readonly migrations: readonly string[]
  /** The newest migration if it should be replaced with one that also covers the new changes, otherwise null. */
  readonly amendable: Newest | null
}

/** The newest migration in a project, as recorded in the lock file. */
export interface Newest extends Base {
  /** `0002_add-story-state` */
  readonly migration: string
}

export interface Migration {
  readonly isAmended: boolean
  readonly steps: readonly DatabaseStep[]
  /** One for each SQL dialect, or one for MongoDB; none if nothing changes. */
  readonly files: readonly MigrationFile[]
  /** What the lock file records, so that the migration can be amended. */
  readonly base: Base
}

/** Returns the changes since the last run or, if the newest migration is amended, since the state before it. */
export function nextMigration({ service, migrations, amendable }: Previous, after: Service): Migration {
  const changes = matchTables(service, after)
  const amended = service !== null && changes.some(({ isSame }) => !isSame) ? amendable : null
  const matches = amended === null ? changes : matchSince(amended, changes)
  const before = amended === null ? service : amended.before
  const number = amended === null ? 1 + Math.max(0, ...migrations.map(numberOf)) : numberOf(amended.migration)
  return {
    isAmended: amended !== null,
    steps: describedSteps(matches, after),
    files: migrationFiles(matches, { isInitial: before === null, engine: after.engine, number }),
    base: { before, renames: renamesOf(matches) },
  }
}

function numberOf(path: string): number {
  return Number(/(\d+)_/.exec(path)?.[1] ?? 0)
}

/** Returns the name of a migration, given the path of one of its files: `0001_initial`. */
export function migrationName(path: string): string {
  return path.replace(/^migrations\//, '').replace(/\.(?:\w+\.sql|mongodb\.json)$/, '')
}

const ENDS: Readonly<Record<Engine, string>> = { svc_sqla: '.sql', svc_mongodb: '.mongodb.json' }

/** Returns whether a migration file is for an engine. A project has had both if its engine has changed. */
export function isMigrationFor(engine: Engine, path: string): boolean {
  return path.endsWith(ENDS[engine])
}

/** A call of a function that `templates/runtime/sql/sqlite/conversions.ts` registers. */
const CALL =
  /\bsvc_(?:date|datetime|time|integer|small_integer|big_integer|interval|float|decimal|items|digits)\(/

/**
 * Records in the IR what the runner of migrations needs: the functions that convert values, and the checks of existing
 * rows. The project keeps them once it has had them, because a database can revert a migration whose file has been
 * amended.
 * @param migrations the texts of all migrations, keyed by path
 */
export function withMigrations(
  service: Service,
  former: Service | null,
  migrations: ReadonlyMap<string, string>,
): Service {
  const converts = former?.convertsValues === true || [...migrations.values()].some((text) => CALL.test(text))
  const names = new Set([...migrations.keys()].map(migrationName))
  const migratesRows = former?.migratesRows === true || names.size > 1
  return {
    ...service,
    ...(converts ? { convertsValues: true } : {}),
    ...(migratesRows ? { migratesRows: true } : {}),
  }
}

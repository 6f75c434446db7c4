import type { Settings } from '../settings/settings.js'
import type { DialectName } from '../spec/dialects.js'
import type { Database } from '../store.js'
import type { Bound, StoredRow } from './codecs.js'
import type { SqliteFile } from './sqlite-driver.js'
import type { Dialect, Executor, FullTextIndexes } from './table.js'

/** A connection in a transaction that applies or reverts migrations. */
export interface MigrationConnection {
  readonly dialect: Dialect
  /**
   * Runs a script that contains several statements. Throws if a foreign key is violated afterward.
   * @param isPart whether a further script follows, before which foreign keys can be violated
   */
  run(script: string, isPart?: boolean): Promise<void>
  readonly query: Query
}

export type Query = (text: string, values: readonly Bound[]) => Promise<readonly StoredRow[]>

export interface Migratable {
  readonly dialect: Dialect
  readonly query: Query
  /**
   * Runs `work` in a transaction on a separate connection, holding a lock that keeps other processes from migrating.
   * Rolls back if `work` throws.
   */
  migrating<T>(work: (connection: MigrationConnection) => Promise<T>): Promise<T>
}

export interface SqlDatabase extends Database, Migratable {}

/** The `database.*` settings. Only the URL is required. */
export type DatabaseSettings = Pick<Settings['database'], 'url'> & Partial<Settings['database']>

export type WrapExecutor = (executor: Executor, dialect: DialectName) => Executor

export const unwrapped: WrapExecutor = (executor) => executor

export interface DatabaseOptions {
  /** Set if columns have full-text indexes. */
  readonly fullText?: FullTextIndexes
  /** The functions with which migrations convert values. */
  readonly conversions?: (database: SqliteFile) => void
  readonly wrap?: WrapExecutor
}

export const TRANSACTION_ENDED =
  'The transaction has ended. Is an "await" missing from the code that uses it?'

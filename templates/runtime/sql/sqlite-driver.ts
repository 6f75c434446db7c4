import type BetterSqlite3 from 'better-sqlite3'
import { Unavailable } from '../store.js'
import type { Bound, StoredRow } from './codecs.js'
import type { Result, ResultColumn } from './table.js'

export type SqliteStatement = (values: readonly Bound[]) => Result

/** What an SQL function can return. */
type FunctionResult = string | number | bigint | null

interface FunctionOptions {
  /** Whether the function always returns the same result for the same arguments. */
  readonly deterministic: boolean
  readonly varargs?: boolean
}

export interface SqliteFile {
  readonly inTransaction: boolean
  exec(script: string): void
  /** @param isExact whether integers are returned as bigints */
  prepare(text: string, isExact?: boolean): SqliteStatement
  /** Defines an SQL function. Integers are passed as bigints. */
  function(name: string, options: FunctionOptions, call: (...values: unknown[]) => FunctionResult): void
  /** Defines an SQL function over all values in a group. */
  aggregate<T>(
    name: string,
    options: {
      readonly deterministic: boolean
      readonly start: () => T
      readonly step: (total: T, value: unknown) => T
      readonly result: (total: T) => FunctionResult
    },
  ): void
  close(): void
}

interface DriverStatement {
  all(...values: Bound[]): StoredRow[]
  run(...values: Bound[]): { readonly changes: number | bigint }
}

function statementOf(statement: DriverStatement, columns: readonly ResultColumn[]): SqliteStatement {
  return (values) => {
    if (columns.length === 0) return { columns, rows: [], count: Number(statement.run(...values).changes) }
    const rows = statement.all(...values)
    return { columns, rows, count: rows.length }
  }
}

interface NodeStatement extends DriverStatement {
  setReturnArrays(enabled: boolean): void
  setReadBigInts(enabled: boolean): void
  columns(): ResultColumn[]
}

/** The part of `node:sqlite` that is used here. Node.js 20 and its types do not have this module. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => Pick<SqliteFile, 'exec' | 'aggregate' | 'close'> & {
    readonly isTransaction: boolean
    prepare(text: string): NodeStatement
    function(
      name: string,
      options: FunctionOptions & { readonly useBigIntArguments: boolean },
      call: (...values: unknown[]) => FunctionResult,
    ): void
  }
}

/** Maximum time to wait for another process to finish writing, in milliseconds. */
const BUSY_TIMEOUT = 5000

/** Opens a file, and creates it if it does not exist. */
export const openSqliteFile: (path: string) => SqliteFile = withNode() ?? (await withBetterSqlite3())

/** Uses the SQLite that is part of Node.js 22.16 and later. */
function withNode(): typeof openSqliteFile | undefined {
  const sqlite = loadNodeSqlite()
  if (!isComplete(sqlite)) return undefined
  return (path) => {
    const database = withNames(() => new sqlite.DatabaseSync(path))
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
    return {
      get inTransaction() {
        return database.isTransaction
      },
      prepare(text, isExact = false) {
        const statement = withNames(() => database.prepare(text))
        statement.setReturnArrays(true)
        statement.setReadBigInts(isExact)
        const run = statementOf(statement, statement.columns())
        return (values) => withNames(() => run(values))
      },
      exec: (script) => withNames(() => database.exec(script)),
      function: (name, options, call) =>
        database.function(name, { ...options, useBigIntArguments: true }, call),
      aggregate: (name, options) => database.aggregate(name, options),
      close: () => database.close(),
    }
  }
}

/** The names of error codes (https://www.sqlite.org/rescode.html), which better-sqlite3 uses instead of numbers. */
const CODES: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  19: 'SQLITE_CONSTRAINT',
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  1811: 'SQLITE_CONSTRAINT_TRIGGER',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
}

/** Runs work, and gives its errors the codes and types that better-sqlite3 uses. */
function withNames<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('errcode' in error && typeof error.errcode === 'number') {
      // The lower byte of an extended code is the general code.
      const code = CODES[error.errcode] ?? CODES[error.errcode & 0xff] ?? 'SQLITE_ERROR'
      throw Object.assign(error, { code })
    }
    if ('code' in error && error.code === 'ERR_INVALID_ARG_VALUE') throw new RangeError(error.message)
    throw error
  }
}

/** Returns `node:sqlite` if there is one, without the warning of some versions that it is experimental. */
function loadNodeSqlite(): object | undefined {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Returns whether the module can return rows as arrays, as it can since Node.js 22.16. */
function isComplete(sqlite: object | undefined): sqlite is NodeSqlite {
  return (
    sqlite !== undefined &&
    'StatementSync' in sqlite &&
    typeof sqlite.StatementSync === 'function' &&
    'setReturnArrays' in sqlite.StatementSync.prototype
  )
}

/** Uses better-sqlite3, which npm installs on earlier versions of Node.js. */
async function withBetterSqlite3(): Promise<typeof openSqliteFile> {
  const Database = await loadBetterSqlite3()
  return (path) => {
    const database = new Database(path, { timeout: BUSY_TIMEOUT })
    return {
      get inTransaction() {
        return database.inTransaction
      },
      prepare(text, isExact = false) {
        const statement = database.prepare<Bound[], StoredRow>(text)
        if (!statement.reader) return statementOf(statement, [])
        return statementOf(statement.raw(true).safeIntegers(isExact), statement.columns())
      },
      exec: (script) => void database.exec(script),
      function: (name, options, call) =>
        void database.function(name, { ...options, safeIntegers: true }, call),
      aggregate: (name, options) => void database.aggregate(name, options),
      close: () => void database.close(),
    }
  }
}

async function loadBetterSqlite3(): Promise<typeof BetterSqlite3> {
  try {
    const { default: Database } = await import('better-sqlite3')
    // The package loads its compiled part only when a database is opened.
    new Database(':memory:').close()
    return Database
  } catch (error) {
    throw new Unavailable(
      `SQLite requires Node.js 22.16 or later, or better-sqlite3, compiled for Node.js ${process.version}: run npm install, or npm rebuild better-sqlite3`,
      { cause: error },
    )
  }
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { Unavailable } from '../../store.js'
import { registerFunctions } from './functions.js'
/** How long a connection waits for another process that writes. */
const BUSY_TIMEOUT = 5000
/**
 * The file of a `sqlite:` URL, relative to the working folder; its folder is made. `sqlite::memory:` is a file in a temporary folder, so that
 * reader and writer see the same, until it is disposed of.
 */
export function databaseFile(url) {
  const name = url.replace(/^sqlite:(\/\/(?=\/))?/, '')
  if (name === ':memory:') {
    const folder = mkdtempSync(join(tmpdir(), 'service-'))
    return {
      path: join(folder, 'service.db'),
      temporary: true,
      dispose: () => rmSync(folder, { recursive: true, force: true }),
    }
  }
  const path = resolve(name)
  mkdirSync(dirname(path), { recursive: true })
  return { path, temporary: false, dispose: () => undefined }
}
/**
 * Opens a connection: WAL, foreign keys on, with the functions of the dialect.
 * @throws Unavailable where the file cannot be opened
 */
export function openConnection(file, synchronous) {
  try {
    const database = new BetterSqlite3(file.path, { timeout: BUSY_TIMEOUT })
    database.pragma('journal_mode = WAL')
    database.pragma(`synchronous = ${file.temporary ? 'off' : synchronous}`)
    database.pragma('foreign_keys = ON')
    registerFunctions(database)
    return database
  } catch (error) {
    throw new Unavailable(
      `cannot open ${file.path}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}

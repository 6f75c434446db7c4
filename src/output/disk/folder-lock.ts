import {
  accessSync,
  constants,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../../source/error-code.js'
import { hashOf } from './folder.js'

/** The lock on an output folder, or the process that holds the lock. */
export type FolderLock =
  | { readonly kind: 'acquired'; readonly release: () => void }
  | { readonly kind: 'in use'; readonly by: number; readonly file: string }

const TIMEOUT_MS = 10_000
const RETRY_MS = 50

/**
 * Locks an output folder, so that it is used by only one run at a time. If another run holds the lock, waits for a few
 * seconds. The lock file contains the process ID. It is in the system's temporary folder, so that a failed run leaves
 * nothing behind in the output folder. If the process holding the lock has ended, its lock is replaced. If no lock file
 * can be created, runs are not serialized.
 * @param folder absolute path of the output folder
 */
export async function lockFolder(folder: string, timeout = TIMEOUT_MS): Promise<FolderLock> {
  const file = lockFileOf(folder)
  if (file === null) return { kind: 'acquired', release: () => {} }
  for (let waited = 0; ; waited += RETRY_MS) {
    if (create(file)) return { kind: 'acquired', release: () => rmSync(file, { force: true }) }
    const holder = holderOf(file)
    if (holder !== null && isAlive(holder)) {
      if (waited >= timeout) return { kind: 'in use', by: holder, file }
      await sleep(RETRY_MS)
    } else {
      removeStale(file, holder)
    }
  }
}

function lockFileOf(folder: string): string | null {
  const locks = join(tmpdir(), `svcgen-${process.getuid?.() ?? 'user'}`)
  try {
    mkdirSync(locks, { recursive: true })
    accessSync(locks, constants.W_OK)
    return join(locks, `${hashOf(folder).slice(0, 32)}.pid`)
  } catch {
    return null
  }
}

/** Creates the lock file and its contents atomically. Returns false if the lock file already exists. */
function create(file: string): boolean {
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${process.pid}\n`)
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

function holderOf(file: string): number | null {
  try {
    const id = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(id) && id > 0 ? id : null
  } catch {
    return null
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Removes a stale lock file. It is renamed first, so that one run removes it, and restored if it is a new lock. */
function removeStale(file: string, holder: number | null): void {
  const stale = `${file}.${process.pid}.stale`
  try {
    renameSync(file, stale)
    if (holderOf(stale) !== holder) linkSync(stale, file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(stale, { force: true })
  }
}

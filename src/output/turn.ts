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
import { errorCode } from '../source/error-code.js'
import { hashOf } from './hash.js'

/** Whose turn it is when the waiting is over. */
export type Turn =
  | { readonly kind: 'ours'; readonly end: () => void }
  | { readonly kind: 'taken'; readonly by: number; readonly file: string }

const PATIENCE_MS = 10_000
const PAUSE_MS = 50

/**
 * Lets one run at a time work on an output folder: a second one waits for some seconds. The mark holds the process's id and stands in the
 * machine's folder for temporary files, so that a run that fails leaves no trace in the output folder; a mark of a process that is
 * no more is taken over. Where no mark can be set, runs are not kept apart.
 * @param folder absolute path of the output folder
 */
export async function takeTurn(folder: string, patience = PATIENCE_MS): Promise<Turn> {
  const mark = markOf(folder)
  if (mark === null) return { kind: 'ours', end: () => {} }
  for (let waited = 0; ; waited += PAUSE_MS) {
    if (place(mark)) return { kind: 'ours', end: () => rmSync(mark, { force: true }) }
    const holder = holderOf(mark)
    if (holder !== null && isAlive(holder)) {
      if (waited >= patience) return { kind: 'taken', by: holder, file: mark }
      await sleep(PAUSE_MS)
    } else {
      clearStale(mark, holder)
    }
  }
}

function markOf(folder: string): string | null {
  const marks = join(tmpdir(), `svcgen-${process.getuid?.() ?? 'user'}`)
  try {
    mkdirSync(marks, { recursive: true })
    accessSync(marks, constants.W_OK)
    return join(marks, `${hashOf(folder).slice(0, 32)}.pid`)
  } catch {
    return null
  }
}

/** Puts the mark with its content in one step; false where there is one. */
function place(mark: string): boolean {
  const own = `${mark}.${process.pid}`
  writeFileSync(own, `${process.pid}\n`)
  try {
    linkSync(own, mark)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

function holderOf(mark: string): number | null {
  try {
    const id = Number(readFileSync(mark, 'utf8'))
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

/** Moved away rather than removed: where two runs find the same stale mark, one moves it, and a fresh one that came between is put back. */
function clearStale(mark: string, holder: number | null): void {
  const aside = `${mark}.${process.pid}.stale`
  try {
    renameSync(mark, aside)
    if (holderOf(aside) !== holder) linkSync(aside, mark)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

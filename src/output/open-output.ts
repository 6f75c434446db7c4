import { JOURNAL_PATH, parseJournal } from './lock/journal.js'
import { type Ledger, makeLedger, type OutputState } from './lock/ledger.js'
import type { Collector } from '../diagnostics/collector.js'
import type { Engine } from '../ir/index.js'
import { type Lock, LOCK_PATH, type LockFault, parseLock } from './lock/lock.js'
import type { Folder } from './disk/folder.js'
import { type Output, reportLockFault, reportNoFolder } from './problems/folder-problems.js'
import { reportOtherEngine } from './problems/run-problems.js'

/** Returns the state of the output folder. If the folder cannot be used, reports why and returns null. */
export function openOutput(
  output: Output,
  { engine, force }: { readonly engine: Engine | null; readonly force: boolean },
  collector: Collector,
): OutputState | null {
  reportNoFolder(output, collector)
  const state = readOutputState(output.folder)
  if ('kind' in state) {
    reportLockFault(state, output, collector)
    return null
  }
  if (state.lock !== null && !force) reportOtherEngine(state.lock.engine, engine, collector)
  return state
}

/** Reads the lock, journal and migrations. If no file in the lock exists, the folder was emptied. */
function readOutputState(folder: Folder): OutputState | LockFault {
  const lock = readLock(folder)
  if (lock !== null && 'kind' in lock) return lock
  const found = folder.look(JOURNAL_PATH)
  const ledger = makeLedger(lock?.files ?? [], found.kind === 'file' ? parseJournal(found.text) : [])
  const migrations = folder
    .list('migrations')
    .map((name) => `migrations/${name}`)
    .filter((path) => !isUnfinished(path, folder, ledger))
  return { lock, ledger, migrations }
}

function readLock(folder: Folder): Lock | LockFault | null {
  const found = folder.look(LOCK_PATH)
  if (found.kind !== 'file') return null
  const lock = parseLock(found.text)
  if ('kind' in lock) return lock
  const isEmptied =
    lock.files.length > 0 && lock.files.every(({ path }) => folder.look(path).kind === 'absent')
  return isEmptied ? null : lock
}

/** Returns whether a migration is from a killed run, whose IR the lock lacks. It is created again. */
function isUnfinished(path: string, folder: Folder, ledger: Ledger): boolean {
  const ours = ledger.get(path)
  if (ours === undefined || ours.entry !== null) return false
  const found = folder.look(path)
  return found.kind === 'file' && ours.hashes.has(found.hash)
}

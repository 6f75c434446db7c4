import type { JournalEntry } from './journal.js'
import type { Lock, LockEntry } from './lock.js'
import type { Owner } from '../file.js'

/** A file that svcgen created, in either a finished run or a killed run. */
export interface OwnFile {
  readonly path: string
  readonly owner: Owner
  /** The file's entry in the lock, or null if the file was created by a run that was killed. */
  readonly entry: LockEntry | null
  /** The hashes of the contents that svcgen wrote. If a file has a different hash, it was edited. */
  readonly hashes: ReadonlySet<string>
}

/** All files created by svcgen, by path: those in the lock, and those that a killed run was about to change. */
export type Ledger = ReadonlyMap<string, OwnFile>

export function makeLedger(files: readonly LockEntry[], journal: readonly JournalEntry[]): Ledger {
  const ledger = new Map<string, OwnFile>()
  for (const entry of files) {
    ledger.set(entry.path, { path: entry.path, owner: entry.owner, entry, hashes: new Set([entry.hash]) })
  }
  for (const { path, owner, hashes } of journal) {
    const known = ledger.get(path)
    ledger.set(path, {
      path,
      owner: known?.owner ?? owner,
      entry: known?.entry ?? null,
      hashes: new Set([...(known?.hashes ?? []), ...hashes]),
    })
  }
  return ledger
}

/** The state of the output folder after earlier runs. */
export interface OutputState {
  /** Null if the folder is new or the lock is missing. */
  readonly lock: Lock | null
  readonly ledger: Ledger
  /** Paths of the migrations in the folder, sorted. */
  readonly migrations: readonly string[]
}

import { type ChangeSet, nextEntries } from './compare/change-set.js'
import type { Decided } from './compare/decide.js'
import type { Folder } from './disk/folder.js'
import { formatJournal, JOURNAL_PATH, type JournalEntry } from './lock/journal.js'
import { type Lock, LOCK_PATH } from './lock/lock.js'
import { lockText } from './lock/lock-text.js'

/** The folder to which files are written before they are moved into place. */
const STAGE = '.svcgen/next'

/**
 * Applies a change set. All files are first written to a staging folder, so that the project remains unchanged if the
 * disk is full. Next, the journal is written, and files are removed or moved atomically. The lock is written last. If a
 * run is killed before the lock is written, the next run uses the journal to recognize svcgen's files and completes the
 * changes.
 * @throws a Node.js error
 */
export function apply(folder: Folder, changes: ChangeSet, lock: Omit<Lock, 'files'>): void {
  const writes = changes.decisions.filter(isWrite)
  const removals = changes.decisions.filter(({ action }) => action === 'removed')
  const found = folder.look(LOCK_PATH)
  const text = lockText({ ...lock, files: nextEntries(changes) })
  const isLockCurrent = found.kind === 'file' && found.text === text

  if (writes.length + removals.length === 0 && isLockCurrent) {
    clear(folder)
    return
  }
  try {
    clearStage(folder)
    for (const [index, write] of writes.entries()) folder.write(staged(index), write.content)
    folder.write(`${STAGE}/lock.json`, text)
    folder.write(`${STAGE}/journal.json`, formatJournal(journalOf(changes)))
  } catch (error) {
    clearStage(folder)
    throw error
  }
  folder.rename(`${STAGE}/journal.json`, JOURNAL_PATH)
  for (const { path } of removals) folder.remove(path)
  for (const [index, { path }] of writes.entries()) folder.rename(staged(index), path)
  folder.rename(`${STAGE}/lock.json`, LOCK_PATH)
  clear(folder)
}

type Write = Decided & { readonly content: string }

function isWrite(decision: Decided): decision is Write {
  return decision.content !== null
}

function staged(index: number): string {
  return `${STAGE}/${index}`
}

function journalOf({ decisions }: ChangeSet): readonly JournalEntry[] {
  return decisions
    .filter(({ ourHashes }) => ourHashes.length > 0)
    .map(({ path, owner, ourHashes }) => ({ path, owner, hashes: ourHashes }))
}

/** Removes the journal and all staged files, including files left behind by a killed run. */
function clear(folder: Folder): void {
  clearStage(folder)
  folder.remove(JOURNAL_PATH)
}

function clearStage(folder: Folder): void {
  for (const name of ['lock.json', ...folder.list(STAGE)]) folder.remove(`${STAGE}/${name}`)
}

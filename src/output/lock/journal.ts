import { type Owner, OWNERS } from '../file.js'
import { isRecord, isSafePath } from './lock.js'

/** Where the journal stands while files are being put in place, and after a run that was killed then. */
export const JOURNAL_PATH = '.svcgen/journal.json'

/** A file that a run was about to change: each of the hashes is svcgen's own work, before or after. */
export interface JournalEntry {
  readonly path: string
  readonly owner: Owner
  readonly hashes: readonly string[]
}

/** Writes a journal, one line per file. */
export function formatJournal(entries: readonly JournalEntry[]): string {
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`
}

/** Reads a journal. It is put in place in one step, so one that makes no sense is not svcgen's and says nothing. */
export function parseJournal(text: string): readonly JournalEntry[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is JournalEntry {
  return (
    isRecord(value) &&
    typeof value['path'] === 'string' &&
    isSafePath(value['path']) &&
    OWNERS.some((owner) => owner === value['owner']) &&
    Array.isArray(value['hashes']) &&
    value['hashes'].every((hash) => typeof hash === 'string')
  )
}

import type { Owner } from '../file.js'
import { isOwned, parseJson } from './lock.js'

/** The journal exists while files are moved into place, and remains if the run is killed in the meantime. */
export const JOURNAL_PATH = '.svcgen/journal.json'

/** A file that a run was about to change, with the hashes of its unedited contents before and after the change. */
export interface JournalEntry {
  readonly path: string
  readonly owner: Owner
  readonly hashes: readonly string[]
}

export function formatJournal(entries: readonly JournalEntry[]): string {
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`
}

/** Parses a journal. Ignores an invalid one: svcgen moves journals into place atomically. */
export function parseJournal(text: string): readonly JournalEntry[] {
  const value = parseJson(text)
  return Array.isArray(value) ? value.filter(isEntry) : []
}

function isEntry(value: unknown): value is JournalEntry {
  return (
    isOwned(value) &&
    Array.isArray(value['hashes']) &&
    value['hashes'].every((hash) => typeof hash === 'string')
  )
}

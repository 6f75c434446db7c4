import type { EmittedFile, Owner } from '../file.js'
import type { Found } from '../disk/folder.js'
import { hashOf } from '../disk/hash.js'
import type { OwnFile } from '../lock/ledger.js'
import type { LockEntry } from '../lock/lock.js'
import { mergeDependencies } from './package-json.js'

/** What a run does with a file. `leave`: it does not exist and is not created, so it is not listed. */
export type Action = 'created' | 'updated' | 'unchanged' | 'removed' | 'kept' | 'leave'

/** A warning, or an error that the user needs to fix before anything is written. */
export type Problem =
  | 'hand-edit'
  | 'in-the-way'
  | 'edited-orphan'
  | 'edited-stub'
  | 'edited-scaffold'
  | 'lost-migration'
  | 'broken-package'

export interface Decision {
  readonly path: string
  readonly owner: Owner
  readonly action: Action
  /** The text to write if the action is `created` or `updated`; `entry` has its hash. */
  readonly content: string | null
  /** The file's entry in the next lock, if any. */
  readonly entry: LockEntry | null
  readonly trouble: Problem | null
}

/** A decision, and its hashes for the journal. */
export interface Decided extends Decision {
  /** Hashes of svcgen's versions that the file can have during the run, except that of the lock. */
  readonly ourHashes: readonly string[]
}

/** A path and everything that is known about it. `emitted` and `ours` are not both null. */
export interface Case {
  readonly emitted: EmittedFile | null
  readonly ours: OwnFile | null
  readonly found: Found
  readonly force: boolean
  /** Whether it is a file of a migration that is replaced. */
  readonly isAmended: boolean
}

/** The rules of SPEC 4 for each owner: for a file that is emitted, and for one that is no longer emitted. */
const rules: Readonly<Record<Owner, { readonly made: Made; readonly gone: Gone }>> = {
  generator: { made: generated, gone: goneGenerated },
  migration: { made: migration, gone: goneMigration },
  stub: { made: stub, gone: goneStub },
  scaffold: { made: scaffold, gone: goneScaffold },
}

type Made = (file: EmittedFile, known: Known) => Decision
type Gone = (ours: OwnFile, known: Known) => Decision
interface Known {
  readonly ours: OwnFile | null
  readonly found: Found
  readonly force: boolean
  /** Whether it is a file of a migration that is replaced. */
  readonly isAmended: boolean
}

/** Decides what to do with one path (SPEC 4). */
export function decide({ emitted, ours, found, force, isAmended }: Case): Decided | null {
  const known = { ours, found, force, isAmended }
  const decision = decideByOwner(emitted, known)
  return decision === null ? null : { ...decision, ourHashes: ourHashes(decision, known) }
}

function decideByOwner(emitted: EmittedFile | null, known: Known): Decision | null {
  if (emitted !== null) return rules[emitted.owner].made(emitted, known)
  return known.ours === null ? null : rules[known.ours.owner].gone(known.ours, known)
}

/** Returns the hashes for the journal, which does not list migrations of finished runs, because they never change. */
function ourHashes({ owner, content, entry }: Decision, known: Known): readonly string[] {
  const { ours, found } = known
  const finished = owner === 'migration' && content === null && (ours === null || ours.entry !== null)
  if (finished) return []
  const before = found.kind === 'file' && isUnedited(known) ? [found.hash] : []
  const after = entry === null || before.includes(entry.hash) ? [] : [entry.hash]
  return [...before, ...after].filter((hash) => hash !== ours?.entry?.hash)
}

/** Rewritten if the content differs, unless svcgen did not write the existing file. */
function generated(file: EmittedFile, known: Known): Decision {
  const entry = entryOf(file)
  if (known.found.kind !== 'file') return made(file, 'created', entry)
  if (known.found.hash === entry.hash) return made(file, 'unchanged', entry)
  if (known.force || isUnedited(known)) return made(file, 'updated', entry)
  return { ...made(file, 'kept', entry), trouble: known.ours === null ? 'in-the-way' : 'hand-edit' }
}

/** Removed if it is unedited, or by force; otherwise kept, and reported again by the next run. */
function goneGenerated(ours: OwnFile, known: Known): Decision {
  if (known.found.kind === 'absent') return gone(ours, 'leave')
  if (known.force || isUnedited(known)) return gone(ours, 'removed')
  return { ...gone(ours, 'kept'), entry: entryThatStays(ours), trouble: 'edited-orphan' }
}

/** Written once. One that is amended, or of a killed run, may be written again, because no run has finished with it. */
function migration(file: EmittedFile, known: Known): Decision {
  const entry = entryOf(file)
  if (known.found.kind === 'absent') return made(file, 'created', entry)
  if (known.found.kind === 'file' && known.found.hash === entry.hash) return made(file, 'unchanged', entry)
  const isOpen = known.isAmended || known.ours?.entry === null
  if (isOpen && isUnedited(known)) return made(file, 'updated', entry)
  return made(file, 'kept', known.ours?.entry ?? entry)
}

/** Earlier migrations are not emitted again and are kept, unless they are amended. */
function goneMigration(ours: OwnFile, known: Known): Decision {
  if (known.found.kind === 'absent') {
    return { ...gone(ours, 'leave'), trouble: ours.entry === null ? null : 'lost-migration' }
  }
  const isOpen = known.isAmended || ours.entry === null
  if (isOpen && isUnedited(known)) return gone(ours, 'removed')
  return { ...gone(ours, isUnedited(known) ? 'unchanged' : 'kept'), entry: ours.entry }
}

/** Written once, and again if the user deleted it but the schema still references it. One of a killed run may be written again. */
function stub(file: EmittedFile, known: Known): Decision {
  const entry = entryOf(file)
  if (known.found.kind === 'absent') return made(file, 'created', entry)
  if (known.found.kind === 'file' && known.found.hash === entry.hash) return made(file, 'unchanged', entry)
  const recorded = known.ours?.entry ?? null
  if (!isUnedited(known)) return made(file, 'kept', { ...entry, hash: recorded?.hash ?? entry.hash })
  return recorded === null
    ? made(file, 'updated', entry)
    : made(file, 'unchanged', { ...entry, hash: recorded.hash })
}

/** Removed if it was never edited; otherwise it belongs to the user. */
function goneStub(ours: OwnFile, known: Known): Decision {
  if (known.found.kind === 'absent') return gone(ours, 'leave')
  if (isUnedited(known)) return gone(ours, 'removed')
  return { ...gone(ours, 'kept'), entry: entryThatStays(ours), trouble: 'edited-stub' }
}

/**
 * Written once. A deleted one is written again only with force. An unedited one is rewritten with force, or without it if it depends on a
 * part of the input (its source says which).
 */
function scaffold(file: EmittedFile, known: Known): Decision {
  const entry = entryOf(file)
  const recorded = known.ours?.entry ?? null
  if (known.found.kind === 'absent') {
    const isDeleted = recorded !== null && !known.force
    return isDeleted ? made(file, 'leave', recorded) : made(file, 'created', entry)
  }
  if (known.found.kind === 'file' && known.found.hash === entry.hash) return made(file, 'unchanged', entry)
  if (file.path === 'package.json' && known.found.kind === 'file') return merged(file, known.found, recorded)
  if (isUnedited(known)) {
    const isBroughtAlong = recorded === null || known.force || followsInput(recorded)
    return isBroughtAlong ? made(file, 'updated', entry) : made(file, 'unchanged', recorded)
  }
  const isStale = known.force && recorded !== null && recorded.hash !== entry.hash
  return { ...made(file, 'kept', entry), trouble: isStale ? 'edited-scaffold' : null }
}

/** Kept, unless it is unedited and depends on a part of the input that was removed. */
function goneScaffold(ours: OwnFile, known: Known): Decision {
  if (known.found.kind === 'absent') return gone(ours, 'leave')
  const hasLost = ours.entry !== null && followsInput(ours.entry) && isUnedited(known)
  return gone(ours, hasLost ? 'removed' : 'kept')
}

/** Returns whether a file depends on one part of the input, which is then its source rather than `scaffold`. */
function followsInput({ source }: LockEntry): boolean {
  return source !== 'scaffold'
}

/** Adds missing dependencies to `package.json`; the rest of it is the user's. The lock has the hash of what was written last. */
function merged(file: EmittedFile, found: { readonly text: string }, recorded: LockEntry | null): Decision {
  const text = mergeDependencies(found.text, file.text)
  if (text === null) return { ...made(file, 'kept', entryOf(file)), trouble: 'broken-package' }
  const { path, owner, source } = file
  const outcome: EmittedFile = { path, owner, source, text }
  if (text !== found.text) return made(outcome, 'updated', entryOf(outcome))
  return made(outcome, 'kept', recorded ?? entryOf(outcome))
}

function isUnedited({ ours, found }: Known): boolean {
  return found.kind === 'file' && ours !== null && ours.hashes.has(found.hash)
}

function made(file: EmittedFile, action: Action, entry: LockEntry): Decision {
  const writes = action === 'created' || action === 'updated'
  const content = writes ? file.text : null
  return { path: file.path, owner: file.owner, action, content, entry, trouble: null }
}

function gone({ path, owner }: OwnFile, action: Action): Decision {
  return { path, owner, action, content: null, entry: null, trouble: null }
}

function entryOf(file: EmittedFile): LockEntry {
  const { path, owner, source } = file
  return { path, owner, hash: hashOf(file.text), source }
}

/** Returns the lock entry of an unchanged file; null for a file of a killed run that was edited since. */
function entryThatStays({ path, owner, entry, hashes }: OwnFile): LockEntry | null {
  const [hash] = hashes
  return entry ?? (hash === undefined ? null : { path, owner, hash, source: '' })
}

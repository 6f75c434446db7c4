import type { EmittedFile, Owner } from '../file.js'
import { type Found, hashOf } from '../disk/folder.js'
import type { OwnFile } from '../lock/ledger.js'
import type { LockEntry } from '../lock/lock.js'
import { mergeDependencies } from './package-json.js'

/** What a run does with a file. `leave`: the file does not exist, is not created, and is not listed. */
export type Action = 'created' | 'updated' | 'unchanged' | 'removed' | 'kept' | 'leave'

/** A problem with a file: a warning, or an error that the user needs to fix before anything is written. */
export type Problem =
  | 'hand-edit'
  | 'not-ours'
  | 'edited-orphan'
  | 'edited-stub'
  | 'edited-scaffold'
  | 'missing-migration'
  | 'moved-stub'
  | 'broken-package'

export interface Decision {
  readonly path: string
  readonly owner: Owner
  readonly action: Action
  /** The text to write if the action is `created` or `updated`. Its hash is in `entry`. */
  readonly content: string | null
  /** The file's entry in the next lock, if any. */
  readonly entry: LockEntry | null
  readonly problem: Problem | null
}

export interface Decided extends Decision {
  /** The hashes that the file can have during the run if nobody edits it, except the hash in the lock. */
  readonly ourHashes: readonly string[]
}

/** A path and everything that is known about it. At least one of `emitted` and `ours` is not null. */
export interface Case {
  readonly emitted: EmittedFile | null
  readonly ours: OwnFile | null
  readonly found: Found
  readonly force: boolean
  /** Whether the file belongs to a migration that is being replaced. */
  readonly isAmended: boolean
}

/** The rules for each owner, both for files that are emitted and for files that are no longer emitted. */
const rules: Readonly<Record<Owner, { readonly emitted: EmittedRule; readonly obsolete: ObsoleteRule }>> = {
  generator: { emitted: generated, obsolete: obsoleteGenerated },
  migration: { emitted: migration, obsolete: obsoleteMigration },
  stub: { emitted: stub, obsolete: obsoleteStub },
  scaffold: { emitted: scaffold, obsolete: obsoleteScaffold },
}

type EmittedRule = (file: EmittedFile, known: Known) => Decision
type ObsoleteRule = (ours: OwnFile, known: Known) => Decision
type Known = Omit<Case, 'emitted'>

export function decide({ emitted, ...known }: Case): Decided | null {
  const { ours } = known
  const decision =
    emitted === null
      ? ours && rules[ours.owner].obsolete(ours, known)
      : rules[emitted.owner].emitted(emitted, known)
  return decision && { ...decision, ourHashes: ourHashes(decision, known) }
}

/** Returns the hashes for the journal. Migrations from finished runs have none, because they do not change. */
function ourHashes({ owner, content, entry }: Decision, known: Known): readonly string[] {
  const { ours, found } = known
  const finished = owner === 'migration' && content === null && (ours === null || ours.entry !== null)
  if (finished) return []
  const before = found.kind === 'file' && isUnedited(known) ? [found.hash] : []
  const after = entry === null || before.includes(entry.hash) ? [] : [entry.hash]
  return [...before, ...after].filter((hash) => hash !== ours?.entry?.hash)
}

/** Rewrites a generated file. Without force, keeps one that was edited or not created by svcgen. */
function generated(file: EmittedFile, known: Known): Decision {
  const entry = entryOf(file)
  if (known.found.kind !== 'file') return decisionFor(file, 'created', entry)
  if (known.found.hash === entry.hash) return decisionFor(file, 'unchanged', entry)
  if (known.force || isUnedited(known)) return decisionFor(file, 'updated', entry)
  return { ...decisionFor(file, 'kept', entry), problem: known.ours === null ? 'not-ours' : 'hand-edit' }
}

/** Removes a file that is no longer generated. Without force, keeps an edited one, which is reported again. */
function obsoleteGenerated(ours: OwnFile, known: Known): Decision {
  if (known.found.kind === 'absent') return obsoleteDecision(ours, 'leave')
  if (known.force || isUnedited(known)) return obsoleteDecision(ours, 'removed')
  return { ...obsoleteDecision(ours, 'kept'), entry: keptEntry(ours), problem: 'edited-orphan' }
}

/** Writes a migration only once, unless it is amended or the run that wrote it was killed. */
function migration(file: EmittedFile, known: Known): Decision {
  const entry = entryOf(file)
  if (known.found.kind === 'absent') return decisionFor(file, 'created', entry)
  if (known.found.kind === 'file' && known.found.hash === entry.hash)
    return decisionFor(file, 'unchanged', entry)
  const isReplaceable = known.isAmended || known.ours?.entry === null
  if (isReplaceable && isUnedited(known)) return decisionFor(file, 'updated', entry)
  return decisionFor(file, 'kept', known.ours?.entry ?? entry)
}

/** Decides what to do with an earlier migration. The migration is kept unless it is amended. */
function obsoleteMigration(ours: OwnFile, known: Known): Decision {
  if (known.found.kind === 'absent') {
    return { ...obsoleteDecision(ours, 'leave'), problem: ours.entry === null ? null : 'missing-migration' }
  }
  const isReplaceable = known.isAmended || ours.entry === null
  if (isReplaceable && isUnedited(known)) return obsoleteDecision(ours, 'removed')
  return { ...obsoleteDecision(ours, isUnedited(known) ? 'unchanged' : 'kept'), entry: ours.entry }
}

/** Writes a stub once, and again if the user deletes it while the schema still refers to it. */
function stub(file: EmittedFile, known: Known): Decision {
  const entry = entryOf(file)
  if (known.found.kind === 'absent') return decisionFor(file, 'created', entry)
  if (known.found.kind === 'file' && known.found.hash === entry.hash)
    return decisionFor(file, 'unchanged', entry)
  const recorded = known.ours?.entry ?? null
  if (!isUnedited(known)) return decisionFor(file, 'kept', { ...entry, hash: recorded?.hash ?? entry.hash })
  return recorded === null
    ? decisionFor(file, 'updated', entry)
    : decisionFor(file, 'unchanged', { ...entry, hash: recorded.hash })
}

/** Removes a stub that is no longer emitted if it was never edited. Otherwise, it belongs to the user. */
function obsoleteStub(ours: OwnFile, known: Known): Decision {
  if (known.found.kind === 'absent') return obsoleteDecision(ours, 'leave')
  if (isUnedited(known)) return obsoleteDecision(ours, 'removed')
  return { ...obsoleteDecision(ours, 'kept'), entry: keptEntry(ours), problem: 'edited-stub' }
}

/**
 * Decides what to do with a scaffold file. The file is written once. If it was deleted, it is written again only with
 * force. If it is unedited, it is rewritten with force or, without force, if it depends on a part of the input.
 */
function scaffold(file: EmittedFile, known: Known): Decision {
  const entry = entryOf(file)
  const recorded = known.ours?.entry ?? null
  if (known.found.kind === 'absent') {
    const isDeleted = recorded !== null && !known.force
    return isDeleted ? decisionFor(file, 'leave', recorded) : decisionFor(file, 'created', entry)
  }
  if (known.found.kind === 'file' && known.found.hash === entry.hash)
    return decisionFor(file, 'unchanged', entry)
  if (file.path === 'package.json' && known.found.kind === 'file') return merged(file, known.found, recorded)
  if (isUnedited(known)) {
    const isRewritten = recorded === null || known.force || followsInput(recorded)
    return isRewritten
      ? decisionFor(file, 'updated', entry)
      : decisionFor(file, 'unchanged', { ...recorded, offered: entry.hash })
  }
  const isStale = known.force && recorded !== null && recorded.hash !== entry.hash
  return { ...decisionFor(file, 'kept', entry), problem: isStale ? 'edited-scaffold' : null }
}

/** Keeps a scaffold file that is no longer emitted, unless it is unedited and its part of the input was removed. */
function obsoleteScaffold(ours: OwnFile, known: Known): Decision {
  if (known.found.kind === 'absent') return obsoleteDecision(ours, 'leave')
  const isUnneeded = ours.entry !== null && followsInput(ours.entry) && isUnedited(known)
  return obsoleteDecision(ours, isUnneeded ? 'removed' : 'kept')
}

/** Returns whether a scaffold file depends on a part of the input, which is then its source. */
function followsInput({ source }: LockEntry): boolean {
  return source !== 'scaffold'
}

/**
 * Decides what to do with `package.json`. Missing dependencies are added, and ranges that are too old are replaced.
 * Everything else belongs to the user. The lock contains the hash of the contents that svcgen last wrote.
 */
function merged(file: EmittedFile, found: { readonly text: string }, recorded: LockEntry | null): Decision {
  const text = mergeDependencies(found.text, file.text)
  if (text === null) return { ...decisionFor(file, 'kept', entryOf(file)), problem: 'broken-package' }
  const { path, owner, source } = file
  const outcome: EmittedFile = { path, owner, source, text }
  if (text !== found.text) return decisionFor(outcome, 'updated', entryOf(outcome))
  return decisionFor(outcome, 'kept', recorded ?? entryOf(outcome))
}

function isUnedited({ ours, found }: Known): boolean {
  return found.kind === 'file' && ours !== null && ours.hashes.has(found.hash)
}

function decisionFor(file: EmittedFile, action: Action, entry: LockEntry): Decision {
  const writes = action === 'created' || action === 'updated'
  const content = writes ? file.text : null
  return { path: file.path, owner: file.owner, action, content, entry, problem: null }
}

function obsoleteDecision({ path, owner }: OwnFile, action: Action): Decision {
  return { path, owner, action, content: null, entry: null, problem: null }
}

function entryOf(file: EmittedFile): LockEntry {
  const { path, owner, source } = file
  return { path, owner, hash: hashOf(file.text), source }
}

function keptEntry({ path, owner, entry, hashes }: OwnFile): LockEntry | null {
  const [hash] = hashes
  return entry ?? (hash === undefined ? null : { path, owner, hash, source: '' })
}

import type { EmittedFile } from '../file.js'
import { type Action, decide, type Decided, type Decision } from './decide.js'
import { type Folder, type Found, type Obstacle, hashOf } from '../disk/folder.js'
import type { Ledger } from '../lock/ledger.js'
import type { LockEntry } from '../lock/lock.js'

/** A path that cannot be written, and the reason. */
export interface Blocked {
  readonly path: string
  readonly by: Obstacle | 'differs-in-case'
  /** If two paths differ only in case, the other path. */
  readonly other: string | null
}

/** The changes that a run makes, the same for `generate`, `--check`, `--dry-run` and `plan`. */
export interface ChangeSet {
  /** Sorted by path. */
  readonly decisions: readonly Decided[]
  readonly blocked: readonly Blocked[]
}

/** What emitted files are compared with. */
interface Target {
  readonly folder: Folder
  readonly ledger: Ledger
  /** Whether edits to generated files are discarded. */
  readonly force: boolean
  readonly amended: ReadonlySet<string>
  /** The stubs whose function has another name now, by their new path. */
  readonly renamed: ReadonlyMap<string, RenamedStub>
}

/** Compares emitted files with the output folder, the lock and the journal, without writing anything. */
export function computeChangeSet(emitted: ReadonlyMap<string, EmittedFile>, target: Target): ChangeSet {
  const { folder, ledger, force, amended } = target
  const decisions: Decided[] = []
  const moved = movedStubs(emitted, target)
  const paths = [...new Set([...emitted.keys(), ...ledger.keys()])].sort()
  const blocked: Blocked[] = [...sameButForCase(paths.filter((path) => emitted.has(path)))]
  for (const path of paths) {
    const found = folder.look(path)
    const file = emitted.get(path) ?? null
    const decision =
      moved.get(path) ??
      decide({
        emitted: file,
        ours: ledger.get(path) ?? null,
        found,
        force,
        isAmended: amended.has(path),
      })
    if (decision === null) continue
    decisions.push(decision)
    const by = found.kind === 'blocked' && file !== null ? found.by : obstacleTo(decision, found, folder)
    if (by !== null) blocked.push({ path, by, other: null })
  }
  return { decisions, blocked }
}

/** The former path of a stub, and the former and the new name of its function. */
export interface RenamedStub {
  readonly from: string
  readonly names: readonly [former: string, name: string]
}

/** Moves edited stubs whose function has another name now. Unedited stubs are written again. */
function movedStubs(
  emitted: ReadonlyMap<string, EmittedFile>,
  { folder, ledger, renamed }: Target,
): ReadonlyMap<string, Decided> {
  const moved = new Map<string, Decided>()
  for (const [path, { from, names }] of renamed) {
    const file = emitted.get(path)
    const ours = ledger.get(from)
    const old = folder.look(from)
    if (file === undefined || ours === undefined || emitted.has(from)) continue
    if (old.kind !== 'file' || ours.hashes.has(old.hash) || folder.look(path).kind !== 'absent') continue
    const content = withName(old.text, names)
    // The lock contains the hash of the stub as generated, so that the file still counts as edited.
    const entry = { path, owner: file.owner, hash: hashOf(file.text), source: file.source }
    moved.set(path, {
      path,
      owner: file.owner,
      action: 'created',
      content,
      entry,
      problem: 'moved-stub',
      ourHashes: [hashOf(content)],
    })
    moved.set(from, {
      path: from,
      owner: file.owner,
      action: 'removed',
      content: null,
      entry: null,
      problem: null,
      ourHashes: [old.hash],
    })
  }
  return moved
}

/** Returns the code with the new name of a function where the code registers it. */
function withName(text: string, [former, name]: RenamedStub['names']): string {
  return ["'", '"', '`'].reduce(
    (code, quote) => code.replaceAll(`${quote}${former}${quote}`, `${quote}${name}${quote}`),
    text,
  )
}

export function pathsThat(action: Action, { decisions }: ChangeSet): readonly string[] {
  return decisions.filter((decision) => decision.action === action).map(({ path }) => path)
}

/** Returns the stubs that the user needs to implement. Stubs that move with their code are not among them. */
export function newStubs({ decisions }: ChangeSet): readonly string[] {
  return decisions.flatMap(({ path, owner, action, problem }) =>
    owner === 'stub' && action === 'created' && problem !== 'moved-stub' ? [path] : [],
  )
}

/** Returns the entries for the next lock, sorted by path. */
export function nextEntries({ decisions }: ChangeSet): readonly LockEntry[] {
  return decisions.flatMap(({ entry }) => (entry === null ? [] : [entry]))
}

function obstacleTo(decision: Decision, found: Found, folder: Folder): Obstacle | null {
  const changes =
    decision.action === 'created' || decision.action === 'updated' || decision.action === 'removed'
  if (!changes) return null
  return found.kind === 'outside' ? 'outside-link' : folder.obstacle(decision.path)
}

/**
 * Returns paths that differ only in case. On case-insensitive file systems, `Story.ts` and `story.ts` are the same
 * file.
 * @param paths sorted
 */
function* sameButForCase(paths: readonly string[]): Iterable<Blocked> {
  const seen = new Map<string, string>()
  for (const path of paths) {
    const folded = path.normalize('NFC').toLowerCase()
    const other = seen.get(folded)
    if (other !== undefined) yield { path, by: 'differs-in-case', other }
    seen.set(folded, path)
  }
}

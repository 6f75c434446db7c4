import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { ChangeSet } from './change-set.js'
import type { Decided } from './decide.js'
import type { EmittedFile } from '../file.js'
import { type Folder, hashOf } from '../disk/folder.js'
import { jsonWithoutLocations } from '../lock/lock-text.js'
import type { Lock } from '../lock/lock.js'
import type { Service } from '../../ir/index.js'
import { readVersion } from '../../version.js'
import type { Ledger } from '../lock/ledger.js'

/** Why a file differs from what a run would write (`--check`). */
export type DriftCause = 'spec changed' | 'edited by hand' | 'generator upgraded' | 'missing' | 'orphan'

export interface Drift {
  readonly path: string
  readonly cause: DriftCause
  /** A unified diff between the existing text and the expected text. A missing file is treated as empty. */
  readonly diff: string
}

export interface DriftInput {
  readonly changes: ChangeSet
  readonly emitted: ReadonlyMap<string, EmittedFile>
  readonly folder: Folder
  readonly ledger: Ledger
  /** Why an unedited generated file might differ, or null if there is no lock. */
  readonly cause: 'spec changed' | 'generator upgraded' | null
}

/** Returns why a new run might produce different files: the input if both it and svcgen have changed. */
export function causeOfChange(lock: Lock | null, service: Service): DriftInput['cause'] {
  if (lock === null) return null
  const isSameInput = jsonWithoutLocations(lock.service) === jsonWithoutLocations(service)
  return isSameInput && lock.generator !== readVersion() ? 'generator upgraded' : 'spec changed'
}

/** Returns generated files that differ and pending migrations, sorted by path. The user's files are not compared. */
export function findDrift(input: DriftInput): readonly Drift[] {
  return input.changes.decisions.flatMap((decision) => {
    const cause = causeOf(decision, input)
    return cause === null ? [] : [{ path: decision.path, cause, diff: diffOf(decision.path, input) }]
  })
}

function causeOf({ path, owner, action, content, problem }: Decided, input: DriftInput): DriftCause | null {
  if (owner === 'migration') return content === null ? null : 'spec changed'
  if (owner !== 'generator' || action === 'unchanged' || action === 'leave') return null
  if (!input.emitted.has(path)) return 'orphan'
  if (problem !== null) return 'edited by hand'
  const wasThere = action === 'created' && input.ledger.has(path)
  return wasThere ? 'missing' : (input.cause ?? 'missing')
}

function diffOf(path: string, { emitted, folder }: Pick<DriftInput, 'emitted' | 'folder'>): string {
  const found = folder.look(path)
  const before = found.kind === 'file' ? found.text : ''
  const after = emitted.get(path)?.text ?? ''
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  })
}

/** A scaffold file that is kept, although svcgen would now generate it differently. */
export type ScaffoldDiff = Omit<Drift, 'cause'>

/** Returns a diff for each scaffold file that not only the user has changed since the last run. */
export function scaffoldDiffs(input: Omit<DriftInput, 'cause'>): readonly ScaffoldDiff[] {
  const { changes, emitted, folder, ledger } = input
  return changes.decisions.flatMap(({ path, owner, content }) => {
    const now = emitted.get(path)
    const last = ledger.get(path)?.entry ?? null
    if (owner !== 'scaffold' || content !== null || path === 'package.json') return []
    if (now === undefined || last === null || (last.offered ?? last.hash) === hashOf(now.text)) return []
    const found = folder.look(path)
    const isOther = found.kind === 'file' && found.text !== now.text
    return isOther ? [{ path, diff: diffOf(path, input) }] : []
  })
}

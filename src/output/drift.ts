import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { ChangeSet } from './change-set.js'
import type { Decided } from './decide.js'
import type { EmittedFile } from './file.js'
import type { Folder } from './folder.js'
import type { Ledger } from './ledger.js'

/** Why a file is not as a run would leave it (SPEC 2, `--check`). */
export type DriftCause = 'spec changed' | 'edited by hand' | 'generator upgraded' | 'missing' | 'orphan'

export interface Drift {
  readonly path: string
  readonly cause: DriftCause
  /** Unified, from what stands there to what should; empty texts stand for a file that is not there. */
  readonly diff: string
}

/** What a check looks at. */
export interface DriftInput {
  /** Computed without force. */
  readonly changes: ChangeSet
  readonly emitted: ReadonlyMap<string, EmittedFile>
  readonly folder: Folder
  readonly ledger: Ledger
  /** Why a file that svcgen made, and nobody edited, can differ; null where there is no lock to tell. */
  readonly news: 'spec changed' | 'generator upgraded' | null
}

/**
 * Names each file of the generator's that differs, and each pending migration, with its cause and a diff; sorted by path. Files that are
 * the user's don't count.
 */
export function findDrift(input: DriftInput): readonly Drift[] {
  return input.changes.decisions.flatMap((decision) => {
    const cause = causeOf(decision, input)
    return cause === null ? [] : [{ path: decision.path, cause, diff: diffOf(decision.path, input) }]
  })
}

function causeOf({ path, owner, action, content, trouble }: Decided, input: DriftInput): DriftCause | null {
  if (owner === 'migration') return content === null ? null : 'spec changed'
  if (owner !== 'generator' || action === 'unchanged' || action === 'leave') return null
  if (!input.emitted.has(path)) return 'orphan'
  if (trouble !== null) return 'edited by hand'
  const wasThere = action === 'created' && input.ledger.has(path)
  return wasThere ? 'missing' : (input.news ?? 'missing')
}

/** Unified, from what stands in the folder to what a run would write. */
export function diffOf(path: string, { emitted, folder }: Pick<DriftInput, 'emitted' | 'folder'>): string {
  const found = folder.look(path)
  const before = found.kind === 'file' ? found.text : ''
  const after = emitted.get(path)?.text ?? ''
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  })
}

import type { ChangeSet } from './change-set.js'
import type { Action, Decided } from './decide.js'
import type { Folder, Found } from './folder.js'
import type { Ledger } from './ledger.js'
import type { LockEntry } from './lock.js'

/**
 * The change set of a run whose input is that of the last one, without rendering anything: nothing to do. Null where a file is not as
 * svcgen left it and a rule of SPEC 4 might ask for its text: it is edited or gone, or a killed run was about to change it.
 * @param functions files of the functions that the input names
 */
export function settledChangeSet(
  functions: ReadonlySet<string>,
  ledger: Ledger,
  folder: Folder,
): ChangeSet | null {
  const decisions: Decided[] = []
  for (const { path, owner, entry, hashes } of ledger.values()) {
    if (entry === null || hashes.size !== 1) return null
    const action = actionOn(entry, folder.look(path))
    const isReported = owner === 'stub' && !functions.has(path)
    if (action === null || isReported) return null
    decisions.push({ path, owner, action, content: null, entry, trouble: null, ourHashes: [] })
  }
  return { decisions, blocked: [] }
}

function actionOn({ path, owner, hash }: LockEntry, found: Found): Action | null {
  if (found.kind === 'file' && found.hash === hash) return 'unchanged'
  switch (owner) {
    case 'generator':
    case 'migration':
      return null
    case 'stub':
      return found.kind === 'absent' ? null : 'kept'
    case 'scaffold':
      if (path === 'package.json') return null
      return found.kind === 'absent' ? 'leave' : 'kept'
  }
}

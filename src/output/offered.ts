import { diffOf, type Drift, type DriftInput } from './drift.js'
import { hashOf } from './hash.js'

/** A scaffold file that a run leaves as it is, though svcgen would write it differently now. */
export type Offer = Omit<Drift, 'cause'>

/**
 * Files that are the user's, with what svcgen would change in them (SPEC 4): those whose text is not what the last run would have written, because
 * the input or svcgen is another. An edit by itself is no reason.
 */
export function offersOf(input: Omit<DriftInput, 'news'>): readonly Offer[] {
  const { changes, emitted, folder, ledger } = input
  return changes.decisions.flatMap(({ path, owner, content }) => {
    const now = emitted.get(path)
    const last = ledger.get(path)?.entry ?? null
    if (owner !== 'scaffold' || content !== null || path === 'package.json') return []
    if (now === undefined || last === null || last.hash === hashOf(now.text)) return []
    const found = folder.look(path)
    const isOther = found.kind === 'file' && found.text !== now.text
    return isOther ? [{ path, diff: diffOf(path, input) }] : []
  })
}

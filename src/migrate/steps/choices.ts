import { listed } from '../../../templates/runtime/spec/wording.js'
import type { Json } from '../../ir/index.js'
import type { Column } from '../shape/shape.js'
import { type Fill, storedFill } from './fill.js'

/** Returns the choices that a change removes, or `others` if rows might have any other value, as in a former text. */
export function removedChoices(before: Column | null, after: Column): readonly Json[] | 'others' | null {
  if (before === null || after.choices === null) return null
  if (before.choices === null) return 'others'
  const kept = new Set(after.choices.map((choice) => JSON.stringify(choice)))
  const removed = before.choices.filter((choice) => !kept.has(JSON.stringify(choice)))
  return removed.length === 0 ? null : removed
}

/** Returns the `_backfill` that replaces removed choices. A default does not: nobody has asked for that. */
export function replacementOf(before: Column | null, after: Column): Fill | null {
  return removedChoices(before, after) === null ? null : storedFill(after, after.replacement ?? null)
}

export function needsChoices(before: Column | null, after: Column): boolean {
  return removedChoices(before, after) !== null && replacementOf(before, after) === null
}

/** Returns a description of what happens to rows with removed choices, or null if there are none. */
export function describeReplacement(before: Column | null, after: Column): string | null {
  const removed = removedChoices(before, after)
  if (removed === null) return null
  const values = describeRemoved(removed)
  const replacement = replacementOf(before, after)
  if (replacement?.kind === 'literal') return `${JSON.stringify(replacement.value)} instead of ${values}`
  return `"migrate" fails if any row has ${values}`
}

export function describeRemoved(removed: readonly Json[] | 'others'): string {
  if (removed === 'others') return 'a value that is not a choice'
  return listed(
    removed.map((choice) => JSON.stringify(choice)),
    'or',
  )
}

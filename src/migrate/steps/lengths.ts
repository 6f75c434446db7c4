import type { Column } from '../shape/shape.js'

/** A bound on the length of texts that existing rows might violate. */
export interface LengthNeed {
  readonly need: 'too long' | 'too short'
  readonly bound: number
}

/** Returns the bounds on the length of a column's texts that a change adds or narrows. */
export function narrowedLengths(before: Column | null, after: Column): readonly LengthNeed[] {
  if (before === null) return []
  const { minLength, maxLength } = after
  const isShortened = maxLength !== null && (before.maxLength === null || before.maxLength > maxLength)
  return [
    ...(isShortened ? [{ need: 'too long' as const, bound: maxLength }] : []),
    ...(minLength !== null && (before.minLength ?? 0) < minLength
      ? [{ need: 'too short' as const, bound: minLength }]
      : []),
  ]
}

/** Returns a description of what happens to rows whose texts violate narrowed bounds, or null if there are none. */
export function describeLengths(before: Column | null, after: Column): string | null {
  const bounds = narrowedLengths(before, after).map(
    ({ need, bound }) =>
      `${need === 'too long' ? 'more' : 'fewer'} than ${bound} character${bound === 1 ? '' : 's'}`,
  )
  return bounds.length === 0 ? null : `"migrate" fails if any row has ${bounds.join(' or ')}`
}

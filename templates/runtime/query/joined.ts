import { type Condition, EVERYTHING } from '../condition.js'

/** All of the conditions at once. */
export function allOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only === undefined) return EVERYTHING
  return conditions.length === 1 ? only : { kind: 'and', of: conditions }
}

/** At least one of the conditions; of none, nothing. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  return conditions.length === 1 && only !== undefined ? only : { kind: 'or', of: conditions }
}

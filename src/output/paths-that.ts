import type { ChangeSet } from './change-set.js'
import type { Action } from './decide.js'

/** Paths with which one thing is done, sorted. */
export function pathsThat(action: Action, { decisions }: ChangeSet): readonly string[] {
  return decisions.filter((decision) => decision.action === action).map(({ path }) => path)
}

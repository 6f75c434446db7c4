import type { Principal } from './acl.js'
import type { Location } from './location.js'
import { negatedBy } from './query.js'
import type { Permission } from './route.js'

/** The permissions of row rules. `options` does not concern rows. */
export const ROW_PERMISSIONS = ['view', 'create', 'update', 'delete'] as const satisfies readonly Permission[]
export type RowPermission = (typeof ROW_PERMISSIONS)[number]

/** The value in a rule: text as in a query, several such values, a field of the caller, or the current time. */
export type RuleValue =
  | { readonly kind: 'literal'; readonly value: string | boolean | readonly string[] }
  | { readonly kind: 'user'; readonly field: string }
  | { readonly kind: 'time'; readonly name: 'now' | 'today' }

export interface RuleFilter {
  /** The relations to follow, and a field or relation. */
  readonly path: readonly string[]
  /** `eq`, or an operator of the query language. */
  readonly op: string
  readonly value: RuleValue
}

/** Returns whether a filter selects by what there is, and not by what there is not. */
export function isPositive({ op, value }: RuleFilter): boolean {
  const isAbsence = op === 'exists' && value.kind === 'literal' && value.value === false
  return negatedBy(op) === undefined && !isAbsence
}

/** A rule in `_row_rules`: `allow g:doctor view where organization={{user.organization}}`. */
export interface RowRule {
  readonly principal: Principal
  /** In the order of {@link ROW_PERMISSIONS}. */
  readonly permissions: readonly RowPermission[]
  /** All must hold. Empty if the rule covers all rows, or if a function selects them. */
  readonly filters: readonly RuleFilter[]
  readonly function: string | null
  readonly loc: Location
}

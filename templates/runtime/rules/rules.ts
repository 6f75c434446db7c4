import type { Principal } from '../access/acl.js'
import type { Json } from '../json.js'
import type { Operator } from '../spec/query-language.js'

/** What a caller can do with a row. */
export type RowPermission = 'view' | 'create' | 'update' | 'delete'

/** The value with which a rule compares a field. Fields of `user` are fields of the caller. */
export type RuleValue =
  | { readonly literal: Json }
  | { readonly user: string }
  /** The current time, or the current date, in UTC. */
  | { readonly time: 'now' | 'today' }

/** A comparison of a field, or of a field of related items: `project.memberships.member`. */
export interface RuleFilter {
  /** The relations to follow, and the field. */
  readonly path: readonly string[]
  readonly op: Operator
  readonly value: RuleValue
}

/** Gives callers permissions on the rows that satisfy all filters, or that a function selects. */
export interface RowRule {
  readonly principal: Principal
  readonly permissions: readonly RowPermission[]
  /** Filters, the name of a function, or the ends of items that link others. */
  readonly where: readonly RuleFilter[] | string | LinkEnds
}

/** The relations to the items that an item links. Changing the item changes lists of both. */
export interface LinkEnds {
  readonly ends: readonly string[]
}

/** The rules of each model that has rules. The rows of other models are not restricted. */
export type ModelRules = Readonly<Record<string, readonly RowRule[]>>

/** Returns a rule for all rows, or for the rows that satisfy the filters. */
export function rows(
  principal: Principal,
  permissions: readonly RowPermission[],
  ...where: readonly RuleFilter[]
): RowRule {
  return { principal, permissions, where }
}

/** Returns a rule for the rows that a function in `src/principals/` selects. */
export function rowsOf(principal: Principal, permissions: readonly RowPermission[], name: string): RowRule {
  return { principal, permissions, where: name }
}

/** Returns a rule for items of which the caller can view both ends and, to change the items, update both. */
export function linkRows(...ends: readonly string[]): RowRule {
  return { principal: { kind: 'everyone' }, permissions: all, where: { ends } }
}

/** Returns whether the rows of a rule are selected by filters. */
export function isFilters(where: RowRule['where']): where is readonly RuleFilter[] {
  return Array.isArray(where)
}

/** Returns a filter. `path` is a field, or relations and a field, separated by dots. */
export function where(path: string, op: Operator, value: RuleValue): RuleFilter {
  return { path: path.split('.'), op, value }
}

export function literal(value: Json): RuleValue {
  return { literal: value }
}

export function userField(field: string): RuleValue {
  return { user: field }
}

/** All permissions. */
export const all: readonly RowPermission[] = ['view', 'create', 'update', 'delete']

export const now: RuleValue = { time: 'now' }
export const today: RuleValue = { time: 'today' }

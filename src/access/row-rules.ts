import {
  type CustomAction,
  type Model,
  ROW_PERMISSIONS,
  type Route,
  type RowPermission,
  type RowRule,
  type RuleFilter,
  type Service,
} from '../ir/index.js'
import { findModel } from '../ir/lookup.js'
import { isUnlinking } from '../ir/members.js'
import { type Caller, includes } from './caller.js'
import { type Verdict, verdictOn } from './verdict.js'
import { principalText } from './write-rules.js'

/** Returns a rule as in `_row_rules`: `allow g:doctor view where organization={{user.organization}}`. */
export function rowRuleText(rule: RowRule): string {
  const { principal, permissions } = rule
  const rows = rowsText(rule)
  const what = permissions.length === ROW_PERMISSIONS.length ? 'all' : permissions.join(', ')
  return `allow ${principalText(principal)} ${what}${rows === ALL_ROWS ? '' : ` where ${rows}`}`
}

const ALL_ROWS = 'all rows'
const NO_ROWS = 'no rows'

/** Returns the filters of a rule as in `_row_rules`, or `all rows`. */
export function rowsText({ filters, function: name }: RowRule): string {
  if (name !== null) return `{{${name}}}`
  return filters.length === 0 ? ALL_ROWS : filters.map(filterText).join('&')
}

function filterText({ path, op, value }: RuleFilter): string {
  const name = `${path.join('.')}${op === 'eq' ? '' : `__${op}`}`
  switch (value.kind) {
    case 'literal':
      return `${name}=${[value.value].flat().map(String).join(',')}`
    case 'user':
      return `${name}={{user.${value.field}}}`
    case 'time':
      return `${name}={{${value.name}}}`
  }
}

export function ruledModels({
  models,
}: Pick<Service, 'models'>): readonly (Pick<Model, 'id'> & { readonly rules: readonly RowRule[] })[] {
  return models.flatMap(({ id, rowRules }) => (rowRules === undefined ? [] : [{ id, rules: rowRules }]))
}

/**
 * Returns the rows that a caller can use through a route: `all rows`, `no rows`, or the filters of the matching rules.
 * Returns undefined if no rules restrict the rows. The caller of a custom action must also be able to view its item.
 */
export function rowsOfRoute(
  service: Service,
  route: Route | CustomAction,
  caller: Caller,
): string | undefined {
  const ruled = rulesOfRoute(service, route)
  if (ruled === undefined) return undefined
  const rows = ruled.rules.filter(({ principal }) => includes(principal, caller)).map(rowsText)
  if (rows.includes(ALL_ROWS)) return ALL_ROWS
  return [...new Set(rows)].join(' or ') || NO_ROWS
}

/**
 * Returns the verdict on a caller who uses a route, by its access rules and by row rules: without one for the caller, no item can
 * be created. Other operations find nothing then.
 */
export function accessTo(route: Route | CustomAction, caller: Caller, service: Service): Verdict {
  const isRefused = route.permission === 'create' && rowsOfRoute(service, route, caller) === NO_ROWS
  return isRefused ? { kind: 'deny' } : verdictOn(route, caller, service)
}

/** Returns the row rules that allow callers to use a route, or undefined if no rules restrict its rows. */
export function rulesOfRoute(
  service: Service,
  route: Route | CustomAction,
):
  | { readonly model: string; readonly permission: RowPermission; readonly rules: readonly RowRule[] }
  | undefined {
  const model = 'model' in route ? route.model : route.item?.model
  const rules = model === undefined ? undefined : findModel(service, model)?.rowRules
  const permission =
    'model' in route && isUnlinking(service, route)
      ? 'update'
      : ROW_PERMISSIONS.find((each) => each === route.permission)
  if (model === undefined || rules === undefined || permission === undefined) return undefined
  return { model, permission, rules: rules.filter(({ permissions }) => permissions.includes(permission)) }
}

/**
 * Returns whether rules or defaults of a service depend on the caller, so that its sessions need to know the caller.
 */
export function knowsCallers({ auth, models, relations }: Service): boolean {
  if (auth === null) return false
  const made = [...models.flatMap(({ fields }) => fields), ...relations]
  return (
    models.some(({ rowRules }) => rowRules !== undefined) ||
    made.some(({ default: initial, onUpdate }) => initial?.kind === 'user' || onUpdate?.kind === 'user')
  )
}

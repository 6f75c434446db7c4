import { isNumeric, type Parameter, type ParentStep, type Route, type Service } from '../../ir/index.js'
import { checkOf } from '../samples/alternatives.js'
import { endOf, fieldOf, relationOf } from '../shared.js'
import { LeftOut, type TestRow, type TestRows } from './rows.js'
import type { RowTable } from './table.js'

/**
 * Returns a function that returns the value of a path parameter: the placeholder of a key, or the text of another field.
 * @throws LeftOut if an item has no value in this field
 */
export function keysOf(
  { parents, param, lookup, scope = [] }: Pick<Route, 'parents' | 'param' | 'lookup' | 'scope'>,
  items: readonly TestRow[],
  table: RowTable,
): (param: string) => string | undefined {
  const steps = [...parents, ...(param === null ? [] : [{ param, lookup }])]
  return (name) => {
    if (scope.some((step) => step.param === name)) return SCOPE
    const index = steps.findIndex((step) => step.param === name)
    const row = items[index]
    if (row === undefined) return undefined
    const field = steps[index]?.lookup
    if (field === undefined) return `{${table.nameOf(row)}}`
    const value = row.value(field)
    if (value === null || value === undefined) throw new LeftOut(`An item has no ${field}.`)
    return encodeURIComponent(String(value))
  }
}

export interface StoredParents {
  /** The items, starting at the root. */
  readonly path: readonly TestRow[]
  /** The relation that the path sets on its items. */
  readonly links: ReadonlyMap<string, TestRow>
  /** Whether the last parent already refers to an item at the end of the path. */
  readonly isTaken: boolean
}

/** Adds the items in the path of a route, without the last. */
export function storeParents(rows: TestRows, { parents }: Pick<Route, 'parents'>): StoredParents {
  const path: TestRow[] = []
  for (const [index, { model }] of parents.entries())
    path.push(below(rows, path.at(-1), parents[index - 1], model))
  const [parent, step] = [path.at(-1), parents.at(-1)]
  const end = parent && endOf(parent.model, step?.field ?? '')
  if (parent === undefined || end === undefined) return { path, links: new Map(), isTaken: false }
  if (end.side === 'holder') return { path, links: new Map(), isTaken: rows.related(parent, end).length > 0 }
  return { path, links: new Map([[relationOf(rows.service, end).backref, parent]]), isTaken: false }
}

/**
 * Checks that items are certain to be at a path with declared parameters.
 * @throws LeftOut if the path has a parameter that is not a key of them, or a key does not fit the parameter
 */
export function checkPath(
  service: Service,
  {
    path,
    parents,
    param,
    lookup,
    scope = [],
  }: Pick<Route, 'path' | 'parents' | 'param' | 'lookup' | 'scope'>,
  declared: readonly Parameter[],
  items: readonly TestRow[],
): void {
  const steps = [...parents, { param, lookup }]
  for (const { name, schema } of declared) {
    if (!path.includes(`{${name}}`)) continue
    const check = checkOf(schema, { $defs: service.schemas ?? {} })
    if (scope.some((step) => step.param === name)) {
      if (![Number(SCOPE), SCOPE].some((value) => check?.(value) !== false))
        throw new LeftOut(`The parameter ${name} does not accept "${SCOPE}".`)
      continue
    }
    const index = steps.findIndex((step) => step.param === name)
    if (index === -1) throw new LeftOut(`The parameter ${name} is not the key of an item.`)
    const row = items[index]
    const key = row?.value(steps[index]?.lookup ?? row.model.key)
    if (key === undefined || key === null) continue
    if (![key, String(key)].some((value) => check?.(value) !== false))
      throw new LeftOut(`The parameter ${name} does not accept the key.`)
  }
}

/** The value of each parameter that selects items by a field of theirs. */
const SCOPE = '1'

/** Adds the items in the path of a route. */
export function storeItem(
  rows: TestRows,
  route: Pick<Route, 'parents' | 'model' | 'scope'> & Partial<Pick<Route, 'kind'>>,
): readonly TestRow[] {
  const { path } = storeParents(rows, route)
  // The item of an attribute is the last one in the path.
  const item = below(rows, path.at(-1), route.parents.at(-1), route.model)
  return [...path, inScope(item, route)]
}

/** Makes the parameters in the path of a route select a row. */
export function inScope(row: TestRow, { scope = [] }: Pick<Route, 'scope'>): TestRow {
  for (const { field } of scope) {
    const type = fieldOf(row.model, field)?.type
    row.values.set(field, type !== undefined && isNumeric(type) ? Number(SCOPE) : SCOPE)
  }
  return row
}

/** Returns an item below a parent. Adds it unless the parent must refer to it. */
function below(
  rows: TestRows,
  parent: TestRow | undefined,
  step: ParentStep | undefined,
  model: string,
): TestRow {
  const end = parent && endOf(parent.model, step?.field ?? '')
  if (parent === undefined || end === undefined) return rows.add(model)
  return (end.side === 'holder' ? rows.related(parent, end)[0] : undefined) ?? rows.link(parent, end)
}

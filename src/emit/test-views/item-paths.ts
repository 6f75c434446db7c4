import {
  isNumeric,
  type Json,
  type Model,
  type Parameter,
  type ParentStep,
  type Route,
  type Service,
} from '../../ir/index.js'
import { isOfCaller } from '../../ir/lookup.js'
import { accepts, certainText } from './parameter-samples.js'
import { ifCertain, LeftOut, storedValue, type TestRow, type TestRows } from './rows.js'
import type { RowTable } from './table.js'
import { endOf, fieldOf, keyTypeOf, relationOf } from '../../ir/members.js'

/** Where a path leads: the place of a route, or of the item of an action. */
type Place = Pick<Route, 'model' | 'parents' | 'param' | 'lookup' | 'scope'>

/** Returns the value of a path parameter: the placeholder of a key, or text. Undefined if it identifies no item. */
export type PathValues = (param: string) => string | undefined

/** Returns the item that a path parameter identifies, and the field whose value it is unless that is the key. */
function identified({ parents, param, lookup }: Place, items: readonly TestRow[], name: string) {
  const steps = [...parents, { param, lookup }]
  const index = steps.findIndex((step) => step.param === name)
  return { isItem: index !== -1, row: items[index], field: steps[index]?.lookup?.field }
}

function isScope({ scope = [] }: Place, name: string): boolean {
  return scope.some(({ param }) => param === name)
}

/** Returns the values of the parameters of a path. They throw LeftOut if an item has no value in a field. */
export function keysOf(place: Place, items: readonly TestRow[], table: RowTable): PathValues {
  return (name) => {
    if (isScope(place, name)) return encodeURIComponent(scopeValue(table.service, name))
    const { row, field } = identified(place, items, name)
    if (row === undefined) return undefined
    if (field === undefined) return table.keyOf(row)
    const value = storedValue(row, field)
    if (value === null || value === undefined) throw new LeftOut(`An item has no ${field}.`)
    return encodeURIComponent(String(value))
  }
}

/**
 * Adds the items in the path of a route, without the last. Returns them, starting at the root, the relation that the path
 * sets on its items, and whether the last parent already refers to an item at the end of the path.
 */
export function storeParents(rows: TestRows, route: Pick<Route, 'parents' | 'scope'>) {
  const { parents } = route
  const path: TestRow[] = []
  for (const [index, { model }] of parents.entries())
    path.push(inScope(rows, below(rows, path.at(-1), parents[index - 1], model), route, index))
  const [parent, step] = [path.at(-1), parents.at(-1)]
  const end = parent && endOf(parent.model, step?.field ?? '')
  const links = new Map<string, TestRow>()
  if (parent === undefined || end === undefined) return { path, links, isTaken: false }
  if (end.side === 'holder') return { path, links, isTaken: rows.related(parent, end).length > 0 }
  return { path, links: links.set(relationOf(rows.service, end).backref, parent), isTaken: false }
}

/**
 * Checks that items are certain to be at a path with declared parameters.
 * @throws LeftOut if the path has a parameter that is not a key of them, or a key does not fit the parameter
 */
export function checkPath(
  { service }: RowTable,
  place: Place & Pick<Route, 'path'>,
  declared: readonly Parameter[],
  items: readonly TestRow[],
): void {
  for (const { name, schema, isJson } of declared.filter((each) => place.path.includes(`{${each.name}}`))) {
    if (isJson === true) throw new LeftOut(`The parameter ${name} is JSON.`)
    if (isScope(place, name)) {
      const text = scopeValue(service, name)
      if (![Number(text), text].some((value) => accepts(service, schema, value)))
        throw new LeftOut(`The parameter ${name} does not accept "${text}".`)
      continue
    }
    const { isItem, row, field } = identified(place, items, name)
    if (!isItem) throw new LeftOut(`The parameter ${name} is not the key of an item.`)
    const key = row && (storedValue(row, field ?? row.model.key) ?? generatedKey(service, row.model))
    if (key !== undefined && ![key, String(key)].some((value) => accepts(service, schema, value)))
      throw new LeftOut(`The parameter ${name} does not accept the key.`)
  }
}

/** Returns a key such as the service or the database generates for a new item. */
function generatedKey(service: Service, { id }: Model): Json {
  const type = keyTypeOf(service, id)
  const isObjectId = type === 'id_field' && service.engine === 'svc_mongodb'
  if (isNumeric(type) && !isObjectId) return 1
  return isObjectId ? '0'.repeat(24) : '00000000-0000-4000-8000-000000000000'
}

/** Returns the value of a parameter that selects items by a field of theirs: "1", unless its schema refuses that. */
function scopeValue(service: Service, name: string): string {
  const contracts = service.routes.flatMap(({ contract }) => contract?.operation ?? [])
  const declared = [...contracts, ...service.actions]
    .flatMap(({ uriParameters }) => uriParameters)
    .find((parameter) => parameter.name === name)
  if (declared === undefined || [1, '1'].some((value) => accepts(service, declared.schema, value))) return '1'
  return ifCertain(() => certainText(service, declared)) ?? '1'
}

/**
 * Adds the items in the path of a route, and returns them and the last one.
 * @throws LeftOut if that is the item of the caller
 */
export function storeItem(
  rows: TestRows,
  route: Pick<Place, 'parents' | 'model' | 'scope'> & Pick<Route, 'contract'>,
): { readonly items: readonly TestRow[]; readonly row: TestRow } {
  const { path } = storeParents(rows, route)
  const item = below(rows, path.at(-1), route.parents.at(-1), route.model)
  const row = inScope(rows, item, route, path.length)
  if (isOfCaller(route)) throw new LeftOut('The item is that of the caller.')
  for (const [name, key] of Object.entries(route.contract?.fixedKey ?? {})) {
    const type = fieldOf(row.model, name)?.type
    row.values.set(name, type !== undefined && isNumeric(type) ? Number(key) : key)
  }
  return { items: [...path, row], row }
}

/**
 * Makes the parameters in the path of a route that come before its items select a row.
 * @param index the number of items above the row in the path; the parameters select only the first one
 */
export function inScope(
  { service }: TestRows,
  row: TestRow,
  { scope = [] }: Pick<Route, 'scope'>,
  index: number,
): TestRow {
  if (index > 0) return row
  for (const { field, param } of scope) {
    const type = fieldOf(row.model, field)?.type
    const value = scopeValue(service, param)
    row.values.set(field, type !== undefined && isNumeric(type) ? Number(value) : value)
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

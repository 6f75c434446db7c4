import { isNumeric, type Json, type Model, type Parameter, type Route, type Service } from '../../ir/index.js'
import { isOfCaller, modelOf } from '../../ir/lookup.js'
import { endOf, inverseOf, keyTypeOf } from '../../ir/members.js'
import { LeftOut, ifCertain } from './left-out.js'
import { accepts, textFor } from './parameters.js'
import { type Demand, equal, existing, storedValue, type TestRow, type TestRows } from './rows.js'
import type { RowTable } from './table.js'

/** Where a path leads: the place of a route, or of the item of an action. */
export type Place = Pick<Route, 'model' | 'parents' | 'param' | 'lookup' | 'scope' | 'contract'>

/** Returns the value of a path parameter: the placeholder of a key, or text. Undefined if any value will do. */
export type PathValues = (param: string) => string | undefined

/** The items above the end of a path. */
interface Above {
  readonly items: readonly TestRow[]
  /** What must hold for the items at the end. */
  readonly demands: readonly Demand[]
  /** The item to which the last of them refers, if that is the only one at the end. */
  readonly only: TestRow | null | undefined
}

/**
 * Adds the items in a path, without the last.
 * @param isTaken whether there must be an item at the end if there can be only one
 */
export function storeParents(rows: TestRows, { parents, scope = [] }: Place, isTaken: boolean): Above {
  const { service } = rows
  const items: TestRow[] = []
  let demands = scope.map(({ field, param }) => equal(field, scopeValue(service, param)))
  let only: TestRow | null | undefined
  for (const [index, { model, field }] of parents.entries()) {
    const held = heldFields(service, parents.slice(index, isTaken ? undefined : -1))
    const item = only ?? rows.add(model, held.length === 0 ? demands : [...demands, existing(...held)])
    items.push(item)
    const end = endOf(item.model, field)
    only = isOne(end) ? item.links.get(field) : undefined
    demands = end === undefined || isOne(end) ? [] : [equal(inverseOf(service, end), item)]
  }
  return { items, demands, only }
}

/** Returns the relations to one item at the beginning of a path. */
function heldFields(service: Service, parents: Place['parents']): readonly string[] {
  const end = parents.findIndex(({ model, field }) => !isOne(endOf(modelOf(service, model), field)))
  return parents.slice(0, end === -1 ? undefined : end).map(({ field }) => field)
}

function isOne(end: ReturnType<typeof endOf>): boolean {
  return end?.side === 'holder' && !end.many
}

/**
 * Adds the items in a path, and returns them. The last one is at its end.
 * @throws LeftOut if that is the item of the caller
 */
export function storeItems(rows: TestRows, place: Place): readonly TestRow[] {
  const { items, demands, only } = storeParents(rows, place, true)
  if (isOfCaller(place)) throw new LeftOut('The item is that of the caller.')
  const fixed = Object.entries(place.contract?.fixedKey ?? {}).map(([name, key]) => equal(name, key))
  return [...items, only ?? rows.add(place.model, [...demands, ...fixed])]
}

/**
 * Returns the values of the parameters in a path.
 * @param place where the path leads, if it leads to items or to functions of them
 * @param declared the parameters in the path that have a schema
 * @throws LeftOut when the value of a parameter is asked for and none is certain
 */
export function pathValues(
  table: RowTable,
  place: Place | null,
  items: readonly TestRow[],
  declared: readonly Parameter[],
): PathValues {
  const { service } = table
  const steps = place === null ? [] : [...place.parents, place]
  return (name) => {
    const parameter = declared.find((each) => each.name === name)
    const index = steps.findIndex(({ param }) => param === name)
    const [row, field] = [items[index], steps[index]?.lookup?.field]
    const isScope = place?.scope?.some(({ param }) => param === name) === true
    if (row === undefined && !isScope) return parameter && encodeURIComponent(textFor(service, parameter))
    const value = isScope ? scopeValue(service, name) : row && identifierOf(service, row, field)
    if (value === null || value === undefined) throw new LeftOut(`An item has no ${field}.`)
    const isFit = [value, isScope ? Number(value) : String(value)].some((each) =>
      accepts(service, parameter?.schema ?? {}, each),
    )
    if (parameter?.isJson === true) throw new LeftOut(`The parameter ${name} is JSON.`)
    if (!isFit)
      throw new LeftOut(`The parameter ${name} does not accept ${isScope ? `"${value}"` : 'the key'}.`)
    return row !== undefined && field === undefined ? table.keyOf(row) : encodeURIComponent(String(value))
  }
}

/** Returns the value that identifies a row in a path: that of a field, or the key. */
function identifierOf(service: Service, row: TestRow, field: string | undefined): Json | undefined {
  return (
    storedValue(row, field ?? row.model.key) ??
    (field === undefined ? generatedKey(service, row.model) : null)
  )
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
  return ifCertain(() => textFor(service, declared)) ?? '1'
}

/** Returns a path with the names of rows for keys, and percent-encoded text. */
export function pathOf(path: string, values: PathValues): string {
  return path
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith('{') ? (values(part.slice(1, -1)) ?? 'any') : encoded(part)))
    .join('')
}

/** Characters that are not percent-encoded in a path, because encoding would change their meaning (RFC 3986, 3.3). */
const PLAIN = /%(?:3A|40|24|26|2B|2C|3B|3D)/g

function encoded(text: string): string {
  return text
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment)
        .replaceAll(PLAIN, decodeURIComponent)
        .replaceAll(/%25([0-9a-f]{2})/gi, '%$1'),
    )
    .join('/')
}

import type { Contract, Field, Json, JsonSchema, ParameterRole, Route, Service } from '../../ir/index.js'
import { partsIn } from '../../ir/contracts.js'
import { objectOf } from '../../ir/json.js'
import { modelOf } from '../../ir/lookup.js'
import { endOf, fieldOf } from '../../ir/members.js'
import { resolvedIn } from '../../sample-values/alternatives.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { LeftOut } from './left-out.js'
import { accepts, rootOf } from './parameters.js'
import { storeParents } from './paths.js'
import { CURSOR, type Query, type Test, testOf, type Tests, urlOf } from './requests.js'
import { type Demand, equal, type TestRow, type TestRows } from './rows.js'
import type { Listed, RowTable } from './table.js'
import { valueFor, valuesLike } from './values.js'

/**
 * Returns the tests of a list that answers as the document declares: rows on both sides of each filter, and two pages. The
 * responses are also checked against their schemas, by the service.
 */
export function listTests(table: RowTable, route: Route): Tests {
  const { contract } = route
  if (contract?.roles === undefined || contract.isImpossible === true) return []
  const { roles } = contract
  const list = { table, route, contract }
  const filters = Object.entries(roles).flatMap(([name, role]): Tests => {
    if (role.as === 'filter') return [filterTest(list, name, name, role.field)]
    if (role.as !== 'filters') return []
    return Object.entries(role.fields).map(([member, field]) =>
      filterTest(list, `${name}[${member}]`, name, field, member),
    )
  })
  const [paging] = PAGING.flatMap((as) => Object.entries(roles).filter(([, role]) => role.as === as))
  return paging === undefined ? filters : [...filters, pagesTest(list, ...paging)]
}

/** The roles of parameters that select a page other than the first, those that tests prefer first. */
const PAGING = ['page', 'offset', 'cursor', 'after']

/** The roles of parameters that leave out items. */
const SELECTING: ReadonlySet<ParameterRole['as']> = new Set(['filter', 'filters', 'search'])

interface List {
  readonly table: RowTable
  readonly route: Route
  readonly contract: Contract
}

/** A request for a list, and the rows in the response. */
interface ListRequest {
  readonly query: readonly Query[]
  readonly listed: readonly TestRow[]
  /** The request for the second page. */
  readonly next?: { readonly query: readonly Query[]; readonly cursor?: readonly string[] | undefined }
}

/** Requests one of two items. `member` is the property of an object that is the parameter's value. */
function filterTest(list: List, shown: string, name: string, filter: string, member?: string): Test {
  const [field = '', op = 'eq'] = filter.split('__')
  return listTest(list, `selects by ${shown}`, name, (rows, shared) => {
    const { table, route } = list
    const { service } = table
    const model = modelOf(service, route.model)
    const end = endOf(model, field)
    const schema = schemaOf(list, name, member)
    if (shared.some(({ path: [first] }) => first === field))
      throw new LeftOut('All items in the list have the same value.')
    const add = (...demands: readonly Demand[]): TestRow => rows.add(model.id, [...shared, ...demands])
    if (op === 'eq' && (end !== undefined || field === model.key)) {
      const target = end && rows.add(end.target)
      const row = add(...(target ? [equal(field, target)] : []))
      add(...(target ? [{ ...equal(field, target), isMet: false }] : []))
      return { query: [[shown, table.keyOf(target ?? row)]], listed: [row] }
    }
    const operand = operandOf(service, fieldOf(model, field), op, schema)
    const demand = { path: [field], op, operand: [operand], isMet: true }
    const row = add(demand)
    add({ ...demand, isMet: false })
    return { query: [[shown, String(operand)]], listed: [row] }
  })
}

/** Returns a value of a filter, of which there are values on both sides. @throws LeftOut if none is certain */
function operandOf(service: Service, field: Field | undefined, op: string, schema: JsonSchema): Json {
  const isList = [schema['type']].flat().includes('array')
  const candidates = field === undefined ? [] : valuesLike(field, []).flat()
  const found = candidates.find(
    (operand) =>
      field !== undefined &&
      typeof operand !== 'object' &&
      accepts(service, schema, isList ? [operand] : operand) &&
      [true, false].every((isMet) => valueFor(field, [{ op, operand: [operand], isMet }]) !== undefined),
  )
  if (found === undefined)
    throw new LeftOut('No two values are certain to be on different sides of the filter.')
  return found
}

/** Requests both of two items, one after the other. */
function pagesTest(list: List, name: string, role: ParameterRole): Test {
  const { table, route, contract } = list
  return listTest(list, 'returns a second page', null, (rows, shared) => {
    const listed = [rows.add(route.model, shared), rows.add(route.model, shared)]
    const limit = Object.entries(contract.roles ?? {}).find(([, { as }]) => as === 'limit')?.[0]
    if (limit === undefined || !accepts(table.service, schemaOf(list, limit), 1))
      throw new LeftOut('A page cannot have one item.')
    const query = [[limit, '1'] as const]
    const cursor = role.as === 'cursor' ? cursorIn(contract) : undefined
    return { query, listed, next: { query: [...query, [name, secondPage(role)]], cursor } }
  })
}

/** Returns the value of the parameter that selects the second page. */
function secondPage(role: ParameterRole): string {
  if (role.as === 'page') return String(role.base + 1)
  return role.as === 'offset' ? String((role.base ?? 0) + 1) : CURSOR
}

/** Returns the members of the first page that lead to the cursor of the second. */
function cursorIn({ body }: Contract): readonly string[] {
  const found = partsIn(body).find(({ part }) => 'fact' in part && part.fact === 'cursor')
  if (found === undefined) throw new LeftOut('The response has the cursor in a URL only.')
  return found.at
}

/**
 * @param name the parameter under test, if it is a filter
 * @param make adds rows. It receives what must hold for all of them, so that the list contains them by default.
 */
function listTest(
  list: List,
  title: string,
  name: string | null,
  make: (rows: TestRows, shared: readonly Demand[]) => ListRequest,
): Test {
  const { table, route, contract } = list
  return testOf(table, route, title, (rows) => {
    const place = itemsIn(list)
    const { items, demands } = storeParents(rows, route, true)
    const { query, listed, next } = make(rows, [...demands, ...defaultDemands(list, name)])
    const lists: Listed = {
      ...place,
      rows: listed.map((each) => table.nameOf(each)),
      next: next && { path: urlOf(table, route, items, next.query), cursor: next.cursor },
    }
    return { items, query, status: contract.status, lists }
  })
}

/** Returns where the response has its items, and the member that contains their keys. */
function itemsIn({ table, route, contract }: List): Pick<Listed, 'at' | 'key'> {
  const found = partsIn(contract.body).find(({ part }) => 'items' in part)
  const { key } = modelOf(table.service, route.model)
  if (found === undefined || !('items' in found.part) || found.part.items.members[key] !== 'value')
    throw new LeftOut('The response does not contain the keys of items.')
  return { at: found.at, key }
}

/**
 * Returns what must hold for items that the other parameters select by default.
 * @throws LeftOut if one of them selects items in another way
 */
function defaultDemands({ table, route, contract }: List, name: string | null): readonly Demand[] {
  const { roles = {}, operation } = contract
  const model = modelOf(table.service, route.model)
  return operation.queryParameters.flatMap((parameter) => {
    const role = roles[parameter.name]
    if (role === undefined || parameter.name === name || !SELECTING.has(role.as)) return []
    const value = resolvedIn(rootOf(table.service), parameter.schema)['default'] ?? null
    if (value === null && !mustBeGiven(parameter)) return []
    const [field = '', op = 'eq'] = role.as === 'filter' ? role.field.split('__') : []
    if (value === null || fieldOf(model, field) === undefined)
      throw new LeftOut(`The parameter ${parameter.name} always selects items.`)
    return [{ path: [field], op, operand: [value].flat(), isMet: true }]
  })
}

/** Returns the schema of a parameter, or of a property of its value. */
function schemaOf({ contract }: List, name: string, member?: string): JsonSchema {
  const parameter = contract.operation.queryParameters.find((each) => each.name === name)
  if (parameter?.isJson === true) throw new LeftOut(`The parameter ${name} is JSON.`)
  const schema = parameter?.schema ?? {}
  return member === undefined ? schema : objectOf(objectOf(schema['properties'])[member])
}

import type { Contract, Field, Json, JsonSchema, ParameterRole, Route } from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { inScope } from './item-paths.js'
import { resolvedIn } from '../../sample-values/alternatives.js'
import { accepts, headersOf, rootOf } from './parameter-samples.js'
import { CURSOR, type Query, requestOf, type Test, type Tests } from './requests.js'
import { RouteTests } from './routes.js'
import { isValid, sidesOf, valuesLike } from './sides.js'
import { LeftOut, linkedRows, storedValue, type TestRow, type TestRows } from './rows.js'
import type { Listed, RowTable } from './table.js'
import { endOf, fieldOf, linkBelow } from '../../ir/members.js'
import { partsIn } from '../../ir/contracts.js'
import { objectOf } from '../../ir/json.js'

/**
 * Returns the tests of a list that answers as the document declares: rows on both sides of each filter, and two pages. The
 * responses are also checked against their schemas, by the service.
 */
export function listTests(table: RowTable, route: Route): Tests {
  const { contract } = route
  if (contract?.roles === undefined || contract.isImpossible === true) return []
  const { roles } = contract
  const lists = new ListTests(table, route, contract)
  const filters = Object.entries(roles).flatMap(([name, role]): Tests => {
    if (role.as === 'filter') return [lists.filter(name, name, role.field)]
    if (role.as !== 'filters') return []
    return Object.entries(role.fields).map(([member, field]) =>
      lists.filter(`${name}[${member}]`, name, field, member),
    )
  })
  const [paging] = PAGING.flatMap((as) => Object.entries(roles).filter(([, role]) => role.as === as))
  return paging === undefined ? filters : [...filters, lists.pages(...paging)]
}

/** The roles of parameters that select a page other than the first, those that tests prefer first. */
const PAGING = ['page', 'offset', 'cursor', 'after']

/** A request for a list, and the rows in the response. */
interface ListRequest {
  readonly query: readonly Query[]
  readonly listed: readonly TestRow[]
  /** The request for the second page. */
  readonly next?: { readonly query: readonly Query[]; readonly cursor?: readonly string[] | undefined }
}

class ListTests extends RouteTests {
  readonly #contract: Contract

  constructor(table: RowTable, route: Route, contract: Contract) {
    super(table, route)
    this.#contract = contract
  }

  /** Requests one of two items. `member` is the property of an object that is the parameter's value. */
  filter(shown: string, name: string, path: string, member?: string): Test {
    return this.#test(`selects by ${shown}`, (rows, row, other) => {
      const [field = '', op = 'eq'] = path.split('__')
      this.#satisfyOthers(name, field, [row, other])
      const schema = this.#schemaOf(name, member)
      const value = this.#separate(rows, [row, other], field, op, schema)
      return { query: [[shown, value]], listed: [row] }
    })
  }

  /** Requests both of two items, one after the other. */
  pages(name: string, role: ParameterRole): Test {
    return this.#test('returns a second page', (_rows, row, other) => {
      this.#satisfyOthers(null, null, [row, other])
      const limit = Object.entries(this.#contract.roles ?? {}).find(([, { as }]) => as === 'limit')?.[0]
      if (limit === undefined || !accepts(this.service, this.#schemaOf(limit), 1))
        throw new LeftOut('A page cannot have one item.')
      const query = [[limit, '1'] as const]
      const second = [name, secondPage(role)] as const
      const cursor = role.as === 'cursor' ? this.#cursor() : undefined
      return { query, listed: [row, other], next: { query: [...query, second], cursor } }
    })
  }

  /** Returns the members of the first page that lead to the cursor of the second. */
  #cursor(): readonly string[] {
    const parts = partsIn(this.#contract.body)
    const found = parts.find(({ part }) => 'fact' in part && part.fact === 'cursor')
    if (found === undefined) throw new LeftOut('The response has the cursor in a URL only.')
    return found.at
  }

  #test(title: string, make: (rows: TestRows, row: TestRow, other: TestRow) => ListRequest): Test {
    return this.withItem(title, (row, rows, keys) => {
      const place = this.#items()
      const { operation, status } = this.#contract
      const other = inScope(
        rows,
        rows.add(this.route.model, linkedRows(row)),
        this.route,
        this.route.parents.length,
      )
      const { query, listed, next } = make(rows, row, other)
      const part = { status, ...headersOf(this.service, operation) }
      const lists: Listed = {
        ...place,
        rows: listed.map((each) => this.table.nameOf(each)),
        next: next && {
          path: requestOf(this.service, this.route, keys, { title, ...part, query: next.query }).path,
          cursor: next.cursor,
        },
      }
      return { ...part, query, lists }
    })
  }

  /** Returns where the response has its items, and the member that contains their keys. */
  #items(): Pick<Listed, 'at' | 'key'> {
    const found = partsIn(this.#contract.body).find(({ part }) => 'items' in part)
    const { key } = modelOf(this.service, this.route.model)
    if (found === undefined || !('items' in found.part) || found.part.items.members[key] !== 'value')
      throw new LeftOut('The response does not contain the keys of items.')
    return { at: found.at, key }
  }

  /** Gives two rows different values, and returns the value of a parameter that selects only the first one. */
  #separate(
    rows: TestRows,
    [row, other]: readonly [TestRow, TestRow],
    name: string,
    op: string,
    schema: JsonSchema,
  ): string {
    if (this.route.scope?.some((step) => step.field === name) === true)
      throw new LeftOut('All items in the list have the same value.')
    const end = endOf(row.model, name)
    if (end !== undefined) {
      const parent = this.route.parents.at(-1)
      if (parent !== undefined && name === linkBelow(this.service, parent))
        throw new LeftOut('All items in the list have the same parent.')
      const [own, another] = [row, other].map((each) => rows.link(each, end, rows.add(end.target)))
      if (op !== 'eq' || own === undefined || another === undefined) throw new LeftOut(UNKNOWN)
      return this.table.keyOf(own)
    }
    const field = fieldOf(row.model, name)
    if (field === undefined) throw new LeftOut(UNKNOWN)
    if (name === row.model.key && storedValue(row, name) === undefined) {
      if (op !== 'eq') throw new LeftOut('The database generates the values.')
      return this.table.keyOf(row)
    }
    const found = this.#sides(field, op, schema, row.model.key)
    row.values.set(name, found.inside)
    other.values.set(name, found.outside)
    return String(found.operand)
  }

  #sides(
    field: Field,
    op: string,
    schema: JsonSchema,
    key: string,
  ): { readonly operand: Json; readonly inside: Json; readonly outside: Json } {
    const isList = [schema['type']].flat().includes('array')
    for (const operand of valuesLike(field, []).flat()) {
      const isAccepted =
        typeof operand !== 'object' && accepts(this.service, schema, isList ? [operand] : operand)
      const { inside, outside } = sidesOf(field, op, [operand])
      if (!isAccepted || inside === undefined || outside === undefined) continue
      if (field.name !== key || (inside !== null && outside !== null)) return { operand, inside, outside }
    }
    throw new LeftOut(UNKNOWN)
  }

  /**
   * Gives rows the values that other parameters select by default.
   * @throws LeftOut if another parameter always selects items in another way
   */
  #satisfyOthers(name: string | null, tested: string | null, rows: readonly TestRow[]): void {
    const { roles = {}, operation } = this.#contract
    const root = rootOf(this.service)
    for (const parameter of operation.queryParameters) {
      const role = roles[parameter.name]
      if (role === undefined || parameter.name === name || !SELECTING.has(role.as)) continue
      const value = resolvedIn(root, parameter.schema)['default'] ?? null
      if (value === null && !mustBeGiven(parameter)) continue
      const field =
        role.as === 'filter' ? fieldOf(modelOf(this.service, this.route.model), role.field) : undefined
      const isFree = field !== undefined && field.name !== tested && !field.constraints.unique
      if (!isFree || value === null || !isValid(field, value))
        throw new LeftOut(`The parameter ${parameter.name} always selects items.`)
      for (const row of rows) row.values.set(field.name, value)
    }
  }

  #schemaOf(name: string, member?: string): JsonSchema {
    const parameter = this.#contract.operation.queryParameters.find((each) => each.name === name)
    if (parameter?.isJson === true) throw new LeftOut(`The parameter ${name} is JSON.`)
    const schema = parameter?.schema ?? {}
    return member === undefined ? schema : objectOf(objectOf(schema['properties'])[member])
  }
}

/** Returns the value of the parameter that selects the second page. */
function secondPage(role: ParameterRole): string {
  if (role.as === 'page') return String(role.base + 1)
  return role.as === 'offset' ? String((role.base ?? 0) + 1) : CURSOR
}

const UNKNOWN = 'No two values are certain to be on different sides of the filter.'

/** The roles of parameters that leave out items. */
const SELECTING: ReadonlySet<ParameterRole['as']> = new Set(['filter', 'filters', 'search'])

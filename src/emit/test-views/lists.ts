import type {
  Contract,
  Field,
  Json,
  JsonSchema,
  Parameter,
  ParameterRole,
  Route,
  Service,
  Template,
} from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { checkOf } from '../samples/alternatives.js'
import { isObject } from '../json.js'
import { endOf, fieldOf } from '../shared.js'
import { checkPath, inScope, keysOf, storeItem } from './item-paths.js'
import { headersOf, requestOf, type Tests } from './requests.js'
import { sidesOf, valuesLike } from './sides.js'
import { LeftOut, type TestRow, TestRows, unlessLeftOut } from './rows.js'
import type { Listed, MissingTest, RowTable, TestRequest } from './table.js'

/**
 * Returns the tests of a list that answers as the document declares: rows on both sides of each filter, and two pages. The
 * responses are also checked against their schemas, by the service.
 */
export function listTests(service: Service, table: RowTable, route: Route, contract: Contract): Tests {
  const lists = new ListTests(service, table, route, contract)
  const { roles = {} } = contract
  const filters = Object.entries(roles).flatMap(([name, role]): Tests => {
    if (role.as === 'filter') return [lists.filter(name, name, role.field)]
    if (role.as !== 'filters') return []
    return Object.entries(role.fields).map(([member, field]) =>
      lists.filter(`${name}[${member}]`, name, field, member),
    )
  })
  const isPaged = Object.values(roles).some(({ as }) => PAGING.some((each) => each === as))
  return isPaged ? [...filters, lists.pages()] : filters
}

/** The roles of parameters that select a page other than the first. */
const PAGING = ['page', 'offset', 'cursor', 'after'] as const

class ListTests {
  readonly #service: Service
  readonly #table: RowTable
  readonly #route: Route
  readonly #contract: Contract

  constructor(service: Service, table: RowTable, route: Route, contract: Contract) {
    this.#service = service
    this.#table = table
    this.#route = route
    this.#contract = contract
  }

  /** Requests one of two items. `member` is the property of an object that is the parameter's value. */
  filter(shown: string, name: string, path: string, member?: string): TestRequest | MissingTest {
    return this.#test(`selects by ${shown}`, (rows, row, other) => {
      this.#checkOthers(name)
      const [field = '', op = 'eq'] = path.split('__')
      const schema = this.#schemaOf(name, member)
      const value = this.#separate(rows, [row, other], field, op, schema)
      return { query: [[shown, value]], listed: [row] }
    })
  }

  /** Requests both of two items, one after the other. */
  pages(): TestRequest | MissingTest {
    return this.#test('returns a second page', (_rows, row, other) => {
      this.#checkOthers(null)
      const limit = this.#named('limit')
      if (limit === undefined || !this.#accepts(limit, 1)) throw new LeftOut('A page cannot have one item.')
      const [as, name] = PAGING.flatMap((each) => {
        const found = this.#named(each)
        return found === undefined ? [] : [[each, found] as const]
      })[0] ?? ['page', '']
      const first = [[limit, '1'] as const]
      const { at, value } = this.#second(as)
      return {
        query: first,
        listed: [row, other],
        next: { query: [...first, [name, value] as const], ...(at === undefined ? {} : { cursor: at }) },
      }
    })
  }

  /** Returns the value of the parameter that selects the second page, and where the first page has it. */
  #second(as: (typeof PAGING)[number]): { readonly value: string; readonly at?: readonly string[] } {
    const { roles = {}, body } = this.#contract
    switch (as) {
      case 'page': {
        const base = Object.values(roles).flatMap((role) => (role.as === 'page' ? [role.base] : []))[0] ?? 1
        return { value: String(base + 1) }
      }
      case 'offset':
        return { value: '1' }
      case 'after':
        return { value: '{cursor}' }
      case 'cursor': {
        const at = body && pathTo(body, (template) => 'fact' in template && template.fact === 'cursor')
        if (at === undefined) throw new LeftOut('The response has the cursor in a URL only.')
        return { value: '{cursor}', at }
      }
    }
  }

  #test(
    title: string,
    make: (
      rows: TestRows,
      row: TestRow,
      other: TestRow,
    ) => {
      readonly query: readonly Query[]
      readonly listed: readonly TestRow[]
      readonly next?: { readonly query: readonly Query[]; readonly cursor?: readonly string[] }
    },
  ): TestRequest | MissingTest {
    const { method, path, model } = this.#route
    const full = `${method} ${path} ${title}`
    return unlessLeftOut<TestRequest | MissingTest>(
      () => {
        const shape = this.#items()
        const rows = new TestRows(this.#service)
        const items = storeItem(rows, this.#route)
        checkPath(this.#service, this.#route, this.#contract.operation.uriParameters, items)
        const row = items.at(-1)
        if (row === undefined) throw new LeftOut('The path has no item.')
        const links = [...row.links].flatMap(([name, linked]) =>
          linked === null ? [] : [[name, linked] as const],
        )
        const other = inScope(rows.add(model, new Map(links)), this.#route)
        const { query, listed, next } = make(rows, row, other)
        const names = this.#table.namesOf(rows)
        const keyFor = keysOf(this.#route, items, this.#table)
        const request = (parameters: readonly Query[]): TestRequest =>
          requestOf(
            this.#service,
            this.#route,
            keyFor,
            {
              title: full,
              status: this.#contract.status,
              query: parameters.map(([name, value]) => [name, escaped(value)] as const),
              ...headersOf(this.#service, this.#contract.operation),
            },
            names,
          )
        const lists: Listed = {
          at: shape.at,
          key: shape.key,
          rows: listed.map((each) => this.#table.nameOf(each)),
          ...(next === undefined
            ? {}
            : {
                next: {
                  path: request(next.query).path,
                  ...(next.cursor === undefined ? {} : { cursor: next.cursor }),
                },
              }),
        }
        return { ...request(query), lists }
      },
      (reason) => ({ title: full, reason }),
    )
  }

  /** Returns where the response has its items, and the member that contains their keys. */
  #items(): { readonly at: readonly string[]; readonly key: string } {
    const { body } = this.#contract
    const at = body && pathTo(body, (template) => 'items' in template)
    const found =
      body &&
      at?.reduce<Template | undefined>(
        (each, name) => (each && 'object' in each ? each.object[name] : undefined),
        body,
      )
    const { key } = modelOf(this.#service, this.#route.model)
    if (
      at === undefined ||
      found === undefined ||
      !('items' in found) ||
      found.items.members[key] !== 'value'
    )
      throw new LeftOut('The response does not contain the keys of items.')
    return { at, key }
  }

  /** Gives two rows different values, and returns the value of a parameter that selects only the first one. */
  #separate(
    rows: TestRows,
    [row, other]: readonly [TestRow, TestRow],
    name: string,
    op: string,
    schema: JsonSchema,
  ): string {
    const end = endOf(row.model, name)
    if (end !== undefined) {
      const [own, another] = [row, other].map((each) => rows.link(each, end, rows.add(end.target)))
      if (op !== 'eq' || own === undefined || another === undefined) throw new LeftOut(UNKNOWN)
      return `{${this.#table.nameOf(own)}}`
    }
    const field = fieldOf(row.model, name)
    if (field === undefined) throw new LeftOut(UNKNOWN)
    if (name === row.model.key && row.value(name) === undefined) {
      if (op !== 'eq') throw new LeftOut('The database generates the values.')
      return `{${this.#table.nameOf(row)}}`
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
    const accepts = checkOf(schema, { $defs: this.#service.schemas ?? {} })
    for (const operand of valuesLike(field, []).flat()) {
      const isAccepted =
        typeof operand !== 'object' && accepts?.(isList(schema) ? [operand] : operand) !== false
      const { inside, outside } = sidesOf(field, op, [operand])
      if (!isAccepted || inside === undefined || outside === undefined) continue
      if (field.name !== key || (inside !== null && outside !== null)) return { operand, inside, outside }
    }
    throw new LeftOut(UNKNOWN)
  }

  /** @throws LeftOut if another parameter always selects items */
  #checkOthers(name: string | null): void {
    const { roles = {} } = this.#contract
    const other = this.#parameters().find(
      (parameter) =>
        parameter.name !== name &&
        SELECTING.has(roles[parameter.name]?.as ?? 'ignored') &&
        (mustBeGiven(parameter) || parameter.schema['default'] !== undefined),
    )
    if (other !== undefined) throw new LeftOut(`The parameter ${other.name} always selects items.`)
  }

  #named(as: ParameterRole['as']): string | undefined {
    return Object.entries(this.#contract.roles ?? {}).find(([, role]) => role.as === as)?.[0]
  }

  #parameters(): readonly Parameter[] {
    return this.#contract.operation.queryParameters
  }

  #accepts(name: string, value: Json): boolean {
    return checkOf(this.#schemaOf(name), { $defs: this.#service.schemas ?? {} })?.(value) !== false
  }

  #schemaOf(name: string, member?: string): JsonSchema {
    const schema = this.#parameters().find((each) => each.name === name)?.schema ?? {}
    const { properties } = schema
    if (member === undefined) return schema
    const own = isObject(properties) ? properties[member] : undefined
    return isObject(own) ? own : {}
  }
}

type Query = readonly [name: string, value: string]

const UNKNOWN = 'No two values are certain to be on different sides of the filter.'

/** The roles of parameters that leave out items. */
const SELECTING: ReadonlySet<ParameterRole['as']> = new Set(['filter', 'filters', 'search'])

/** Returns the members that lead to a part of a body, or undefined if there is none. */
function pathTo(body: Template, isIt: (template: Template) => boolean): readonly string[] | undefined {
  if (isIt(body)) return []
  if (!('object' in body)) return undefined
  for (const [name, member] of Object.entries(body.object)) {
    const below = pathTo(member, isIt)
    if (below !== undefined) return [name, ...below]
  }
  return undefined
}

/** Percent-encodes a value, but not the name of a row, which stands for its key. */
function escaped(value: string): string {
  return /^\{[^{}]+\}$/.test(value) ? value : encodeURIComponent(value)
}

function isList({ type }: JsonSchema): boolean {
  return [type].flat().includes('array')
}

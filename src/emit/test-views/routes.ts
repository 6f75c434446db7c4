import {
  type Action,
  type Contract,
  type CustomAction,
  type Field,
  type Json,
  type Route,
  type Service,
} from '../../ir/index.js'
import { hasWriteRule, modelOf } from '../../ir/lookup.js'
import { isJson } from '../parameters/exchange.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { requiredByUse, schemasByUse } from '../../validation/required-by-use.js'
import { checkOf } from '../../sample-values/alternatives.js'
import { sampleBody } from '../../sample-values/sample-body.js'
import { checkedSample } from '../../sample-values/sample-value.js'
import { URLENCODED } from '../views/actions.js'
import { checkPath, keysOf, type PathValues, storeItem, storeParents } from './item-paths.js'
import { headersOf } from './parameter-samples.js'
import { optionsTest, type Part, requestOf, type Test, testOf } from './requests.js'
import {
  changedField,
  isFree,
  LeftOut,
  demandedEnds,
  partsOf,
  storedValue,
  type TestRow,
  TestRows,
} from './rows.js'
import {
  type Body,
  bodyOf,
  checkGiven,
  hasKeys,
  NOT_DIFFERENT,
  type RowTable,
  type TestRequest,
} from './table.js'
import { endOf, fieldOf, isUnlinking } from '../../ir/members.js'
import { memberOf, objectOf } from '../../ir/json.js'

/** A test of a route that has its usual responses. */
interface Case {
  readonly title: string
  /** What is sent to change an item: one field, or a whole item. */
  readonly body?: 'change' | 'item'
  /** Whether the query selects the item. */
  readonly isSelected?: boolean
  readonly returns: string
}

const CASES: Readonly<Record<Exclude<Action, `${string}_options`>, Case>> = {
  index: { title: 'returns a page', returns: 'page' },
  create: { title: 'creates an item', returns: 'created' },
  update_many: {
    title: 'changes the items selected by the query',
    body: 'change',
    isSelected: true,
    returns: 'change',
  },
  delete_many: {
    title: 'deletes the items selected by the query',
    isSelected: true,
    returns: 'change',
  },
  show: { title: 'returns the document', returns: 'document' },
  update: { title: 'changes the item', body: 'change', returns: 'document' },
  replace: { title: 'replaces the item', body: 'item', returns: 'document' },
  delete: { title: 'deletes the item', returns: 'message' },
}

/** The tests of a route. */
export class RouteTests {
  protected readonly service: Service
  protected readonly table: RowTable
  protected readonly route: Route

  constructor(table: RowTable, route: Route) {
    this.service = table.service
    this.table = table
    this.route = route
  }

  /** Returns a request for the route, with the usual response. */
  usual(): Test {
    const { attribute, action, contract } = this.route
    if (action === 'collection_options' || action === 'item_options')
      return optionsTest(this.service, this.route)
    if (contract !== undefined) return this.#declared(contract)
    return attribute === null ? this.#byModel(CASES[action]) : this.#attribute(attribute)
  }

  /** The response has the usual form of those with items of the model. */
  #byModel({ title, body, isSelected = false, returns }: Case): Test {
    const type = returns === 'message' || returns === 'change' ? undefined : this.route.model
    if (this.route.action === 'create')
      return this.#creating(title, (item) => ({ body: item, status: 201, returns, type }))
    return this.withItem(title, (row, rows) => {
      const isDelete = this.route.method === 'DELETE'
      const query = isSelected ? [[row.model.key, this.table.keyOf(row)] as const] : []
      const sent = { query, status: 200, returns, type }
      if (isUnlinking(this.service, this.route)) return sent
      if (isDelete) rows.checkAlone(row)
      const effect: Effect = isDelete
        ? { deletes: this.table.nameOf(row) }
        : body === undefined
          ? {}
          : this.#change(row, body)
      // Required parameters might exclude the item.
      const isNarrowed = this.route.parameters?.some(mustBeGiven) === true
      if (isSelected && isNarrowed) return { ...sent, body: effect.body }
      return { ...sent, ...effect, count: isSelected ? 1 : undefined }
    })
  }

  /** The service checks the response against its schema. */
  #declared(contract: Contract): Test {
    const { status } = contract
    const title = 'answers as declared'
    const { action } = this.route
    if (action === 'create')
      return this.#creating(title, (item) => ({ ...this.#sent(contract, item), status }))
    return this.withItem(title, (row, rows) => {
      if (action === 'update' || action === 'replace')
        return { ...this.#sent(contract, this.#change(row, 'item').body), status }
      const isDelete = action === 'delete' && !isUnlinking(this.service, this.route)
      if (isDelete) rows.checkAlone(row)
      const deletes = isDelete ? this.table.nameOf(row) : undefined
      return { ...headersOf(this.service, contract.operation), status, deletes }
    })
  }

  /** Returns the headers and the body of a request with an item. @throws LeftOut as {@link RouteTests.#declaredBody} */
  #sent(contract: Contract, item: Body): Pick<TestRequest, 'headers' | 'body'> {
    const { operation } = contract
    if (operation.bodies.length === 0) return headersOf(this.service, operation)
    const body = this.#declaredBody(contract, item)
    const type = typeOf(operation)
    const types = type === undefined ? [] : [['content-type', type] as const]
    return {
      ...headersOf(this.service, operation, types),
      body: type === URLENCODED ? formOf(body) : body,
    }
  }

  /**
   * Returns what the declared body contains of an item.
   * @throws LeftOut if it is not certain to be valid, because the declared schema differs from that of the model
   */
  #declaredBody(contract: Contract, item: Body): Body {
    const { wrapper, keys = {}, renamed = {}, written = [], required = [], demanded = [] } = contract
    const { bodies } = contract.operation
    const service = this.service
    const model = modelOf(service, this.route.model)
    if (contract.hasAttributes === true || contract.relationship !== undefined)
      throw new LeftOut('The body is a resource object of JSON:API, or an identifier of one.')
    const sent = Object.entries(item).filter(([name]) => this.#isSent(name))
    if (sent.some(([name, value]) => keys[name] !== undefined && value !== null))
      throw new LeftOut('The body contains related items.')
    const members = sent.map(([name, value]) => {
      const [member = name] = Object.keys(renamed).filter((each) => renamed[each] === name)
      return [member, value] as const
    })
    const { schema } = bodies.find(({ mediaType }) => isJson(mediaType)) ?? bodies[0] ?? {}
    const used = requiredByUse(schema ?? {}, service, 'served')
    const root = { $defs: schemasByUse(service) }
    const sample = objectOf(checkedSample(used, root))
    // The keys of rows are not known yet. Those in the sample stand for them.
    const withSamples = (body: Body): Body =>
      Object.fromEntries(
        Object.entries(body).flatMap(([name, value]) => {
          const known = hasKeys(value) ? sample[name] : value
          return known === undefined ? [] : [[name, known] as const]
        }),
      )
    const needed = new Set([...required, ...demanded])
    const isNeeded = ([name]: readonly [string, Json]): boolean =>
      needed.has(name) ||
      fieldOf(model, name)?.constraints.required === true ||
      endOf(model, name) !== undefined
    // The members that nothing stores.
    const others = Object.entries(sample).filter(
      ([name]) => !written.includes(name) && !Object.hasOwn(renamed, name),
    )
    const all: readonly (readonly (readonly [string, Json])[])[] =
      wrapper === undefined
        ? [members, [...others, ...members], [...others, ...members.filter(isNeeded)]]
        : [[[wrapper, Object.fromEntries(members)]]]
    const found = all
      .map((each): Body => Object.fromEntries(each))
      .find((body) => checkOf(used, root)?.(withSamples(body)) !== false)
    if (found === undefined) throw new LeftOut('No body is certain to be valid.')
    return found
  }

  /** Returns a test with a stored item at the end of the path. `part` receives the keys in the path. */
  protected withItem(title: string, part: (row: TestRow, rows: TestRows, keys: PathValues) => Part): Test {
    return this.#request(title, (rows) => {
      const { items, row } = storeItem(rows, this.route)
      this.#check(items)
      return { items, part: part(row, rows, keysOf(this.route, items, this.table)) }
    })
  }

  #creating(title: string, part: (item: Body) => Part): Test {
    const { contract, model } = this.route
    return this.#request(title, (rows) => {
      const { path: items, links, isTaken } = storeParents(rows, this.route)
      if (isTaken) throw new LeftOut(`Each ${items.at(-1)?.model.id ?? 'parent'} has such an item.`)
      const row = rows.make(model, links)
      const newKey = contract?.newKey ?? {}
      for (const [name, key] of Object.entries(newKey)) row.values.set(name, key)
      if (!rows.isConsistent(row)) throw new LeftOut(NOT_DIFFERENT)
      this.#check(items)
      const demanded = contract?.wrapper === undefined ? demandedEnds(row.model, contract) : []
      const inPath = [...links.keys()].filter((name) => !demanded.includes(name))
      const item = bodyOf(this.table, row, inPath)
      const isGiven = (name: string): boolean =>
        links.has(name) || Object.hasOwn(newKey, name) || (Object.hasOwn(item, name) && this.#isSent(name))
      checkGiven(this.service, row, isGiven, contract?.required)
      return { items, part: { ...part(item), adds: row.model.names.var } }
    })
  }

  /** Returns whether the body contains all of a field. */
  #isSent(name: string): boolean {
    const { contract, model } = this.route
    if (contract === undefined) return true
    return contract.written?.includes(name) === true && partsOf(modelOf(this.service, model), name) === 0
  }

  #check(items: readonly TestRow[]): void {
    checkPath(this.table, this.route, this.route.contract?.operation.uriParameters ?? [], items)
  }

  #attribute(name: string): Test {
    const field = fieldOf(modelOf(this.service, this.route.model), name)
    const returns = field?.type === 'list' ? 'listField' : 'dictField'
    if (field === undefined || this.route.method === 'GET')
      return this.withItem(`returns ${name}`, () => ({ status: 200, returns }))
    return this.withItem(`changes ${name}`, (row) => ({
      status: 200,
      returns,
      ...this.#attributeChange(row, field),
    }))
  }

  /** Sends the attribute of another sample, which is added to the stored one. */
  #attributeChange(row: TestRow, { name, json }: Field): Effect {
    if (!isFree(row.model, name)) throw new LeftOut(`Clients cannot always write ${name}.`)
    const [stored, body] = [
      storedValue(row, name) ?? null,
      memberOf(sampleBody(row.model, row.n + 1)?.stored, name),
    ]
    const result = Array.isArray(body)
      ? [...new Set([stored ?? [], body].flat())]
      : { ...Object(stored), ...Object(body) }
    if (body === undefined || checkOf(json, row.model.schema)?.(result) !== true)
      throw new LeftOut(`No change of ${name} is certain to be valid.`)
    const isChanged = JSON.stringify(result) !== JSON.stringify(stored)
    return {
      body,
      ...(isChanged ? { changes: { row: this.table.nameOf(row), field: name } } : {}),
    }
  }

  /** Changes one field to its value in another sample. Sends only this field, or the whole item. */
  #change(row: TestRow, sent: 'change' | 'item'): Effect & { readonly body: Body } {
    const next = sampleBody(row.model, row.n + 1)?.stored
    if (next === undefined) throw new LeftOut('There is only one certain value.')
    const field = changedField(this.service, row.model, next, [row])
    const others = sent === 'item' ? this.#whole(row) : {}
    if (field === undefined) return { body: others }
    const changes = { row: this.table.nameOf(row), field }
    return { body: { ...others, [field]: next[field] ?? null }, changes }
  }

  /** Returns a stored item with its key and the fields that a PUT cannot change. */
  #whole(row: TestRow): Body {
    const { model } = row
    const kept = [...row.values].filter(([name]) => name === model.key || hasWriteRule(model, name))
    const key = fieldOf(model, model.key)?.type === 'id_field' ? { [model.key]: this.table.keyOf(row) } : {}
    return { ...bodyOf(this.table, row), ...key, ...Object.fromEntries(kept) }
  }

  #request(
    title: string,
    make: (rows: TestRows) => {
      readonly items: readonly TestRow[]
      readonly part: Part
    },
  ): Test {
    return testOf(this.route, title, (full) => {
      if (this.route.contract?.isImpossible === true) throw new LeftOut('Its schema forbids every response.')
      const rows = new TestRows(this.service)
      const { items, part } = make(rows)
      const names = this.table.namesOf(rows)
      const keys = keysOf(this.route, items, this.table)
      return requestOf(this.service, this.route, keys, { title: full, rows: names, ...part })
    })
  }
}

type Effect = Pick<TestRequest, 'body' | 'changes' | 'deletes'>

/** Returns the media type of a body, unless it is the usual one. @throws LeftOut for types other than JSON and forms */
function typeOf({ bodies }: CustomAction): string | undefined {
  if (bodies.length === 0 || bodies.some(({ mediaType }) => mediaType === 'application/json'))
    return undefined
  const found = bodies.find(({ mediaType }) => mediaType.endsWith('+json') || mediaType === URLENCODED)
  if (found === undefined) throw new LeftOut('The body is neither JSON nor a form.')
  return found.mediaType.replace('*', 'any')
}

/** Returns the text of a form. @throws LeftOut if it would contain objects, or keys of rows */
function formOf(body: Body): string {
  const pairs = Object.entries(body).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => {
      if (typeof each === 'object' || hasKeys(each))
        throw new LeftOut(`No form is certain to contain ${name}.`)
      return [name, String(each)]
    }),
  )
  return String(new URLSearchParams(pairs))
}

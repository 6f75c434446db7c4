import {
  type Action,
  type Contract,
  type CustomAction,
  type Field,
  isNumeric,
  type Json,
  METHODS,
  type Model,
  type Parameter,
  type Route,
  type Service,
} from '../../ir/index.js'
import { createsLists, findModel, fullPathOf, hasWriteRule, modelOf } from '../../ir/lookup.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { requiredByUse, schemasByUse } from '../required-by-use.js'
import { checkOf } from '../samples/alternatives.js'
import { sampleBody } from '../samples/sample-body.js'
import { fieldOf, isRestricted, isUnlinking, keyTypeOf } from '../shared.js'
import { allowed } from '../views/routes.js'
import {
  fieldOfFunction,
  isExclusive,
  isFree,
  LeftOut,
  partsOf,
  requiredEnds,
  type TestRow,
  TestRows,
  unlessLeftOut,
} from './rows.js'
import { Code } from '../literal.js'
import { checkPath, keysOf, storeItem, storeParents } from './item-paths.js'
import { sampleText, samplesOf } from './parameter-samples.js'
import { type MissingTest, NOT_DIFFERENT, pathOf, type RowTable, type TestRequest } from './table.js'

/** The tests of a path or group: those in a table, and those that cannot be made. */
export type Tests = readonly (TestRequest | MissingTest)[]

/** What a test says in addition to its method, path and rows. */
type Part = Omit<TestRequest, 'method' | 'path' | 'rows'> & {
  readonly query?: readonly (readonly [string, string])[]
}

/** Returns the tests of the routes at one path. */
export function routeTests(service: Service, table: RowTable, routes: readonly Route[]): Tests {
  return [
    ...routes.flatMap((route) => new RouteTests(service, table, route).all()),
    ...routes.slice(0, 1).flatMap((route) => unsupportedMethod(service, route)),
    ...unknownItems(service, table, routes),
  ]
}

/** A test of a route that has its usual responses. */
interface Case {
  readonly title: string
  /** What is sent: a new item, a list of one, a change of one field, or a whole item. */
  readonly body?: 'new' | 'list' | 'change' | 'item'
  /** Whether the query selects the item. */
  readonly isSelected?: boolean
  readonly returns: string
}

const CASES: Readonly<Record<Action, readonly Case[]>> = {
  index: [{ title: 'returns a page', returns: 'page' }],
  create: [
    { title: 'creates an item', body: 'new', returns: 'created' },
    { title: 'with a list creates all items', body: 'list', returns: 'list' },
  ],
  update_many: [
    { title: 'changes the items selected by the query', body: 'change', isSelected: true, returns: 'change' },
  ],
  delete_many: [{ title: 'deletes the items selected by the query', isSelected: true, returns: 'change' }],
  show: [{ title: 'returns the document', returns: 'document' }],
  update: [{ title: 'changes the item', body: 'change', returns: 'document' }],
  replace: [{ title: 'replaces the item', body: 'item', returns: 'document' }],
  delete: [{ title: 'deletes the item', returns: 'message' }],
  collection_options: [],
  item_options: [],
}

class RouteTests {
  readonly #service: Service
  readonly #table: RowTable
  readonly #route: Route

  constructor(service: Service, table: RowTable, route: Route) {
    this.#service = service
    this.#table = table
    this.#route = route
  }

  all(): Tests {
    const { attribute, action, method, contract, kind } = this.#route
    if (method === 'OPTIONS') return [optionsTest(this.#service, this.#route)]
    if (contract !== undefined) return this.#declared(contract)
    if (attribute !== null) return this.#attribute(attribute)
    const takesLists = kind !== 'singular' && createsLists(this.#service)
    const cases = CASES[action].filter(({ body }) => body !== 'list' || takesLists)
    const isWrite = cases.some(({ body }) => body !== undefined)
    return [...cases.map((each) => this.#usual(each)), ...(isWrite ? [this.#invalid()] : [])]
  }

  #usual({ title, body, isSelected = false, returns }: Case): TestRequest | MissingTest {
    const { model, method } = this.#route
    const form = returns === 'message' || returns === 'change' ? { returns } : { returns, type: model }
    if (body === 'new' || body === 'list')
      return this.#creating(title, (item, adds) => ({
        body: body === 'list' ? [item] : item,
        status: 201,
        ...form,
        adds,
      }))
    return this.#withItem(title, (row, rows) => {
      const query = isSelected ? { query: [[row.model.key, `{${this.#table.nameOf(row)}}`] as const] } : {}
      const sent = { ...query, status: 200, ...form }
      if (method === 'DELETE' && isUnlinking(this.#service, this.#route)) return sent
      if (method === 'DELETE' && rows.isHeld(row)) return { ...query, ...HELD }
      const effect =
        method === 'DELETE' ? this.#deletes(row) : body === undefined ? {} : this.#change(row, rows, body)
      // Required parameters might exclude the item.
      if (isSelected && isNarrowed(this.#route))
        return { ...sent, ...('body' in effect ? { body: effect.body } : {}) }
      return { ...sent, ...effect, ...(isSelected ? { count: 1 } : {}) }
    })
  }

  get #declaredInPath(): readonly Parameter[] {
    return this.#route.contract?.operation.uriParameters ?? []
  }

  /** The service checks the response against its schema. */
  #declared(contract: Contract): Tests {
    const { status, wrapper, written = [], keys = {}, required = [], operation } = contract
    const model = modelOf(this.#service, this.#route.model)
    const title = 'answers as declared'
    if (contract.isImpossible === true)
      return [
        {
          title: `${this.#route.method} ${this.#route.path} ${title}`,
          reason: 'Its schema forbids every response.',
        },
      ]
    const headers = (hasBody = false): Pick<Part, 'headers'> =>
      headersOf(this.#service, operation, hasBody ? jsonTypeOf(operation) : [])
    const isSent = (name: string): boolean => written.includes(name) && partsOf(model, name) === 0
    const sent = (body: unknown): object => {
      const document = (name: string, key: unknown): object => {
        const { target } = model.relations.find((end) => end.name === name) ?? { target: '' }
        const related = modelOf(this.#service, target)
        return { ...sampleBody(related, 1)?.stored, [related.key]: key }
      }
      const item = Object.fromEntries(
        Object.entries(Object(body))
          .filter(([name]) => isSent(name))
          .map(([name, value]) => {
            if (keys[name] === undefined || value === null) return [name, value]
            const made = [value].flat().map((each) => document(name, each))
            return [name, Array.isArray(value) ? made : made[0]]
          }),
      )
      const whole = wrapper === undefined ? item : { [wrapper]: item }
      this.#checkBody(contract, whole)
      return whole
    }
    const { action } = this.#route
    if (action === 'create')
      return [
        this.#creating(title, (body, adds) => {
          const isGiven = (name: string): boolean => isSent(name) && Object.hasOwn(Object(body), name)
          const unset = required.find((name) => isUnset(model, name) && !isGiven(name))
          const made = model.fields.find(
            ({ name, default: initial }) => initial?.kind === 'callable' && !isGiven(name),
          )
          if (made !== undefined) throw new LeftOut(`Your function determines ${made.name}.`)
          if (unset !== undefined) throw new LeftOut(`No request is certain to set ${unset}.`)
          return { ...headers(true), body: sent(body), status, adds }
        }),
      ]
    if (action === 'update' || action === 'replace')
      return [
        this.#withItem(title, (row, rows) => ({
          ...headers(true),
          body: sent(this.#change(row, rows, 'item').body),
          status,
        })),
      ]
    if (action !== 'delete') return [this.#withItem(title, () => ({ ...headers(), status }))]
    return [
      this.#withItem(title, (row, rows) => {
        if (rows.isHeld(row)) throw new LeftOut('Other items refer to the item.')
        return { ...headers(), status, ...this.#deletes(row) }
      }),
    ]
  }

  /** @throws LeftOut if a body is not certain to be valid, because the declared schema differs from that of the model */
  #checkBody({ operation: { bodies } }: Contract, body: object): void {
    const schema = bodies.find(({ mediaType }) => /[/+]json$/.test(mediaType))?.schema ?? null
    const text = JSON.stringify(body, (_key, value) => (value instanceof Code ? KEY : value))
    if (schema === null || text.includes(JSON.stringify(KEY))) return
    const value: Json = JSON.parse(text)
    const service = this.#service
    const used = requiredByUse(schema, service, 'served')
    if (checkOf(used, { $defs: schemasByUse(service) })?.(value) === false)
      throw new LeftOut('No body is certain to be valid.')
  }

  #withItem(
    title: string,
    part: (row: TestRow, rows: TestRows) => Omit<Part, 'title'>,
  ): TestRequest | MissingTest {
    return this.#test(title, () => {
      const rows = new TestRows(this.#service)
      const path = storeItem(rows, this.#route)
      const row = path.at(-1)
      if (row === undefined) throw new LeftOut('The path has no item.')
      checkPath(this.#service, this.#route, this.#declaredInPath, path)
      return { rows, path, part: part(row, rows) }
    })
  }

  #creating(
    title: string,
    part: (body: unknown, adds: string) => Omit<Part, 'title'>,
  ): TestRequest | MissingTest {
    return this.#test(title, () => {
      const rows = new TestRows(this.#service)
      const { path, links, isTaken } = storeParents(rows, this.#route)
      checkPath(this.#service, this.#route, this.#declaredInPath, path)
      if (isTaken) throw new LeftOut(`Each ${path.at(-1)?.model.id ?? 'parent'} has such an item.`)
      const row = rows.make(this.#route.model, links)
      if (!rows.isConsistent(row)) throw new LeftOut(NOT_DIFFERENT)
      const body = bodyOf(this.#service, this.#table, row, links)
      return { rows, path, part: part(body, row.model.names.var) }
    })
  }

  /** A body that violates the schema or, if the schema accepts any field, a body that is not valid JSON. */
  #invalid(): TestRequest | MissingTest {
    const body = modelOf(this.#service, this.#route.model).additionalProperties
      ? { headers: { 'content-type': 'application/json' }, body: '{' }
      : { body: { '': true } }
    const part = { ...body, status: 400, returns: 'problem' }
    return this.#test('rejects an invalid body', () => {
      const rows = new TestRows(this.#service)
      const { kind, method } = this.#route
      const needsItem = kind === 'item' || (kind === 'singular' && method !== 'POST')
      const path = needsItem ? storeItem(rows, this.#route) : storeParents(rows, this.#route).path
      return { rows, path, part }
    })
  }

  #attribute(name: string): Tests {
    const model = modelOf(this.#service, this.#route.model)
    const field = fieldOf(model, name)
    const returns = field?.type === 'list' ? 'listField' : 'dictField'
    if (field === undefined) return []
    if (this.#route.method === 'GET')
      return [this.#withItem(`returns ${name}`, () => ({ status: 200, returns }))]
    return [
      this.#withItem(`changes ${name}`, (row) => ({
        status: 200,
        returns,
        ...this.#attributeChange(row, field),
      })),
    ]
  }

  /** Sends the attribute of another sample, which is added to the stored one. */
  #attributeChange(row: TestRow, { name, json }: Field): Pick<Part, 'body' | 'changes'> {
    if (!isFree(row.model, name)) throw new LeftOut(`Clients cannot always write ${name}.`)
    const [stored, body] = [row.value(name) ?? null, valueIn(sampleBody(row.model, row.n + 1)?.stored, name)]
    const result = Array.isArray(body)
      ? [...new Set([stored ?? [], body].flat())]
      : { ...Object(stored), ...Object(body) }
    if (body === undefined || checkOf(json, row.model.schema)?.(result) !== true)
      throw new LeftOut(`No change of ${name} is certain to be valid.`)
    const isChanged = JSON.stringify(result) !== JSON.stringify(stored)
    return { body, ...(isChanged ? { changes: { row: this.#table.nameOf(row), field: name } } : {}) }
  }

  #deletes(row: TestRow): Pick<Part, 'deletes'> {
    return { deletes: this.#table.nameOf(row) }
  }

  /** Changes one field to its value in another sample, or sends a whole item. */
  #change(row: TestRow, rows: TestRows, body: 'change' | 'item'): Pick<Part, 'body' | 'changes'> {
    const next = sampleBody(row.model, row.n + 1)
    if (next === null) throw new LeftOut('There is only one certain value.')
    const isWhole = body === 'item'
    const values = isWhole ? this.#replacement(row, rows) : next.stored
    const field = Object.keys(values).find((name) => this.#isChanged(row, name, values[name]))
    const one = field === undefined ? {} : { [field]: values[field] }
    return {
      body: isWhole ? values : one,
      ...(field === undefined ? {} : { changes: { row: this.#table.nameOf(row), field } }),
    }
  }

  /** Returns whether a value certainly changes a field, and nothing else does. */
  #isChanged({ model, values }: TestRow, name: string, next: unknown): boolean {
    const field = fieldOf(model, name)
    return (
      field !== undefined &&
      field.onUpdate === null &&
      field.type !== 'dict' &&
      isFree(model, name) &&
      !isExclusive(this.#service, model, name) &&
      JSON.stringify(values.get(name)) !== JSON.stringify(next)
    )
  }

  /** Another sample with the item's key, its relations and the fields that a PUT cannot change. */
  #replacement(row: TestRow, rows: TestRows): Readonly<Record<string, unknown>> {
    const { model } = row
    const links = new Map(
      [...row.links].flatMap(([name, linked]) => (linked === null ? [] : [[name, linked] as const])),
    )
    const fixed = new Map([...links].filter(([name]) => isRestricted(model, name)))
    const other = rows.make(model.id, links, [], row.n + 1)
    const kept = [...row.values].filter(([name]) => name === model.key || hasWriteRule(model, name))
    const key = fieldOf(model, model.key)?.type === 'id_field' ? { [model.key]: this.#table.keyOf(row) } : {}
    return {
      ...bodyOf(this.#service, this.#table, other, fixed),
      ...key,
      ...Object.fromEntries(kept),
    }
  }

  #test(
    title: string,
    make: () => { rows: TestRows; path: readonly TestRow[]; part: Omit<Part, 'title'> },
  ): TestRequest | MissingTest {
    const { method, path } = this.#route
    const full = `${method} ${path} ${title}`
    return unlessLeftOut<TestRequest | MissingTest>(
      () => {
        const { rows, path: items, part } = make()
        const keyFor = keysOf(this.#route, items, this.#table)
        return requestOf(
          this.#service,
          this.#route,
          keyFor,
          { title: full, ...part },
          this.#table.namesOf(rows),
        )
      },
      (reason) => ({ title: full, reason }),
    )
  }
}

/** Returns samples of the headers that an operation requires, and others. */
export function headersOf(
  service: Service,
  { headers }: Pick<CustomAction, 'headers'>,
  others: readonly (readonly [string, string])[] = [],
): Pick<TestRequest, 'headers'> {
  const samples = samplesOf(headers, { $defs: service.schemas ?? {} }).map(([name, text]) =>
    // Only this value holds for every item.
    name.toLowerCase() === 'if-match' ? ([name, '*'] as const) : ([name, text] as const),
  )
  const all = Object.fromEntries([...samples, ...others])
  return Object.keys(all).length === 0 ? {} : { headers: all }
}

/**
 * Returns the header for a JSON body, if that is not of the usual type.
 * @throws LeftOut if the operation accepts no JSON
 */
function jsonTypeOf({ bodies }: CustomAction): readonly (readonly [string, string])[] {
  if (bodies.length === 0 || bodies.some(({ mediaType }) => mediaType === 'application/json')) return []
  const json = bodies.find(({ mediaType }) => mediaType.endsWith('+json'))
  if (json === undefined) throw new LeftOut('The body is a form.')
  return [['content-type', json.mediaType.replace('*', 'any')]]
}

/** Returns whether a field of a new item has no value unless the request sets it. */
function isUnset(model: Model, name: string): boolean {
  const field = fieldOf(model, name)
  return field !== undefined && field.stored && field.type !== 'id_field' && field.default === null
}

/** Stands for the key of a row in a body. */
const KEY = '\u0000key'

const HELD = { status: 409, returns: 'problem' }

/** Returns the request of a test: the path with keys, and samples of the query parameters that must be given. */
export function requestOf(
  service: Service,
  {
    method,
    path,
    parameters = [],
    model = '',
    prefix,
  }: Pick<CustomAction, 'method' | 'path' | 'prefix'> & Partial<Pick<Route, 'parameters' | 'model'>>,
  keyFor: (param: string) => string | undefined,
  { query = [], ...part }: Part,
  rows: readonly string[] = [],
): TestRequest {
  const given = new Map(query)
  for (const parameter of parameters.filter(mustBeGiven)) {
    if (given.has(parameter.name)) continue
    const text = parameterText(service, findModel(service, model), parameter)
    if (text === null)
      throw new LeftOut(`No value is certain to be valid for the parameter ${parameter.name}.`)
    given.set(parameter.name, encodeURIComponent(text))
  }
  const pairs = [...given].map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
  const url =
    pathOf(fullPathOf(service, prefix === undefined ? { path } : { prefix, path }), keyFor) +
    (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
  const { title, ...others } = part
  return { title, method, path: url, ...(rows.length === 0 ? {} : { rows }), ...others }
}

/** Returns a value of a parameter that the field by which it filters can have: its sample, if the schema allows any text. */
function parameterText(
  service: Service,
  model: Model | undefined,
  { name, schema }: Parameter,
): string | null {
  const root = { $defs: service.schemas ?? {} }
  const known = model && valueIn(sampleBody(model, 1)?.stored, name.replace(/__\w+$/, ''))
  const isPlain = Object.keys(schema).join() === 'type' && schema['type'] === 'string'
  const isKnown = isPlain && known !== undefined && typeof known !== 'object'
  const text = isKnown ? String(known) : sampleText(schema, root)
  const field = model && fieldOf(model, name)
  if (text === null || field?.stored !== true) return text
  const values = text === 'true' || text === 'false' ? [text, text === 'true'] : [text, Number(text)]
  return values.some((value) => checkOf(field.json, root)?.(value) !== false) ? text : null
}

export function optionsTest(
  service: Service,
  route: Pick<CustomAction, 'path' | 'prefix' | 'method'>,
): TestRequest {
  const title = `OPTIONS ${route.path} returns the allowed methods`
  const allow = allowed(service, route).join(', ')
  return requestOf(service, route, () => 'any', { title, status: 204, returns: 'options', allow })
}

/** Returns the test that requests a path with a method that it does not support. Returns no test if there is none. */
export function unsupportedMethod(service: Service, place: Pick<CustomAction, 'path' | 'prefix'>): Tests {
  const allow = allowed(service, place)
  const method = METHODS.find((candidate) => candidate !== 'OPTIONS' && !allow.includes(candidate))
  if (method === undefined) return []
  const part = { status: 405, returns: 'problem', allow: allow.join(', ') }
  return [
    requestOf(service, { ...place, parameters: [], model: '', method }, () => 'any', {
      title: `${method} ${place.path} is not allowed`,
      ...part,
    }),
  ]
}

/** Returns the test that requests an item that does not exist, or a path below such an item. */
function unknownItems(service: Service, table: RowTable, routes: readonly Route[]): Tests {
  const route = routes.find(({ method }) => method === 'GET')
  const first = route?.parents[0]
  if (route === undefined || (route.param === null && first === undefined)) return []
  const title = `GET ${route.path} returns 404 for an unknown item`
  return [
    unlessLeftOut<TestRequest | MissingTest>(
      () => {
        const rows = new TestRows(service)
        const path = route.param === null ? [] : storeParents(rows, route).path
        const keys = keysOf(route, path, table)
        const unknown = unknownKey(service, route.param === null ? (first?.model ?? '') : route.model)
        const isDeclared = route.contract !== undefined
        const part = isDeclared
          ? { title, status: [400, 404, 422] }
          : { title, status: 404, returns: 'problem' }
        return requestOf(service, route, (param) => keys(param) ?? unknown, part, table.namesOf(rows))
      },
      (reason) => ({ title, reason }),
    ),
  ]
}

/** Returns a key that no item of a model has in tests. */
function unknownKey(service: Service, model: string): string {
  const type = keyTypeOf(service, model)
  if (type === 'id_field' && service.engine === 'svc_mongodb') return 'ffffffffffffffffffffffff'
  if (type === 'small_integer') return '32100'
  return isNumeric(type) ? '987654321' : 'unknown'
}

/**
 * Returns the body that creates or replaces a row.
 * @param given the relations that are not in it, because the path sets them or a replaced item keeps them
 * @throws LeftOut if clients cannot create such a row
 */
export function bodyOf(
  service: Service,
  table: RowTable,
  row: TestRow,
  given: ReadonlyMap<string, TestRow>,
): Readonly<Record<string, unknown>> {
  const { model, sample } = row
  const [internal] = Object.keys(sample.internal)
  const made = fieldOfFunction(model)
  if (internal !== undefined) throw new LeftOut(`Clients cannot write ${internal}, which is required.`)
  if (made !== undefined) throw new LeftOut(`Your function determines ${made.name}.`)
  const demanded = requiredEnds(service, model)
  const restricted = demanded.find(({ name }) => !given.has(name) && isRestricted(model, name))
  if (restricted !== undefined)
    throw new LeftOut(`Clients cannot write ${restricted.name}, which is required.`)
  const written = [...row.values].filter(([name]) => Object.hasOwn(sample.stored, name))
  const lists = demanded.filter(({ many }) => many).map(({ name }) => [name, []] as const)
  const links = [...row.links].filter(([name]) => !given.has(name))
  return {
    ...Object.fromEntries(written),
    ...sample.virtual,
    ...Object.fromEntries(lists),
    ...Object.fromEntries(
      links.map(([name, linked]) => [name, linked && table.linkTo(row, name, linked)] as const),
    ),
  }
}

/** Returns whether required query parameters might exclude the item under test. */
function isNarrowed({ parameters = [] }: Route): boolean {
  return parameters.some(mustBeGiven)
}

function valueIn(values: Readonly<Record<string, Json>> | undefined, name: string): Json | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}

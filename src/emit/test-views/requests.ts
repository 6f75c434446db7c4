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
import { checkOf, isCombined } from '../samples/alternatives.js'
import { sampleBody } from '../samples/sample-body.js'
import { fieldOf, isRestricted, isUnlinking, keyTypeOf } from '../shared.js'
import { allowed } from '../views/routes.js'
import {
  fieldOfFunction,
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
    const { attribute, action, method } = this.#route
    if (method === 'OPTIONS') return [optionsTest(this.#service, this.#route)]
    const { contract } = this.#route
    if (contract !== undefined) return this.#declared(contract)
    return attribute === null ? this.#of[action]() : this.#attribute(attribute)
  }

  readonly #of: Readonly<Record<Action, () => Tests>> = {
    index: () => [
      this.#withItem('returns a page', () => ({ status: 200, returns: 'page', type: this.#route.model })),
    ],
    create: () => [
      this.#creating('creates an item', (body, adds) => ({
        body,
        status: 201,
        returns: 'created',
        type: this.#route.model,
        adds,
      })),
      ...(this.#route.kind === 'singular' || !createsLists(this.#service)
        ? []
        : [
            this.#creating('with a list creates all items', (body, adds) => ({
              body: [body],
              status: 201,
              returns: 'list',
              type: this.#route.model,
              adds,
            })),
          ]),
      this.#invalid(),
    ],
    update_many: () => [
      this.#withItem('changes the items selected by the query', (row, rows) => ({
        query: [this.#selecting(row)],
        returns: 'change',
        status: 200,
        ...this.#change(row, rows, isNarrowed(this.#route)),
        ...(isNarrowed(this.#route) ? {} : { count: 1 }),
      })),
      this.#invalid(),
    ],
    delete_many: () => [
      this.#withItem('deletes the items selected by the query', (row, rows) => ({
        query: [this.#selecting(row)],
        ...(this.#unlinks
          ? { status: 200, returns: 'change' }
          : rows.isHeld(row)
            ? HELD
            : {
                status: 200,
                returns: 'change',
                ...(isNarrowed(this.#route) ? {} : { count: 1, ...this.#deletes(row) }),
              }),
      })),
    ],
    show: () => [
      this.#withItem('returns the document', ({ model }) => ({
        status: 200,
        returns: 'document',
        type: model.id,
      })),
    ],
    update: () => [
      this.#withItem('changes the item', (row, rows) => ({
        status: 200,
        returns: 'document',
        type: row.model.id,
        ...this.#change(row, rows),
      })),
      this.#invalid(),
    ],
    replace: () => [
      this.#withItem('replaces the item', (row, rows) => ({
        status: 200,
        returns: 'document',
        type: row.model.id,
        ...this.#replacement(row, rows),
      })),
      this.#invalid(),
    ],
    delete: () => [
      this.#withItem('deletes the item', (row, rows) =>
        this.#unlinks
          ? { status: 200, returns: 'message' }
          : rows.isHeld(row)
            ? HELD
            : { status: 200, returns: 'message', ...this.#deletes(row) },
      ),
    ],
    collection_options: () => [],
    item_options: () => [],
  }

  /** Whether a DELETE only removes items from the list of their parent. */
  get #unlinks(): boolean {
    return isUnlinking(this.#service, this.#route)
  }

  get #declaredInPath(): readonly Parameter[] {
    return this.#route.contract?.operation.uriParameters ?? []
  }

  /** The service checks the response against its schema. */
  #declared(contract: Contract): Tests {
    const { status, wrapper, written = [], required = [], operation } = contract
    const model = modelOf(this.#service, this.#route.model)
    const title = 'answers as declared'
    const headers = (hasBody = false): Pick<Part, 'headers'> =>
      headersOf(this.#service, operation, hasBody ? jsonTypeOf(operation) : [])
    const isSent = (name: string): boolean => written.includes(name) && partsOf(model, name) === 0
    const sent = (body: unknown): object => {
      const item = Object.fromEntries(Object.entries(Object(body)).filter(([name]) => isSent(name)))
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
          body: sent(this.#replacement(row, rows).body),
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
    if (checkOf(schema, { $defs: this.#service.schemas ?? {} })?.(value) === false)
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

  #attributeChange(row: TestRow, { name, type, json }: Field): Pick<Part, 'body' | 'changes'> {
    if (!isFree(row.model, name)) throw new LeftOut(`Clients cannot always write ${name}.`)
    const stored = row.value(name) ?? null
    const sample = valueIn(sampleBody(row.model, row.n + 1)?.stored, name)
    for (const body of [sample, type === 'list' ? undefined : { name: 'value' }, type === 'list' ? [] : {}]) {
      if (body === undefined || typeof body !== 'object' || body === null) continue
      const result = merged(stored, body)
      if (checkOf(json, row.model.schema)?.(result) !== true) continue
      const isChanged = JSON.stringify(result) !== JSON.stringify(stored)
      return { body, ...(isChanged ? { changes: { row: this.#table.nameOf(row), field: name } } : {}) }
    }
    throw new LeftOut(`No change of ${name} is certain to be valid.`)
  }

  #deletes(row: TestRow): Pick<Part, 'deletes'> {
    return { deletes: this.#table.nameOf(row) }
  }

  #selecting(row: TestRow): readonly [string, string] {
    return [row.model.key, `{${this.#table.nameOf(row)}}`]
  }

  /** Changes one field to its value in another sample, or all fields if the schema has conditions on several. */
  #change(row: TestRow, rows: TestRows, isUnsure = false): Pick<Part, 'body' | 'changes'> {
    const next = sampleBody(row.model, row.n + 1)
    if (next === null) throw new LeftOut('There is only one certain value.')
    const changed = differing(row, next.stored).filter(
      (name) => isFree(row.model, name) && fieldOf(row.model, name)?.constraints.unique !== true,
    )
    const entries = hasConditions(row)
      ? this.#replacement(row, rows).body
      : Object.fromEntries(changed.slice(0, 1).map((name) => [name, valueIn(next.stored, name)]))
    const [field] = changed
    if (field === undefined || isUnsure) return { body: entries }
    return { body: entries, changes: { row: this.#table.nameOf(row), field } }
  }

  /** Another sample with the item's key, its relations and the fields that a PUT cannot change. */
  #replacement(row: TestRow, rows: TestRows): Pick<Part, 'body' | 'changes'> {
    const { model } = row
    const links = new Map(
      [...row.links].flatMap(([name, linked]) => (linked === null ? [] : [[name, linked] as const])),
    )
    const other = rows.make(model.id, links, [], row.n + 1)
    const kept = [...row.values].filter(([name]) => name === model.key || hasWriteRule(model, name))
    const key = fieldOf(model, model.key)?.type === 'id_field' ? { [model.key]: this.#table.keyOf(row) } : {}
    const body = {
      ...bodyOf(this.#service, this.#table, other, new Map()),
      ...key,
      ...Object.fromEntries(kept),
    }
    const [field] = differing(row, other.sample.stored).filter((name) => isFree(model, name))
    return { body, ...(field === undefined ? {} : { changes: { row: this.#table.nameOf(row), field } }) }
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
  const all = Object.fromEntries([...samplesOf(headers, { $defs: service.schemas ?? {} }), ...others])
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
    const { name, schema } = parameter
    if (given.has(name)) continue
    const text = filterText(service, model, parameter) ?? sampleText(schema, { $defs: service.schemas ?? {} })
    if (text === null || !isFilter(service, model, name, text))
      throw new LeftOut(`No value is certain to be valid for the parameter ${name}.`)
    given.set(name, encodeURIComponent(text))
  }
  const pairs = [...given].map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
  const url =
    pathOf(fullPathOf(service, prefix === undefined ? { path } : { prefix, path }), keyFor) +
    (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
  const { title, ...others } = part
  return { title, method, path: url, ...(rows.length === 0 ? {} : { rows }), ...others }
}

/** Returns a value of the field that a parameter without a schema of its own filters by, or null if there is none. */
function filterText(service: Service, id: string, { name, schema }: Parameter): string | null {
  const { type, ...others } = schema
  const model = findModel(service, id)
  if (model === undefined || type !== 'string' || Object.keys(others).length > 0) return null
  const value = valueIn(sampleBody(model, 1)?.stored, name.replace(/__\w+$/, ''))
  return value === undefined || value === null || typeof value === 'object' ? null : String(value)
}

/** Returns whether a value can be one of the field that a parameter filters by; other parameters can have any. */
function isFilter(service: Service, id: string, parameter: string, text: string): boolean {
  const model = findModel(service, id)
  const field = model && fieldOf(model, parameter)
  if (field?.stored !== true) return true
  const check = checkOf(field.json, { $defs: service.schemas ?? {} })
  const isBoolean = text === 'true' || text === 'false'
  return [text, Number(text), ...(isBoolean ? [text === 'true'] : [])].some(
    (value) => check?.(value) !== false,
  )
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
 * Returns the body that creates a row. The relation that the path sets is not in it.
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
  const restricted = demanded.find(({ name }) => isRestricted(model, name))
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

/** Returns whether the validity of one field can depend on others. */
function hasConditions({ model: { schema } }: TestRow): boolean {
  return isCombined(schema) || 'dependentRequired' in schema
}

/** Returns the fields whose value in another sample differs, those that every change sets anyway and dicts last. */
function differing({ model, values }: TestRow, next: Readonly<Record<string, Json>>): readonly string[] {
  const exclusive = new Set((model.groups ?? []).filter(({ unique }) => unique).flatMap(({ names }) => names))
  const rank = (name: string): number => {
    const field = fieldOf(model, name)
    return (
      Number(field?.type === 'dict') +
      2 * Number(exclusive.has(name)) +
      4 * Number((field?.onUpdate ?? null) !== null)
    )
  }
  return Object.keys(next)
    .filter((name) => fieldOf(model, name) !== undefined)
    .filter((name) => JSON.stringify(values.get(name)) !== JSON.stringify(next[name]))
    .toSorted((a, b) => rank(a) - rank(b))
}

function valueIn(values: Readonly<Record<string, Json>> | undefined, name: string): Json | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}

/** Returns an attribute after a POST: the union of two lists, or one dict merged into the other. */
function merged(stored: Json, body: Json): Json {
  if (Array.isArray(body)) {
    const own = Array.isArray(stored) ? stored : []
    return [...own, ...body.filter((item) => !own.includes(item))]
  }
  return { ...Object(stored), ...Object(body) }
}

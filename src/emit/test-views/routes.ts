import { type Action, METHODS, type Route, type Service } from '../../ir/index.js'
import { literal } from '../literal.js'
import { modelOf, routesUnder } from '../../ir/lookup.js'
import { allowed, type RouteGroup } from '../views/routes.js'
import { groupBy, relationOf } from '../views/shared.js'
import {
  attributeBody,
  changes,
  replacement,
  type RouteTest,
  selection,
  testOf,
  type TestPlan,
} from './requests.js'
import { keyOf, testItem } from './items.js'
import { bodyCode, type Seed, type Way, wayTo } from './seeds.js'

/** What `test/generated/routes/<name>.ts` prints: the tests of the routes of one top-level resource. */
export interface RouteTestsView {
  readonly makes: boolean
  readonly samples: boolean
  readonly resources: readonly { readonly path: string; readonly tests: readonly RouteTest[] }[]
}

/** A test for each route of a file, and for what each path refuses. */
export function routeTestsView(service: Service, { root }: RouteGroup): RouteTestsView {
  const byPath = groupBy(routesUnder(service, root), ({ path }) => path)
  const resources = [...byPath].map(([path, routes]) => ({
    path: literal(path),
    tests: [
      ...routes.flatMap((route) => testsOf(service, route)),
      ...refusedMethod(service, routes),
      ...unknownItems(service, routes),
    ],
  }))
  const code = JSON.stringify(resources)
  const uses = (name: string): boolean => code.includes(name)
  return {
    makes: uses('make.'),
    samples: uses('samples.'),
    resources,
  }
}

function testsOf(service: Service, route: Route): RouteTest[] {
  const tests =
    route.kind === 'attribute' ? attributeTests(service, route) : TESTS[route.action](service, route)
  return tests.filter((test) => test !== null)
}

type Test = RouteTest | null

const TESTS: Readonly<Record<Action, (service: Service, route: Route) => readonly Test[]>> = {
  index: (service, route) => [
    withItem(service, route, ({ type }) => ({
      title: 'GET answers a page',
      check: `isPage(answer, ${type})`,
    })),
  ],
  create: (service, route) => [
    creating(service, route, (body, type) => ({
      title: 'POST creates one',
      body,
      check: `isCreated(answer, ${type})`,
    })),
    route.kind === 'singular'
      ? null
      : creating(service, route, (body, type) => ({
          title: 'POST of a list creates all',
          body: `[${body}]`,
          check: `isList(answer, 201, ${type})`,
        })),
    faulty(service, route),
  ],
  update_many: (service, route) => [
    withItem(service, route, (item) => ({
      title: `${route.method} changes what the query selects`,
      query: selection(item.seed),
      body: changes(item.seed),
      check: 'isChange(answer)',
    })),
    faulty(service, route),
  ],
  delete_many: (service, route) => [
    withItem(service, route, (item) => ({
      title: 'DELETE deletes what the query selects',
      query: selection(item.seed),
      check: item.isHeld ? 'isProblem(answer, 409)' : 'isChange(answer)',
    })),
  ],
  collection_options: (service, route) => [options(service, route)],
  show: (service, route) => [
    withItem(service, route, ({ type }) => ({
      title: 'GET answers the document',
      check: `isDocument(answer, 200, ${type})`,
    })),
  ],
  update: (service, route) => [
    withItem(service, route, (item) => ({
      title: 'PATCH changes it',
      body: changes(item.seed),
      check: `isDocument(answer, 200, ${item.type})`,
    })),
    faulty(service, route),
  ],
  replace: (service, route) => [
    withItem(service, route, (item) => {
      const body = replacement(item)
      if (body === null) return null
      return { title: 'PUT replaces it', body, check: `isDocument(answer, 200, ${item.type})` }
    }),
    faulty(service, route),
  ],
  delete: (service, route) => [
    withItem(service, route, ({ isHeld }) => ({
      title: isHeld ? 'DELETE is refused while others refer to it' : 'DELETE deletes it',
      check: isHeld ? 'isProblem(answer, 409)' : 'isMessage(answer)',
    })),
  ],
  item_options: (service, route) => [options(service, route)],
}

/** An item that a test is about, stored with its parents. */
interface Subject {
  readonly way: Way
  readonly seed: Seed
  /** Name of its type, as code. */
  readonly type: string
  /** A relation refuses that it is deleted. */
  readonly isHeld: boolean
}

function withItem(service: Service, route: Route, plan: (item: Subject) => TestPlan | null): Test {
  const way = wayTo(service, route)
  const seed = way?.seeds.add(route.model, way.link === null ? [] : [way.link.entry]) ?? null
  if (way === null || seed === null) return null
  const { model } = seed.item
  const held = [...seed.item.links, ...(way.link === null ? [] : [way.link.end])]
  const isHeld = held.some((end) => {
    const { onDelete, backrefOnDelete } = relationOf(service, end)
    return (end.side === 'holder' ? backrefOnDelete : onDelete) === 'restrict'
  })
  const planned = plan({ way, seed, type: literal(model.id), isHeld })
  if (planned === null) return null
  const keys = [...way.parents, ...(route.param === null ? [] : [seed])]
  return testOf(service, route, planned, way.seeds.lines, keysOf(route, keys))
}

function creating(service: Service, route: Route, plan: (body: string, type: string) => TestPlan): Test {
  const way = wayTo(service, route)
  const item = testItem(service, route.model)
  if (way === null || item === null) return null
  const body = bodyCode(way.seeds, item, way.link)
  if (body === null) return null
  const planned = plan(body, literal(item.model.id))
  return testOf(service, route, planned, way.seeds.lines, keysOf(route, way.parents))
}

/** A body that breaks the schema; where the schema takes any field, one that is no JSON. */
function faulty(service: Service, route: Route): Test {
  const title = `${route.method} refuses a faulty body`
  const body = modelOf(service, route.model).additionalProperties ? MALFORMED : 'payload: { "": true }'
  const plan = { title, body, check: 'isProblem(answer, 400)' }
  const needsItem = route.kind === 'item' || (route.kind === 'singular' && route.method !== 'POST')
  if (needsItem) return withItem(service, route, () => plan)
  const way = wayTo(service, route)
  return way === null ? null : testOf(service, route, plan, way.seeds.lines, keysOf(route, way.parents))
}

const MALFORMED = "headers: { 'content-type': 'application/json' }, payload: '{'"

function options(service: Service, route: Route): Test {
  const check = `isOptions(answer, ${literal(allowed(service, route).join(', '))})`
  return testOf(service, route, { title: 'OPTIONS tells the methods', check }, [], () => 'any')
}

function refusedMethod(service: Service, [route]: readonly Route[]): RouteTest[] {
  if (route === undefined) return []
  const allow = allowed(service, route)
  const method = METHODS.find((candidate) => candidate !== 'OPTIONS' && !allow.includes(candidate))
  if (method === undefined) return []
  const check = `isNotAllowed(answer, ${literal(allow.join(', '))})`
  return [
    testOf(service, { ...route, method }, { title: `${method} is not allowed`, check }, [], () => 'any'),
  ]
}

/** An item that is not there: the route's own, or the parent of what the route serves. */
function unknownItems(service: Service, routes: readonly Route[]): RouteTest[] {
  const route = routes.find(({ method }) => method === 'GET')
  if (route === undefined) return []
  const plan = { title: 'GET of an unknown item is not found', check: 'isProblem(answer, 404)' }
  if (route.param !== null) {
    const way = wayTo(service, route)
    const model = modelOf(service, route.model)
    const key = model.fields.find(({ name }) => name === model.key)
    if (way === null || key === undefined) return []
    const keys = keysOf(route, way.parents)
    return [
      testOf(service, route, plan, way.seeds.lines, (param) => keys(param) ?? unknownKey(service, key.type)),
    ]
  }
  const [first] = route.parents
  if (first === undefined) return []
  const parent = modelOf(service, first.model)
  const type = parent.fields.find(({ name }) => name === parent.key)?.type ?? 'string'
  return [testOf(service, route, plan, [], () => unknownKey(service, type))]
}

function unknownKey({ engine }: Service, type: string): string {
  switch (type) {
    case 'id_field':
      return engine === 'svc_mongodb' ? 'ffffffffffffffffffffffff' : '987654321'
    case 'integer':
    case 'big_integer':
    case 'decimal':
    case 'float':
    case 'interval':
      return '987654321'
    case 'small_integer':
      return '32100'
    default:
      return 'unknown'
  }
}

function attributeTests(service: Service, route: Route): readonly Test[] {
  const { attribute, model: id } = route
  const field = modelOf(service, id).fields.find(({ name }) => name === attribute)
  if (field === undefined) return []
  if (route.method === 'OPTIONS') return [options(service, route)]
  const check = field.type === 'list' ? 'isListField(answer)' : 'isDictField(answer)'
  if (route.method === 'GET')
    return [withItem(service, route, () => ({ title: `GET answers ${field.name}`, check }))]
  return [
    withItem(service, route, ({ seed }) => ({
      title: `POST changes ${field.name}`,
      body: attributeBody(seed, field.name, field.type === 'list' ? '[]' : '{}'),
      check,
    })),
  ]
}

function keysOf(route: Route, seeds: readonly Seed[]): (param: string) => string | undefined {
  const params = [...route.parents.map(({ param }) => param), ...(route.param === null ? [] : [route.param])]
  return (param) => {
    const seed = seeds[params.indexOf(param)]
    return seed === undefined ? undefined : `\${${keyOf(seed.item.model, seed.variable)}}`
  }
}

import { type Action, isNumeric, type Route, type Service } from '../../ir/index.js'
import { literal } from '../literal.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { createsLists, groupedBy, hasWriteRule, modelOf, routesUnder } from '../../ir/lookup.js'
import type { RouteGroup } from '../groups.js'
import { fieldOf, keyTypeOf, relationOf } from '../shared.js'
import {
  attributeChange,
  changes,
  isAdded,
  isDeleted,
  optionsTest,
  replacement,
  type RouteTest,
  selection,
  testOf,
  type TestPlan,
  unsupportedMethod,
} from './requests.js'
import { testItem } from './items.js'
import { bodyCode, type Seed, type StoredItem, storeItem, storeParents } from './seeds.js'

/**
 * Returns the view for `test/generated/routes/<name>.ts`: a test for each route, and tests for the requests that each
 * path rejects.
 */
export function routeTestsView(service: Service, { root }: RouteGroup): object {
  return testsView(routesUnder(service, root), (routes) => [
    ...routes.flatMap((route) => testsOf(service, route)),
    ...routes.slice(0, 1).flatMap((route) => unsupportedMethod(service, route)),
    ...unknownItems(service, routes),
  ])
}

/**
 * Returns the view for a test file.
 * @param testsAt returns the tests for the routes with the same path
 */
export function testsView<R extends Pick<Route, 'path'>>(
  routes: readonly R[],
  testsAt: (routes: readonly R[]) => readonly RouteTest[],
): object {
  const resources = [...groupedBy(routes, ({ path }) => path)].map(([path, same]) => ({
    path: literal(path),
    tests: testsAt(same),
  }))
  const tests = resources.flatMap((resource) => resource.tests)
  return {
    makes: tests.some(({ seeds }) => seeds !== false),
    samples: tests.some(({ samples }) => samples),
    resources: resources.filter(({ tests }) => tests.length > 0),
  }
}

function testsOf(service: Service, route: Route): RouteTest[] {
  const tests =
    route.kind === 'attribute' ? attributeTests(service, route) : TESTS[route.action](service, route)
  return tests.filter((test) => test !== null)
}

type Test = RouteTest | null

const REJECTED_DELETION = 'DELETE is rejected if a relation prevents the deletion'

const TESTS: Readonly<Record<Action, (service: Service, route: Route) => readonly Test[]>> = {
  index: (service, route) => [
    withItem(service, route, ({ type }) => ({
      title: 'GET returns a page',
      check: `isPage(response, ${type})`,
    })),
  ],
  create: (service, route) => [
    creating(service, route, (body, type) => ({
      title: 'POST creates an item',
      payload: body,
      check: `isCreated(response, ${type})`,
      ...isAdded(modelOf(service, route.model)),
    })),
    route.kind === 'singular' || !createsLists(service)
      ? null
      : creating(service, route, (body, type) => ({
          title: 'POST with a list creates all items',
          payload: `[${body}]`,
          check: `isList(response, 201, ${type})`,
          ...isAdded(modelOf(service, route.model)),
        })),
    invalid(service, route),
  ],
  update_many: (service, route) => [
    withItem(service, route, (item) => ({
      title: `${route.method} changes the items selected by the query`,
      query: selection(item),
      check: changeOf(route),
      ...changes(item),
      ...(isNarrowed(route) ? { after: [] } : {}),
    })),
    invalid(service, route),
  ],
  delete_many: (service, route) => [
    withItem(service, route, (item) => ({
      title: item.isHeld ? REJECTED_DELETION : 'DELETE deletes the items selected by the query',
      query: selection(item),
      check: item.isHeld ? 'isProblem(response, 409)' : changeOf(route),
      after: item.isHeld || isNarrowed(route) ? [] : isDeleted(item.seed),
    })),
  ],
  collection_options: (service, route) => [optionsTest(service, route)],
  show: (service, route) => [
    withItem(service, route, ({ type }) => ({
      title: 'GET returns the document',
      check: `isDocument(response, 200, ${type})`,
    })),
  ],
  update: (service, route) => [
    withItem(service, route, (item) => ({
      title: 'PATCH changes the item',
      check: `isDocument(response, 200, ${item.type})`,
      ...changes(item),
    })),
    invalid(service, route),
  ],
  replace: (service, route) => [
    withItem(service, route, (item) => {
      const request = replacement(item)
      if (request === null) return null
      return { title: 'PUT replaces the item', check: `isDocument(response, 200, ${item.type})`, ...request }
    }),
    invalid(service, route),
  ],
  delete: (service, route) => [
    withItem(service, route, ({ isHeld, seed }) => ({
      title: isHeld ? REJECTED_DELETION : 'DELETE deletes the item',
      check: isHeld ? 'isProblem(response, 409)' : 'isMessage(response)',
      after: isHeld ? [] : isDeleted(seed),
    })),
  ],
  item_options: (service, route) => [optionsTest(service, route)],
}

/** Returns whether required query parameters might exclude the item under test. */
function isNarrowed({ parameters = [] }: Route): boolean {
  return parameters.some(mustBeGiven)
}

function changeOf(route: Route): string {
  return isNarrowed(route) ? 'isChange(response)' : 'isChange(response, 1)'
}

interface TestedItem extends StoredItem {
  /** Name of its type, as code. */
  readonly type: string
  /** Whether a relation prevents the deletion of the item. */
  readonly isHeld: boolean
}

function withItem(service: Service, route: Route, plan: (item: TestedItem) => TestPlan | null): Test {
  const stored = storeItem(service, route)
  if (stored === null) return null
  const { seeds, parents, link, seed } = stored
  const ends = [...seed.item.links, ...(link === null ? [] : [link.end])]
  const isHeld = ends.some((end) => {
    const { onDelete, backrefOnDelete } = relationOf(service, end)
    return (end.side === 'holder' ? backrefOnDelete : onDelete) === 'restrict'
  })
  const planned = plan({ ...stored, type: literal(route.model), isHeld })
  if (planned === null) return null
  const keys = [...parents, ...(route.param === null ? [] : [seed])]
  return testOf(service, route, planned, keysOf(route, keys), seeds)
}

function creating(service: Service, route: Route, plan: (body: string, type: string) => TestPlan): Test {
  const stored = storeParents(service, route)
  const item = testItem(service, route.model)
  if (stored === null || item === null) return null
  const body = bodyCode(stored.seeds, item, stored.link)
  if (body === null) return null
  const planned = plan(body, literal(route.model))
  return testOf(service, route, planned, keysOf(route, stored.parents), stored.seeds)
}

/**
 * Returns the test that sends a body that violates the schema or, if the schema accepts any field, a body that is not
 * valid JSON.
 */
function invalid(service: Service, route: Route): Test {
  const title = `${route.method} rejects an invalid body`
  const body = modelOf(service, route.model).additionalProperties ? MALFORMED : { payload: '{ "": true }' }
  const plan = { title, ...body, check: 'isProblem(response, 400)' }
  const needsItem = route.kind === 'item' || (route.kind === 'singular' && route.method !== 'POST')
  if (needsItem) return withItem(service, route, () => plan)
  const stored = storeParents(service, route)
  return stored && testOf(service, route, plan, keysOf(route, stored.parents), stored.seeds)
}

const MALFORMED = { headers: "{ 'content-type': 'application/json' }", payload: "'{'" }

/** Returns the test that requests an item that does not exist, or a path below such an item. */
function unknownItems(service: Service, routes: readonly Route[]): RouteTest[] {
  const route = routes.find(({ method }) => method === 'GET')
  if (route === undefined) return []
  const where = route.param === null ? 'below' : 'of'
  const plan = { title: `GET ${where} an unknown item returns 404`, check: 'isProblem(response, 404)' }
  if (route.param !== null) {
    const stored = storeParents(service, route)
    if (stored === null) return []
    const keys = keysOf(route, stored.parents)
    return [
      testOf(service, route, plan, (param) => keys(param) ?? unknownKey(service, route.model), stored.seeds),
    ]
  }
  const [first] = route.parents
  return first === undefined ? [] : [testOf(service, route, plan, () => unknownKey(service, first.model))]
}

/** Returns a key that no item of a model has in tests. */
function unknownKey(service: Service, model: string): string {
  const type = keyTypeOf(service, model)
  if (type === 'id_field' && service.engine === 'svc_mongodb') return 'ffffffffffffffffffffffff'
  if (type === 'small_integer') return '32100'
  return isNumeric(type) ? '987654321' : 'unknown'
}

function attributeTests(service: Service, route: Route): readonly Test[] {
  const { attribute, model: id } = route
  const field = fieldOf(modelOf(service, id), attribute)
  if (field === undefined) return []
  if (route.method === 'OPTIONS') return [optionsTest(service, route)]
  const check = field.type === 'list' ? 'isListField(response)' : 'isDictField(response)'
  if (route.method === 'GET')
    return [withItem(service, route, () => ({ title: `GET returns ${field.name}`, check }))]
  if (hasWriteRule(modelOf(service, id), field.name)) return []
  return [
    withItem(service, route, (item) => ({
      title: `POST changes ${field.name}`,
      check,
      ...attributeChange(item, field),
    })),
  ]
}

/** Returns a function that returns the code for the key in a path parameter. */
export function keysOf(
  route: Pick<Route, 'parents' | 'param'>,
  seeds: readonly Seed[],
): (param: string) => string | undefined {
  const params = [...route.parents.map(({ param }) => param), ...(route.param === null ? [] : [route.param])]
  return (param) => {
    const seed = seeds[params.indexOf(param)]
    return seed === undefined ? undefined : `\${${seed.key()}}`
  }
}

import type { Route, Service } from '../../ir/index.js'
import { verdictOn } from '../../access/verdict.js'
import { modelOf } from '../../ir/lookup.js'
import { literal } from '../literal.js'
import { withArticle } from '../../naming/phrases.js'
import { canLogIn, usesTokens } from './access.js'
import { canMake, creationBody } from './make.js'
import { requestOf } from './requests.js'
import { RouteTests } from './routes.js'
import { ifCertain } from './rows.js'
import { bodyOf, RowTable } from './table.js'

/**
 * Returns the route whose handler the example test calls: one that creates an item or, if no such route has a handler,
 * one that reads a page. Returns undefined if there is none.
 */
export function exampleRoute(service: Service): Route | undefined {
  const atRoot = service.routes.filter(
    (route) =>
      route.kind === 'collection' &&
      route.parents.length === 0 &&
      handlerOf(route) !== '' &&
      urlOf(service, route) !== null,
  )
  return (
    atRoot.find((route) => route.action === 'create' && creationOf(service, route) !== null) ??
    atRoot.find(({ action }) => action === 'index')
  )
}

/** Returns the name of the first handler of a route, or an empty string if it has none. */
export function handlerOf({ handlers: { before, after } }: Route): string {
  return before[0] ?? after[0] ?? ''
}

/** Returns the view for `test/handlers.example.test.ts`, a test that users can use as a starting point. */
export function exampleView(service: Service, route: Route): object {
  const name = handlerOf(route)
  const isCreate = route.action === 'create'
  const isBefore = route.handlers.before.length > 0
  const file = service.handlers.find((handler) => handler.name === name)?.file ?? ''
  const creation = isCreate ? creationOf(service, route) : null
  const user = userFor(service, route)
  return {
    user,
    name: literal(name),
    aloneTitle: literal(`${name} runs when called directly`),
    file: literal(file.replace(/^src\//, '../src/').replace(/\.ts$/, '.js')),
    tag: literal(`${isBefore ? 'before' : 'after'}_${route.action}`),
    // The parts of the event with which the test calls the handler directly.
    parts: [
      ...(creation === null ? [] : [`fields: ${creation.fields}`]),
      ...(isBefore ? [] : [`response: ${creation?.fields ?? '{ count: 0, data: [] }'}`]),
      ...(user === false ? [] : [`user: await make.${user}(items)`]),
      'models: items',
    ].join(', '),
    sets: isCreate && isBefore,
    hasResponse: !isBefore,
    title: literal(
      `${name} runs when ${isCreate ? `${withArticle(route.model)} is created` : 'a page is read'}`,
    ),
    method: route.method,
    url: literal(urlOf(service, route) ?? ''),
    payload: creation?.payload ?? false,
    status: creation?.status ?? 200,
    type: literal(route.model),
  }
}

/**
 * Returns the function that stores a user who is allowed to use a route, so that the handler has a caller. Returns
 * false if tests cannot log in, if not every user has access, or if rules restrict fields or rows.
 */
function userFor(service: Service, route: Route): string | false {
  const { auth } = service
  if (auth === null || route.model === auth.model || !canLogIn(service, auth)) return false
  // The test does not replace your functions.
  if (usesTokens(service)) return false
  if (route.accepts?.length === 0 || verdictOn(route, { kind: 'authenticated' }, service).kind !== 'allow')
    return false
  const { visibility, writeRules, rowRules } = modelOf(service, route.model)
  const isRestricted = visibility.authenticated !== null || writeRules !== undefined || rowRules !== undefined
  if (isRestricted) return false
  return canMake(service, auth.model) ? modelOf(service, auth.model).names.var : false
}

/**
 * Returns the literals of a request that creates an item and is valid even if no other items exist, with the fields of the
 * item. Returns null if no such request can be generated.
 */
function creationOf(service: Service, route: Route) {
  const row = creationBody(service, route.model)
  const table = new RowTable(service)
  const test = new RouteTests(table, route).usual()
  const isAlone = 'path' in test && test.rows === undefined && test.headers === undefined
  if (row === null || !isAlone || typeof test.body !== 'object') return null
  return {
    fields: literal(bodyOf(table, row)),
    payload: literal(test.body),
    status: Number(test.status),
  }
}

/** Returns the URL of a request, or null if no values of its parameters are certain to be valid. */
function urlOf(service: Service, route: Route): string | null {
  return ifCertain(() => requestOf(service, route, () => undefined, { title: '', status: 200 }).path)
}

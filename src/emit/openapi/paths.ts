import type { Action, Json, Model, Route, Service } from '../../ir/index.js'
import { camelCase, pascalCase } from '../../naming/words.js'
import { UniqueNames } from '../../naming/unique.js'
import { compareText } from '../../naming/order.js'
import { modelOf, routesAt } from '../../ir/lookup.js'
import { attributeExchange } from './operations/attribute-exchanges.js'
import { authPaths, callerRoutes } from './operations/auth-paths.js'
import { exchangeOf, pathParameters } from './operations/exchanges.js'
import { isObject, type JsonObject, present } from './json.js'
import { errorStatuses, problemAnswers } from './operations/problems.js'
import { routeSecurity } from './security.js'

/** Returns all paths of a service without its base path, sorted, including those of authentication. */
export function pathItems(service: Service): JsonObject {
  const ofAuth = authPaths(service)
  const routes = [...service.routes, ...callerRoutes(service)]
  const ids = operationIds(routes)
  const paths = [...new Set([...Object.keys(ofAuth), ...ids.keys()])].toSorted(compareText)
  return Object.fromEntries(
    paths.map((path) => [path, pathItem(service, path, ids.get(path) ?? [], ofAuth[path])]),
  )
}

/** Returns the operation IDs by path, in the order of its routes. */
function operationIds(routes: readonly Route[]): ReadonlyMap<string, readonly string[]> {
  const names = new UniqueNames()
  const ids = new Map<string, string[]>()
  for (const { path, method } of routes) {
    const others = ids.get(path) ?? []
    ids.set(path, others)
    others.push(names.take(method.toLowerCase() + path.split('/').map(segmentWord).join('')))
  }
  return ids
}

/** Returns a path item: an operation for each method. */
function pathItem(
  service: Service,
  path: string,
  ids: readonly string[],
  ofAuth: Json | undefined,
): JsonObject {
  const routes = [
    ...routesAt(service, path),
    ...(isObject(ofAuth) ? callerRoutes(service).filter((route) => route.path === path) : []),
  ]
  const own = routes.map((route, index) => [
    route.method.toLowerCase(),
    operation(service, route, ids[index] ?? ''),
  ])
  return { ...(isObject(ofAuth) ? ofAuth : {}), ...Object.fromEntries(own) }
}

function operation(service: Service, route: Route, operationId: string): JsonObject {
  const model = modelOf(service, route.model)
  const { parameters, requestBody, answers } =
    route.kind === 'attribute' ? attributeExchange(service, route) : exchangeOf(service, route)
  const all = [...pathParameters(service, route), ...parameters]
  return present({
    operationId,
    tags: [model.names.type],
    summary: summary(route, model),
    description: route.description ?? undefined,
    security: routeSecurity(service, route),
    parameters: all.length === 0 ? undefined : all,
    requestBody,
    responses: { ...answers, ...problemAnswers(errorStatuses(service, route)) },
  })
}

/** Returns a word of an operation ID: for `GET /users/{username}/stories`, the ID is `getUsersByUsernameStories`. */
function segmentWord(segment: string): string {
  return pascalCase(camelCase(segment.startsWith('{') ? `by-${segment.slice(1, -1)}` : segment))
}

const SUMMARIES: Readonly<Record<Action, string>> = {
  index: 'List items',
  create: 'Create one or many',
  update_many: 'Update many',
  delete_many: 'Delete many',
  collection_options: 'Get the methods of the collection',
  show: 'Get one',
  update: 'Update one',
  replace: 'Replace one',
  delete: 'Delete one',
  item_options: 'Get the methods of the item',
}

function summary({ kind, action, attribute, method }: Route, { names }: Model): string {
  if (kind !== 'attribute') return `${names.type}: ${SUMMARIES[action].toLowerCase()}`
  return `${names.type}: ${method === 'POST' ? 'change' : 'get'} ${attribute}`
}

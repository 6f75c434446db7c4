import type { CustomAction, Json, Route, Service } from '../../ir/index.js'
import { camelCase, pascalCase } from '../../naming/words.js'
import { UniqueNames } from '../../naming/unique.js'
import { compareText } from '../../naming/order.js'
import { summaryOf } from '../route-summary.js'
import { actionsAt, modelOf, routesAt } from '../../ir/lookup.js'
import { actionOperation, parameterOf } from './operations/action-operations.js'
import { authPaths, callerActions, callerRoutes } from './operations/auth-paths.js'
import { exchangeOf, pathParameters } from './operations/exchanges.js'
import { isObject, type JsonObject, present } from '../json.js'
import { componentKey } from './references.js'
import { errorStatuses, problemReferences } from './operations/problems.js'
import { routeSecurity } from './security.js'

/** Returns all paths of a service, sorted and without the base path. Includes the authentication routes. */
export function pathItems(service: Service): JsonObject {
  const ofAuth = authPaths(service)
  const routes = [...service.routes, ...callerRoutes(service), ...service.actions, ...callerActions(service)]
  const ids = operationIds(routes)
  const paths = [...new Set([...Object.keys(ofAuth), ...ids.keys()])].toSorted(compareText)
  return Object.fromEntries(
    paths.map((path) => [path, pathItem(service, path, ids.get(path) ?? [], ofAuth[path])]),
  )
}

function operationIds(routes: readonly (Route | CustomAction)[]): ReadonlyMap<string, readonly string[]> {
  const names = new UniqueNames()
  const ids = new Map<string, string[]>()
  for (const { path, method } of routes) {
    const others = ids.get(path) ?? []
    ids.set(path, others)
    others.push(names.take(method.toLowerCase() + path.split('/').map(segmentWord).join('')))
  }
  return ids
}

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
  const actions = [
    ...actionsAt(service, path),
    ...(isObject(ofAuth) ? callerActions(service).filter((action) => action.path === path) : []),
  ]
  const own = [
    ...routes.map((route, index) => [
      route.method.toLowerCase(),
      operation(service, route, ids[index] ?? ''),
    ]),
    ...actions.map((action, index) => [
      action.method.toLowerCase(),
      actionOperation(service, action, ids[routes.length + index] ?? ''),
    ]),
  ]
  return { ...(isObject(ofAuth) ? ofAuth : {}), ...Object.fromEntries(own) }
}

function operation(service: Service, route: Route, operationId: string): JsonObject {
  const model = modelOf(service, route.model)
  const { parameters, requestBody, responses } = exchangeOf(service, route)
  const all = [...pathParameters(service, route), ...withDeclared(parameters, route)]
  return present({
    operationId,
    tags: [model.names.type],
    summary: summaryOf(service, route),
    description: route.description ?? undefined,
    security: routeSecurity(service, route),
    parameters: all.length === 0 ? undefined : all,
    requestBody,
    responses: { ...responses, ...problemReferences(errorStatuses(service, route)) },
  })
}

/**
 * Adds the declared parameters of a route to its other parameters. Declared parameters replace others with the same
 * name.
 */
function withDeclared(parameters: readonly JsonObject[], { parameters: declared = [] }: Route): JsonObject[] {
  const names = new Set(declared.map(({ name }) => componentKey(name)))
  const left = parameters.filter(({ $ref: target }) => {
    const name = typeof target === 'string' ? (target.split('/').at(-1) ?? '') : ''
    return !names.has(name.slice(name.indexOf('.') + 1))
  })
  return [...left, ...declared.map((parameter) => parameterOf(parameter, 'query'))]
}

/**
 * Returns the part of an operation ID that represents a path segment. The ID of `GET /users/{username}/stories` is
 * `getUsersByUsernameStories`.
 */
function segmentWord(segment: string): string {
  return pascalCase(camelCase(segment.replaceAll(/\{([^{}]*)\}/g, '-by-$1')))
}

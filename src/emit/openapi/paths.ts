import type { Contract, CustomAction, Route, Service } from '../../ir/index.js'
import { camelCase, pascalCase } from '../../naming/words.js'
import { UniqueNames } from '../../naming/unique.js'
import { sortedBy } from '../../naming/order.js'
import { summaryOf } from '../../naming/route-summary.js'
import { modelOf } from '../../ir/lookup.js'
import { actionOperation, parameterOf, serversOf, writtenPath } from './operations/action-operations.js'
import { authPaths, callerActions, callerRoutes } from './operations/auth-paths.js'
import { parametersFor } from './operations/query-parameters.js'
import { exchangeOf, pathParameters } from './operations/exchanges.js'
import { componentKey } from './references.js'
import { errorStatuses, problemReferences } from './operations/problems.js'
import { routeSecurity } from './security.js'
import { type JsonObject, objectOf, present, unlessEmpty } from '../../ir/json.js'

/** Returns all paths of a service, sorted and without the base path. Includes the authentication routes. */
export function pathItems(service: Service): JsonObject {
  const names = new UniqueNames()
  const items = new Map(Object.entries(authPaths(service)).map(([path, item]) => [path, objectOf(item)]))
  const add = ({ path, method }: Route | CustomAction, operationOf: (id: string) => JsonObject): void => {
    const verb = method.toLowerCase()
    const id = names.take(verb + path.split('/').map(segmentWord).join(''))
    const shown = documentedPath(path)
    items.set(shown, { ...items.get(shown), [verb]: operationOf(id) })
  }
  const documentedPath = pathsOf(service)
  for (const route of service.routes)
    add(route, (id) =>
      route.contract === undefined
        ? routeOperation(service, route, id)
        : present({
            servers: serversOf(route),
            parameters:
              route.contract.queries &&
              parametersFor(service, modelOf(service, route.model), route.contract.queries),
            responses: undeclaredProblems(service, route, route.contract),
          }),
    )
  for (const route of callerRoutes(service))
    add(route, (id) => {
      const { path, acl, contract } = route
      return contract === undefined
        ? routeOperation(service, route, id)
        : actionOperation(service, { ...contract.operation, path, acl, uriParameters: [] }, id)
    })
  for (const action of [...service.actions, ...callerActions(service)])
    add(action, (id) => actionOperation(service, action, id))
  return Object.fromEntries(sortedBy(items, ([path]) => path))
}

/**
 * Returns a function that returns a path with the names of parameters as declared. Paths at which models have routes
 * have the names of these routes.
 */
function pathsOf({ routes, actions }: Service): (path: string) => string {
  const shared = new Set(routes.map(({ path }) => path))
  const written = new Map(
    actions
      .filter(({ path }) => !shared.has(path))
      .map((action) => [action.path, writtenPath(action)] as const),
  )
  return (path) => written.get(path) ?? path
}

/** Returns the errors of a route that answers as the document declares, apart from those that have declared statuses. */
function undeclaredProblems(service: Service, route: Route, { errors: declared }: Contract): JsonObject {
  const { errors = [] } = exchangeOf(service, route)
  const problems = problemReferences([...errorStatuses(service, route), ...errors])
  const statuses = declared?.statuses ?? {}
  return Object.fromEntries(Object.entries(problems).filter(([status]) => !Object.hasOwn(statuses, status)))
}

/** Returns the operation of a route whose contract follows from its model. */
export function routeOperation(service: Service, route: Route, operationId: string): JsonObject {
  const model = modelOf(service, route.model)
  const { parameters, requestBody, responses, errors = [] } = exchangeOf(service, route)
  const all = [...pathParameters(service, route), ...withDeclared(parameters, route)]
  return present({
    operationId,
    tags: [model.id],
    summary: summaryOf(service, route),
    description: route.description ?? undefined,
    deprecated: route.deprecated,
    'x-deprecated-at': route.deprecatedAt,
    'x-sunset': route.sunset,
    servers: serversOf(route),
    security: routeSecurity(service, route),
    parameters: unlessEmpty(all),
    requestBody,
    responses: { ...responses, ...problemReferences([...errorStatuses(service, route), ...errors]) },
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

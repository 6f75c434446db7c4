import type { Action, Model, Route, Service } from '../../ir/index.js'
import { camelCase, pascalCase } from '../../naming/words.js'
import { UniqueNames } from '../../naming/unique.js'
import { compareText } from '../../naming/order.js'
import { groupBy } from '../views/shared.js'
import { modelOf } from '../traced.js'
import { attributeExchange } from './attribute-exchanges.js'
import { authPaths, callerRoutes } from './auth-paths.js'
import { exchangeOf } from './exchanges.js'
import type { JsonObject } from './json.js'
import { present } from './json.js'
import { pathParameters } from './path-parameters.js'
import { problemAnswers } from './problems.js'
import { routeSecurity } from './security.js'
import { errorStatuses } from './statuses.js'

/** A path, and of what its item is made. */
export interface PathGiven {
  readonly path: string
  /** What authentication has there. */
  readonly ofAuth: JsonObject
  readonly operations: readonly { readonly operationId: string; readonly route: Route }[]
}

/** All paths of a service without its base path, sorted; those of authentication included. */
export function paths(service: Service): readonly PathGiven[] {
  const ofAuth = authPaths(service)
  const routes = [...service.routes, ...callerRoutes(service)]
  const ids = new UniqueNames()
  const byPath = groupBy(routes, ({ path }) => path)
  const words = new Map([...byPath.keys()].map((path) => [path, wordsOf(path)]))
  const idOf = new Map(
    routes.map((route) => [route, ids.take(camelCase(route.method) + words.get(route.path))]),
  )
  return [...new Set([...Object.keys(ofAuth), ...byPath.keys()])].toSorted(compareText).map((path) => ({
    path,
    ofAuth: Object(ofAuth[path]),
    operations: (byPath.get(path) ?? []).map((route) => ({ operationId: idOf.get(route) ?? '', route })),
  }))
}

/** What stands at a path: an operation for each method. */
export function pathItem(service: Service, { ofAuth, operations }: PathGiven): JsonObject {
  const own = operations.map(({ operationId, route }) => [
    route.method.toLowerCase(),
    operation(service, route, operationId),
  ])
  return { ...ofAuth, ...Object.fromEntries(own) }
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

/** `/users/{username}/stories` → `UsersByUsernameStories`, of which with `GET` the operation `getUsersByUsernameStories` is named. */
function wordsOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? `by-${segment.slice(1, -1)}` : segment))
    .map((word) => pascalCase(camelCase(word)))
    .join('')
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

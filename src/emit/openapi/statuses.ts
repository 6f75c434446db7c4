import type { Action, Route, Service } from '../../ir/index.js'
import type { ErrorStatus } from './problems.js'
import { canAuthenticate } from './security.js'

/** What any operation may come to. */
const ALWAYS: readonly ErrorStatus[] = [400, 429, 500, 503]

/** Statuses beside those that any operation, and any with a body, may come to (SPEC 6). */
const OF_ACTION: Readonly<Record<Action, readonly ErrorStatus[]>> = {
  index: [],
  create: [409],
  update_many: [409],
  delete_many: [409],
  collection_options: [],
  show: [],
  update: [409, 412],
  replace: [409, 412],
  delete: [409, 412],
  item_options: [],
}

/** The statuses of errors that a route may answer, in order. */
export function errorStatuses(service: Service, route: Route): readonly ErrorStatus[] {
  const onCollection = route.kind === 'collection' && route.parents.length === 0
  const statuses = new Set<ErrorStatus>([
    ...ALWAYS,
    ...(canAuthenticate(service) ? ([401, 403] as const) : []),
    ...(onCollection || route.method === 'OPTIONS' ? [] : ([404] as const)),
    ...(route.method === 'GET' ? ([405] as const) : ([413, 415] as const)),
    ...(route.kind === 'attribute' && route.method === 'POST' ? ([409] as const) : []),
    ...(route.kind === 'attribute' ? [] : OF_ACTION[route.action]),
  ])
  return [...statuses].toSorted((a, b) => a - b)
}

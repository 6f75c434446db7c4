import type { Action, Route, Service } from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import { actionChecks } from './actions.js'
import { hasAuthTests } from './access.js'

/** The view for `test/generated/checks.ts`: the response checks that the service's tests need. */
export interface ChecksView {
  readonly options: boolean
  readonly document: boolean
  readonly created: boolean
  readonly page: boolean
  readonly list: boolean
  readonly change: boolean
  readonly added: boolean
  readonly changed: boolean
  readonly deleted: boolean
  readonly message: boolean
  readonly listField: boolean
  readonly dictField: boolean
  readonly problem: boolean
  readonly notAllowed: boolean
  readonly rejected: boolean
  readonly ownDocument: boolean
  readonly token: boolean
  readonly ofType: boolean
}
type Check = keyof ChecksView

/** The checks that are called, directly or indirectly, by the tests for an action. */
const CHECKS: Readonly<Record<Action, readonly Check[]>> = {
  index: ['page', 'list', 'ofType'],
  create: ['created', 'document', 'list', 'ofType', 'added'],
  update_many: ['change', 'changed'],
  delete_many: ['change', 'deleted'],
  collection_options: ['options'],
  show: ['document', 'ofType'],
  update: ['document', 'ofType', 'changed'],
  replace: ['document', 'ofType', 'changed'],
  delete: ['message', 'deleted'],
  item_options: ['options'],
}

/** Returns the checks that are called by the tests for routes and authentication. */
export function checksView(service: Service): ChecksView {
  const checks = new Set<Check>([
    ...service.routes.flatMap((route) => routeChecks(service, route)),
    ...actionChecks(service),
    ...authChecks(service),
  ])
  return {
    options: checks.has('options'),
    document: checks.has('document'),
    created: checks.has('created'),
    page: checks.has('page'),
    list: checks.has('list'),
    change: checks.has('change'),
    added: checks.has('added'),
    changed: checks.has('changed'),
    deleted: checks.has('deleted'),
    message: checks.has('message'),
    listField: checks.has('listField'),
    dictField: checks.has('dictField'),
    problem: checks.has('problem'),
    notAllowed: checks.has('notAllowed'),
    rejected: checks.has('rejected'),
    ownDocument: checks.has('ownDocument'),
    token: checks.has('token'),
    ofType: checks.has('ofType'),
  }
}

/**
 * Returns the checks for an action, and the checks for unsupported methods and invalid requests, which every path
 * needs.
 */
function routeChecks(service: Service, route: Route): readonly Check[] {
  const ofAction = route.attribute === null ? CHECKS[route.action] : attributeChecks(service, route)
  return ['problem', 'notAllowed', ...ofAction]
}

function attributeChecks(service: Service, { method, model, attribute }: Route): readonly Check[] {
  if (method === 'OPTIONS') return ['options']
  const field = modelOf(service, model).fields.find(({ name }) => name === attribute)
  return [
    field?.type === 'list' ? 'listField' : 'dictField',
    ...(method === 'POST' ? (['changed'] as const) : []),
  ]
}

function authChecks(service: Service): readonly Check[] {
  const { auth } = service
  if (auth === null || !hasAuthTests(service, auth)) return []
  return [
    'ownDocument',
    'ofType',
    'problem',
    ...(auth.ticket === null ? [] : (['message'] as const)),
    ...(auth.apiKey === null ? [] : (['token'] as const)),
  ]
}

import type { Action, ActionMethod, Route, Service } from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import { fieldOf } from '../shared.js'
import { hasAuthTests } from './access.js'

/** The checks of responses and of what is stored. */
const CHECKS = [
  'options',
  'document',
  'created',
  'page',
  'list',
  'change',
  'added',
  'changed',
  'deleted',
  'message',
  'listField',
  'dictField',
  'problem',
  'notAllowed',
  'rejected',
  'ownDocument',
  'token',
  'ofType',
] as const

type Check = (typeof CHECKS)[number]

/** The checks that are called, directly or indirectly, by the tests for an action. */
const CHECKS_OF: Readonly<Record<Action, readonly Check[]>> = {
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

/** Returns the view for `test/generated/checks.ts`: which checks the service's tests call. */
export function checksView(service: Service): object {
  const called = new Set<Check>([
    ...service.routes.flatMap((route) => routeChecks(service, route)),
    ...service.actions.flatMap(({ method }) => actionChecks(method)),
    ...authChecks(service),
  ])
  return Object.fromEntries(CHECKS.map((check) => [check, called.has(check)]))
}

/**
 * Returns the checks for an action, and the checks for unsupported methods and invalid requests, which every path
 * needs.
 */
function routeChecks(service: Service, route: Route): readonly Check[] {
  const ofAction = route.attribute === null ? CHECKS_OF[route.action] : attributeChecks(service, route)
  return ['problem', 'notAllowed', ...ofAction]
}

function attributeChecks(service: Service, { method, model, attribute }: Route): readonly Check[] {
  if (method === 'OPTIONS') return ['options']
  const field = fieldOf(modelOf(service, model), attribute)
  return [
    field?.type === 'list' ? 'listField' : 'dictField',
    ...(method === 'POST' ? (['changed'] as const) : []),
  ]
}

function actionChecks(method: ActionMethod): readonly Check[] {
  if (method === 'OPTIONS') return ['problem', 'notAllowed', 'options']
  return ['problem', 'notAllowed', ...(method === 'HEAD' ? (['rejected'] as const) : [])]
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

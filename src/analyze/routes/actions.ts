import { type Action, type Method, METHODS, type Permission, type RouteKind } from '../../ir/index.js'
import { permissionOf } from '../actions/custom-action.js'

export interface Operation {
  readonly method: Method
  readonly action: Action
  readonly permission: Permission
}

type Actions = Readonly<Partial<Record<Method, Action>>>

const ITEM: Actions = {
  GET: 'show',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
  OPTIONS: 'item_options',
}

const ACTIONS: Readonly<Record<RouteKind, Actions>> = {
  collection: {
    GET: 'index',
    POST: 'create',
    PUT: 'update_many',
    PATCH: 'update_many',
    DELETE: 'delete_many',
    OPTIONS: 'collection_options',
  },
  item: ITEM,
  singular: { ...ITEM, POST: 'create' },
  attribute: { GET: 'show', POST: 'update', OPTIONS: 'item_options' },
}

export function operationOf(kind: RouteKind, verb: string): Operation | undefined {
  const method = METHODS.find((name) => name === verb.toUpperCase())
  const action = method && ACTIONS[kind][method]
  return action && { method, action, permission: permissionOf(method, action === 'update') }
}

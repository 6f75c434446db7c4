import type { Action, Method, Permission, RouteKind } from '../../ir/index.js'

export interface Operation {
  readonly method: Method
  readonly action: Action
  readonly permission: Permission
}

const OPERATIONS: Readonly<Record<RouteKind, readonly Operation[]>> = {
  collection: [
    { method: 'GET', action: 'index', permission: 'view' },
    { method: 'POST', action: 'create', permission: 'create' },
    { method: 'PUT', action: 'update_many', permission: 'update' },
    { method: 'PATCH', action: 'update_many', permission: 'update' },
    { method: 'DELETE', action: 'delete_many', permission: 'delete' },
    { method: 'OPTIONS', action: 'collection_options', permission: 'options' },
  ],
  item: [
    { method: 'GET', action: 'show', permission: 'view' },
    { method: 'PUT', action: 'replace', permission: 'update' },
    { method: 'PATCH', action: 'update', permission: 'update' },
    { method: 'DELETE', action: 'delete', permission: 'delete' },
    { method: 'OPTIONS', action: 'item_options', permission: 'options' },
  ],
  singular: [
    { method: 'GET', action: 'show', permission: 'view' },
    { method: 'POST', action: 'create', permission: 'create' },
    { method: 'PUT', action: 'replace', permission: 'update' },
    { method: 'PATCH', action: 'update', permission: 'update' },
    { method: 'DELETE', action: 'delete', permission: 'delete' },
    { method: 'OPTIONS', action: 'item_options', permission: 'options' },
  ],
  attribute: [
    { method: 'GET', action: 'show', permission: 'view' },
    { method: 'POST', action: 'update', permission: 'update' },
    { method: 'OPTIONS', action: 'item_options', permission: 'options' },
  ],
}

export function operationOf(kind: RouteKind, verb: string): Operation | undefined {
  const wanted = verb.toUpperCase()
  return OPERATIONS[kind].find(({ method }) => method === wanted)
}

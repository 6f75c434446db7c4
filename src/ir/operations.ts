import type { Action } from './event.js'
import { type Method, METHODS, type Permission, type RouteKind } from './route.js'

export interface Operation {
  readonly method: Method
  readonly action: Action
  readonly permission: Permission
  /** What it does, for the documentation. OPTIONS is described separately. */
  readonly does?: string
}

/** The methods of each kind of route. */
export const OPERATIONS = {
  collection: [
    { method: 'GET', action: 'index', permission: 'view', does: 'list' },
    { method: 'POST', action: 'create', permission: 'create', does: 'create one, or a JSON array of items' },
    { method: 'PUT', action: 'update_many', permission: 'update', does: 'set fields of all selected items' },
    { method: 'PATCH', action: 'update_many', permission: 'update', does: 'change all selected items' },
    { method: 'DELETE', action: 'delete_many', permission: 'delete', does: 'delete all selected items' },
    { method: 'OPTIONS', action: 'collection_options', permission: 'options' },
  ],
  item: [
    { method: 'GET', action: 'show', permission: 'view', does: 'show' },
    { method: 'PUT', action: 'replace', permission: 'update', does: 'replace' },
    { method: 'PATCH', action: 'update', permission: 'update', does: 'merge' },
    { method: 'DELETE', action: 'delete', permission: 'delete', does: 'delete' },
    { method: 'OPTIONS', action: 'item_options', permission: 'options' },
  ],
  singular: [
    { method: 'GET', action: 'show', permission: 'view', does: 'show' },
    { method: 'POST', action: 'create', permission: 'create', does: 'create' },
    { method: 'PUT', action: 'replace', permission: 'update', does: 'replace' },
    { method: 'PATCH', action: 'update', permission: 'update', does: 'merge' },
    { method: 'DELETE', action: 'delete', permission: 'delete', does: 'delete' },
    { method: 'OPTIONS', action: 'item_options', permission: 'options' },
  ],
  attribute: [
    { method: 'GET', action: 'show', permission: 'view', does: 'show' },
    { method: 'POST', action: 'update', permission: 'update', does: 'add and remove entries' },
    { method: 'OPTIONS', action: 'item_options', permission: 'options' },
  ],
} as const satisfies Readonly<Record<RouteKind, readonly Operation[]>>

/** The actions of a kind of route, other than those of OPTIONS. */
export type ActionOf<Kind extends RouteKind> = Exclude<
  (typeof OPERATIONS)[Kind][number],
  { readonly method: 'OPTIONS' }
>['action']

/** The actions that `x-operation` names, and what routes call them. */
const NAMED_ACTIONS: Readonly<Record<string, Action>> = {
  list: 'index',
  create: 'create',
  show: 'show',
  replace: 'replace',
  update: 'update',
  delete: 'delete',
}

/** The values of `x-operation` other than `own`. */
export const OPERATION_NAMES: readonly string[] = [
  ...Object.keys(NAMED_ACTIONS),
  'update_many',
  'delete_many',
]

export function isOperationName(name: string): boolean {
  return OPERATION_NAMES.includes(name)
}

/** Returns whether `x-operation` names an operation on a collection or on an item; null if it names neither. */
export function kindOf(name: string | null): 'collection' | 'item' | null {
  if (name === null || !Object.hasOwn(NAMED_ACTIONS, name)) return null
  return name === 'list' || name === 'create' ? 'collection' : 'item'
}

/** Returns the operation that `x-operation` names, with another method than usual, or undefined if the path has none. */
export function namedOperation(kind: RouteKind, verb: string, name: string | null): Operation | undefined {
  const method = METHODS.find((each) => each === verb.toUpperCase())
  const action = name !== null && Object.hasOwn(NAMED_ACTIONS, name) ? NAMED_ACTIONS[name] : undefined
  const operations: readonly Operation[] = OPERATIONS[kind]
  const found = operations.find((each) => each.action === action)
  return found === undefined || method === undefined ? undefined : { ...found, method }
}

export function operationOf(kind: RouteKind, verb: string): Operation | undefined {
  const wanted = verb.toUpperCase()
  const operations: readonly Operation[] = OPERATIONS[kind]
  return operations.find(({ method }) => method === wanted)
}

import type { CustomAction, Permission, Route, Service } from '../ir/index.js'
import { stemOf } from '../../templates/runtime/spec/paths.js'
import { routesAtStem } from '../ir/lookup.js'

/** A permission that a route requires, and where the rules for it come from. */
interface RequiredPermission {
  readonly permission: Permission
  /** ID of the ACL. */
  readonly acl: string
  readonly side: 'collection' | 'item'
  /** The path of the item on which the permission is required, or null if the route itself serves the item. */
  readonly on: string | null
}

/** The path of a route, and the steps to its item. */
type ItemPath = Pick<Route, 'path' | 'parents' | 'acl'>

/**
 * Returns the permissions that a request needs: `view` on each parent, `view` on the item of an attribute
 * that has its own ACL, and the permissions of the route itself. OPTIONS does not read any items.
 */
export function requiredPermissions(
  service: Pick<Service, 'routes'>,
  route: Route | CustomAction,
): readonly RequiredPermission[] {
  const own = permissionsOf(route).map((permission): RequiredPermission => ({
    permission,
    acl: route.acl,
    side: ruleSide(route),
    on: null,
  }))
  if (route.permission === 'options') return own
  const { path, acl } = route
  const parents = 'parents' in route ? route.parents : (route.item?.parents ?? [])
  const above = parents.map((_, index): RequiredPermission => ({
    permission: 'view',
    acl: aclOfParent(service, { path, parents, acl }, index),
    side: 'item',
    on: pathOfParent({ path, parents }, index),
  }))
  const item = 'attribute' in route ? aclOfAttributeItem(service, route) : null
  if (item === null) return [...above, ...own]
  return [...above, { permission: 'view', acl: item, side: 'item', on: itemPath(route) }, ...own]
}

/**
 * Returns the permissions that a route requires. There is always at least one. A custom action that changes an item
 * also requires `view`.
 */
export function permissionsOf(
  route: Pick<Route, 'permission'> | Pick<CustomAction, 'permission' | 'item'>,
): readonly Permission[] {
  const { permission } = route
  const isChange = permission !== 'view' && permission !== 'options'
  return 'item' in route && route.item !== null && isChange ? ['view', permission] : [permission]
}

/** Returns the permissions that a route requires, as text. A PUT that creates its item also needs `create` then. */
export function permissionText(route: Route | CustomAction): string {
  const text = permissionsOf(route).join(', ')
  return 'createHandlers' in route && route.createHandlers !== undefined
    ? `${text}; create for a new item`
    : text
}

/**
 * Returns which rules apply to a route: the collection rules or the item rules. A singular sub-resource is
 * not an item until it has been created.
 */
export function ruleSide({
  kind,
  method,
}: Pick<Route, 'kind'> & Pick<CustomAction, 'method'>): 'collection' | 'item' {
  return kind === 'collection' || (kind === 'singular' && method === 'POST') ? 'collection' : 'item'
}

/** Returns the ID of the ACL for the parent at `index`, which is the route's own ACL if no route serves the parent. */
export function aclOfParent(service: Pick<Service, 'routes'>, route: ItemPath, index: number): string {
  return aclAt(service, pathOfParent(route, index)) ?? route.acl
}

/** Returns the ID of the ACL of an attribute's item if it differs from the attribute's ACL, otherwise null. */
export function aclOfAttributeItem(
  service: Pick<Service, 'routes'>,
  route: Pick<Route, 'path' | 'kind' | 'acl'>,
): string | null {
  const acl = route.kind === 'attribute' ? aclAt(service, itemPath(route)) : undefined
  return acl === undefined || acl === route.acl ? null : acl
}

/**
 * Returns the part of the path that leads to the parent at `index`. A parent without a parameter, which is a singular
 * sub-resource, is one segment below its own parent.
 */
function pathOfParent({ path, parents }: Pick<ItemPath, 'path' | 'parents'>, index: number): string {
  const param = parents[index]?.param ?? null
  if (param !== null) return path.slice(0, path.indexOf(`{${param}}`) + param.length + 2)
  const above = pathOfParent({ path, parents }, index - 1)
  const [segment = ''] = path.slice(above.length + 1).split('/')
  return `${above}/${segment}`
}

function itemPath({ path }: Pick<Route, 'path'>): string {
  const stem = stemOf(path)
  return stem.slice(0, stem.lastIndexOf('/'))
}

function aclAt(service: Pick<Service, 'routes'>, path: string): string | undefined {
  return routesAtStem(service, path)[0]?.acl
}

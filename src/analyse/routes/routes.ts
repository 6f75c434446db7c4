import type { Collector } from '../../diagnostics/collector.js'
import { ALLOW_AUTHENTICATED, ALLOW_EVERYONE, METHODS, type Model, type Route } from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { compareText } from '../../naming/order.js'
import type { Api, Method, Resource } from '../../raml/api.js'
import type { Span } from '../../source/span.js'
import { operationOf } from './actions.js'
import { hasPlainEnd, type Reason, reportSkipped, type Skipped } from '../models/documentation-only.js'
import type { Declarations } from '../models/declarations.js'
import { locationOf } from '../location.js'
import { nodesBelow, type PathNode, placeOfNode } from './path-tree.js'
import { type Gap, isPlace, type Place, placeAt, routePath } from './places.js'
import type { FailedLink } from '../relations/links.js'
import { levelsAt, type Security, securityOf } from '../security/secured-by.js'

/** The inputs of routes. */
export interface RouteSource {
  readonly api: Api
  readonly tree: PathNode
  readonly declarations: Declarations
  readonly models: readonly Model[]
  readonly failed: readonly FailedLink[]
  readonly collector: Collector
}

/** A route with the spans of its method and resource. Handlers are added later. */
export type PlacedRoute = Omit<Route, 'handlers'> & { readonly at: Span; readonly resourceAt: Span }

/**
 * Returns all routes, sorted by path and method (SPEC 1.2, 6, 9). Reports documentation-only resources in one warning, subresources
 * without a relationship, and unsupported methods.
 */
export function routesOf(source: RouteSource): readonly PlacedRoute[] {
  const { tree, declarations, collector, failed } = source
  const models = new Map(source.models.map((model) => [model.id, model]))
  const places = new Map<PathNode, Place | Gap>([[tree, { kind: 'prefix' }]])
  const reasons = new Map<PathNode, Reason>()
  const skipped: Skipped[] = documentation(tree, { kind: 'bare' })
  const routes: PlacedRoute[] = []
  for (const node of nodesBelow(tree)) {
    const above = (node.parent && places.get(node.parent)) ?? { kind: 'documentation' as const }
    const refused = declarations.skipped.get(node)
    const found = placeAt(node, above, { models, named: declarations.named })
    const place = refused === undefined ? found : ({ kind: 'documentation' } as const)
    places.set(node, place)
    if (isPlace(place)) {
      routes.push(...routesAt(node, place, source))
      continue
    }
    const inherited = (node.parent && reasons.get(node.parent)) ?? { kind: 'bare' as const }
    const gap = isReported(node, above, failed)
      ? { kind: 'reported' as const }
      : gapReason(node, place, models, failed, collector)
    const reason = refused ?? gap ?? inherited
    reasons.set(node, reason)
    skipped.push(...documentation(node, reason))
  }
  const { left, duplicates } = withoutDuplicates(routes)
  for (const [route, first] of duplicates) {
    if (hasPlainEnd(models.get(route.model))) skipped.push(skippedDuplicate(route))
    else reportDuplicate(route, first, collector)
  }
  reportSkipped(skipped, collector)
  return left.sort(
    (a, b) => compareText(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
  )
}

function routesAt(node: PathNode, place: Place, source: RouteSource): readonly PlacedRoute[] {
  const unsupported: { readonly verb: string; readonly at: Span }[] = []
  const { path } = routePath(node)
  const above = levelsAt(node, source.api)
  const routes = node.resources.flatMap((resource) =>
    resource.methods.flatMap((method) => {
      const made = routeAt(path, place, resource, method, securityOf(method, above, source.api))
      const isHead = method.verb === 'head' && resource.methods.some(({ verb }) => verb === 'get')
      if (made === null && !isHead) unsupported.push({ verb: method.verb, at: method.verbAt })
      return made === null ? [] : [made]
    }),
  )
  for (const { verb, at } of unsupported) {
    const message = `${verb.toUpperCase()} is not supported on the ${KINDS[place.kind]} "${node.path}"; it is ignored`
    source.collector.report('SVC4020', { message, at })
  }
  return routes
}

const KINDS = {
  collection: 'collection',
  item: 'item',
  singular: 'singular subresource',
  attribute: 'field',
} as const

function routeAt(
  path: string,
  place: Place,
  resource: Resource,
  method: Method,
  { authenticated, accepts, acl }: Security,
): PlacedRoute | null {
  const operation = operationOf(place.kind, method.verb)
  if (operation === undefined) return null
  return {
    id: `${operation.method} ${path}`,
    method: operation.method,
    path,
    kind: place.kind,
    action: operation.action,
    permission: operation.permission,
    model: place.model,
    param: place.param,
    attribute: place.attribute,
    parents: place.parents,
    acl: acl ?? (authenticated ? ALLOW_AUTHENTICATED : ALLOW_EVERYONE),
    authenticated,
    accepts,
    displayName: resource.displayName,
    description: method.description,
    loc: locationOf(method.verbAt),
    at: method.verbAt,
    resourceAt: resource.pathAt,
  }
}

/** Keeps the first of the routes whose paths differ only in parameter names or `{mediaTypeExtension}`. */
function withoutDuplicates(routes: readonly PlacedRoute[]): {
  readonly left: PlacedRoute[]
  readonly duplicates: readonly (readonly [route: PlacedRoute, first: PlacedRoute])[]
} {
  const first = new Map<string, PlacedRoute>()
  const duplicates: [PlacedRoute, PlacedRoute][] = []
  for (const route of routes) {
    const duplicate = first.get(route.id)
    if (duplicate === undefined) first.set(route.id, route)
    else duplicates.push([route, duplicate])
  }
  return { left: [...first.values()], duplicates }
}

function skippedDuplicate({ path, at, method }: PlacedRoute): Skipped {
  return { path, at, reason: { kind: 'unsupported', why: `its ${method} is a duplicate` } }
}

function reportDuplicate(route: PlacedRoute, first: PlacedRoute, collector: Collector): void {
  collector.report('SVC4022', {
    message: `Duplicate route "${route.id}"`,
    at: route.at,
    related: [{ message: 'First declared here', at: first.at }],
    help: 'Remove one of the routes; the names of parameters do not distinguish paths',
  })
}

function documentation({ path, resources }: PathNode, reason: Reason): Skipped[] {
  return resources
    .filter(({ methods }) => methods.length > 0)
    .map(({ pathAt }) => ({ path: path || '/', at: pathAt, reason }))
}

/** Returns whether the segment names an invalid relationship of its parent item, which has been reported. */
function isReported({ segment }: PathNode, above: Place | Gap, failed: readonly FailedLink[]): boolean {
  if (segment?.kind !== 'static' || !isPlace(above)) return false
  const isCalled = (name: string | null) => name !== null && looseKey(name) === looseKey(segment.text)
  return failed.some(
    ({ from, field, to, backref }) =>
      (from === above.model && isCalled(field)) || ((to === above.model || to === null) && isCalled(backref)),
  )
}

/** Returns why a segment that names a model has no routes. Reports an error if the models have `_db_settings`. */
function gapReason(
  node: PathNode,
  gap: Gap,
  models: ReadonlyMap<string, Model>,
  failed: readonly FailedLink[],
  collector: Collector,
): Reason | null {
  if (gap.kind === 'back-reference')
    return { kind: 'unsupported', why: 'a back-reference is part of its item' }
  if (gap.kind !== 'unrelated' && gap.kind !== 'ambiguous') return null
  const { owner, model } = gap
  if (failed.some(({ from, to }) => from === owner || to === owner)) return { kind: 'reported' }
  if (hasPlainEnd(models.get(owner), models.get(model))) {
    return { kind: 'unsupported', why: `there is no relationship between ${owner} and ${model}` }
  }
  const at = placeOfNode(node)
  if (gap.kind === 'unrelated') {
    const message = `Nested collection "${node.path}" requires a relationship between ${owner} and ${model}`
    collector.report('SVC4018', {
      message,
      at,
      help: `Add a relationship to ${model} in the schema of ${owner}`,
    })
  } else {
    const message = `Ambiguous path "${node.path}"; it matches the relationships ${gap.ends.join(', ')} of ${owner}`
    const help = `Name the segment after the relationship, as in "/${gap.ends[0] ?? ''}"`
    collector.report('SVC4019', { message, at, help })
  }
  return { kind: 'reported' }
}

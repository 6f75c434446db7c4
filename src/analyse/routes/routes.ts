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

/** What routes are made from. */
export interface RouteSource {
  readonly api: Api
  readonly tree: PathNode
  readonly declarations: Declarations
  readonly models: readonly Model[]
  readonly failed: readonly FailedLink[]
  readonly collector: Collector
}

/** A route, with the places of its method and of its resource. Handlers are added later. */
export type PlacedRoute = Omit<Route, 'handlers'> & { readonly at: Span; readonly resourceAt: Span }

/**
 * All routes, in the order of path, then method (SPEC 1.2, 6, 9). What only documents is told of in one warning; sub-resources without a
 * relationship and methods without a meaning are reported.
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
  const { left, twins } = withoutTwins(routes)
  for (const [route, first] of twins) {
    if (hasPlainEnd(models.get(route.model))) skipped.push(twinOf(route))
    else reportTwin(route, first, collector)
  }
  reportSkipped(skipped, collector)
  return left.sort(
    (a, b) => compareText(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
  )
}

function routesAt(node: PathNode, place: Place, source: RouteSource): readonly PlacedRoute[] {
  const idle: { readonly verb: string; readonly at: Span }[] = []
  const { path } = routePath(node)
  const above = levelsAt(node, source.api)
  const routes = node.resources.flatMap((resource) =>
    resource.methods.flatMap((method) => {
      const made = routeAt(path, place, resource, method, securityOf(method, above, source.api))
      const isHead = method.verb === 'head' && resource.methods.some(({ verb }) => verb === 'get')
      if (made === null && !isHead) idle.push({ verb: method.verb, at: method.verbAt })
      return made === null ? [] : [made]
    }),
  )
  for (const { verb, at } of idle) {
    const message = `${verb.toUpperCase()} means nothing at "${node.path}", which is ${KINDS[place.kind]}, and is skipped`
    source.collector.report('SVC4020', { message, at })
  }
  return routes
}

const KINDS = {
  collection: 'a collection',
  item: 'an item',
  singular: 'a singular sub-resource',
  attribute: 'a field of an item',
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

/** Paths that differ in the names of their parameters alone, or in `{mediaTypeExtension}`, are one: the first of its routes is kept. */
function withoutTwins(routes: readonly PlacedRoute[]): {
  readonly left: PlacedRoute[]
  readonly twins: readonly (readonly [route: PlacedRoute, first: PlacedRoute])[]
} {
  const first = new Map<string, PlacedRoute>()
  const twins: [PlacedRoute, PlacedRoute][] = []
  for (const route of routes) {
    const twin = first.get(route.id)
    if (twin === undefined) first.set(route.id, route)
    else twins.push([route, twin])
  }
  return { left: [...first.values()], twins }
}

function twinOf({ path, at, method }: PlacedRoute): Skipped {
  return { path, at, reason: { kind: 'unfit', why: `its ${method} is there already` } }
}

function reportTwin(route: PlacedRoute, first: PlacedRoute, collector: Collector): void {
  collector.report('SVC4022', {
    message: `"${route.id}" is there twice`,
    at: route.at,
    related: [{ message: 'The other one is here', at: first.at }],
    help: 'Parameters at one place are the same, whatever their names; remove one of the two',
  })
}

function documentation({ path, resources }: PathNode, reason: Reason): Skipped[] {
  return resources
    .filter(({ methods }) => methods.length > 0)
    .map(({ pathAt }) => ({ path: path || '/', at: pathAt, reason }))
}

/** Tells whether the segment is called as a relationship of the item above that was reported. */
function isReported({ segment }: PathNode, above: Place | Gap, failed: readonly FailedLink[]): boolean {
  if (segment?.kind !== 'static' || !isPlace(above)) return false
  const isCalled = (name: string | null) => name !== null && looseKey(name) === looseKey(segment.text)
  return failed.some(
    ({ from, field, to, backref }) =>
      (from === above.model && isCalled(field)) || ((to === above.model || to === null) && isCalled(backref)),
  )
}

/** Why nothing stands here although a model is named; an error where the models have `_db_settings`. */
function gapReason(
  node: PathNode,
  gap: Gap,
  models: ReadonlyMap<string, Model>,
  failed: readonly FailedLink[],
  collector: Collector,
): Reason | null {
  if (gap.kind === 'back-reference')
    return { kind: 'unfit', why: 'a back-reference is read with the item itself' }
  if (gap.kind !== 'unrelated' && gap.kind !== 'ambiguous') return null
  const { owner, model } = gap
  if (failed.some(({ from, to }) => from === owner || to === owner)) return { kind: 'reported' }
  if (hasPlainEnd(models.get(owner), models.get(model))) {
    return { kind: 'unfit', why: `no relationship links ${owner} and ${model}` }
  }
  const at = placeOfNode(node)
  if (gap.kind === 'unrelated') {
    const message = `"${node.path}" is nested, but no relationship links ${owner} and ${model}`
    collector.report('SVC4018', {
      message,
      at,
      help: `Add a relationship to ${model} in the schema of ${owner}`,
    })
  } else {
    const message = `"${node.path}" may be any of the relationships ${gap.ends.join(', ')} of ${owner}`
    const help = `Call the segment as the relationship, as in "/${gap.ends[0] ?? ''}"`
    collector.report('SVC4019', { message, at, help })
  }
  return { kind: 'reported' }
}

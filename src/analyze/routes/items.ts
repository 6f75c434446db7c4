import { type ActionItem, CALLER_KEY, type Model, kindOf } from '../../ir/index.js'
import { byNearness } from '../../ir/lookup.js'
import { compareText } from '../../naming/order.js'
import type { PathNode } from '../resources/path-tree.js'
import {
  type Gap,
  isRouteTarget,
  lookupAt,
  methodParam,
  type RouteTarget,
  type TargetSource,
} from './route-targets.js'
import type { RouteSource } from './source.js'

/**
 * Returns the paths of items that their URLs have, as they are declared, by model. Operations, not only lists, have the path of an
 * item.
 */
export function itemPaths(
  targets: ReadonlyMap<PathNode, RouteTarget | Gap>,
  { users, declarations }: RouteSource,
): ReadonlyMap<string, string> {
  const at = [...targets].flatMap(([node, target]) => {
    const known = isRouteTarget(target) ? target : { kind: 'item' as const, parents: [] }
    const place = { ...known, path: node.path }
    const methods = node.resources.flatMap((resource) => resource.methods.filter(({ isAction }) => !isAction))
    const isItem = isRouteTarget(target) && target.kind !== 'collection' && target.kind !== 'attribute'
    // `x-operation` can say that the path of something else is that of an item.
    const named = methods.filter(
      ({ bulk, item }) => item !== CALLER_KEY && (kindOf(bulk) === 'item' || item !== null),
    )
    return [
      ...(isItem && methods.length > 0 ? [{ ...place, model: target.model, isFixed: false }] : []),
      ...named.flatMap((method) => {
        const model = declarations.modelOf(method)
        return model === null ? [] : [{ ...place, model, isFixed: method.item !== null }]
      }),
    ]
  })
  const sorted = at.toSorted(
    (a, b) => Number(b.isFixed) - Number(a.isFixed) || byNearness(b, a) || compareText(b.path, a.path),
  )
  // The last one counts.
  const own = users === null ? [] : [[users, '/users/self'] as const]
  return new Map([...own, ...sorted.map(({ model, path }) => [model, path] as const)])
}

/** Returns an item, or null if `x-scope` names fields that no operation stores, because all of them are functions. */
export function selectable(item: ActionItem | null, models: ReadonlyMap<string, Model>): ActionItem | null {
  const model = item && models.get(item.parents[0]?.model ?? item.model)
  const isKnown = (field: string): boolean =>
    model?.fields.some(({ name }) => name === field) === true ||
    model?.relations.some(({ name }) => name === field) === true
  return item?.scope?.every(({ field }) => isKnown(field)) === false ? null : item
}

/** Returns the item that a node represents or is nested below, if any. */
export function itemAt(
  node: PathNode,
  targets: ReadonlyMap<PathNode, RouteTarget | Gap>,
  source: Pick<TargetSource, 'lookupOf'>,
): ActionItem | null {
  const target = targets.get(node)
  if (target !== undefined && isRouteTarget(target) && target.kind !== 'collection') {
    return actionItem(target, target.param)
  }
  if (node.parent === null) return null
  const param = methodParam(node)
  const collection = param === null ? undefined : targets.get(node.parent)
  return collection !== undefined && isRouteTarget(collection) && collection.kind === 'collection'
    ? actionItem({ ...collection, ...lookupAt(node, collection, source) }, param)
    : itemAt(node.parent, targets, source)
}

function actionItem({ model, parents, scope, lookup }: RouteTarget, param: string | null): ActionItem {
  const kind = param === null ? 'singular' : 'item'
  return {
    kind,
    model,
    param,
    ...(lookup === undefined ? {} : { lookup }),
    parents,
    ...(scope.length === 0 ? {} : { scope }),
  }
}

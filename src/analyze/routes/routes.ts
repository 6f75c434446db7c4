import type { Model, Shape } from '../../ir/index.js'
import { componentModel } from '../../naming/model-names.js'
import { CustomActions, named, type SpannedAction, type UnnamedAction } from '../actions/custom-action.js'
import { componentDocument } from '../contract/component-document.js'
import type { ContractSource } from '../contract/source.js'
import {
  hasPlainModel,
  type Reason,
  reportNotStored,
  reportPlainBodies,
  type Unstored,
} from '../models/not-stored.js'
import { propertyNamedBy } from '../models/inferred-key.js'
import { nodesBelow, type PathNode } from '../resources/path-tree.js'
import { type Gap, isRouteTarget, type RouteTarget, targetAt } from './route-targets.js'
import { lookupsIn, reportUnreachable } from './lookups.js'
import { reportUnselected } from './unselected-paths.js'
import { keyNamedAt } from '../resources/scopes.js'
import { distinct, duplicate, reportDuplicate, sorted } from './duplicates.js'
import { gapReason, isReported, unstoredAt } from './gaps.js'
import { itemAt, itemPaths, selectable } from './items.js'
import { addOperations, describesResults, isOperation } from './operations.js'
import { shapeSource } from './shapes.js'
import type { Found, Needs, RouteSource, SpannedRoute, UnnamedRoute } from './source.js'

/**
 * Returns the operations that models serve and all others, the custom actions, sorted by path and method. Reports
 * resources that no model can serve.
 */
export function routingOf(source: RouteSource) {
  const { tree, declarations, collector, failed } = source
  const models = new Map(source.models.map((model) => [model.id, model]))
  const lookupOf = lookupsIn(source.api, models, collector)
  const targetSource = { models, named: declarations.named, lookupOf }
  const root = targetAt(tree, { kind: 'documentation' }, targetSource)
  const targets = new Map<PathNode, RouteTarget | Gap>([[tree, root]])
  const reasons = new Map<PathNode, Reason>()
  const unstored: Unstored[] = []
  const found: Found = { routes: [], actions: [], plain: [], lacks: new Map() }
  const needs: Needs = { nesting: new Map(), shown: new Map(), listFilters: [], errorBodies: [] }
  const declaresSchemas = describesResults(source.api, declarations)
  for (const node of nodesBelow(tree)) {
    const above = (node.parent && targets.get(node.parent)) ?? { kind: 'documentation' as const }
    const isRefused = declarations.skipped.has(node) || namesNothing(node, above, source, models)
    targets.set(node, isRefused ? { kind: 'documentation' } : targetAt(node, above, targetSource))
  }
  reportUnreachable(targets, models, collector)
  const paths = itemPaths(targets, source)
  const pathOf = (model: string): string | undefined => paths.get(model)
  const context = { ...source, needs, declaresSchemas, lookupOf, pathOf }
  const custom = new CustomActions(source.api, collector)
  addOperations(
    tree,
    isRouteTarget(root) ? root : null,
    { item: null, itemAbove: null },
    found,
    custom,
    context,
  )
  for (const node of nodesBelow(tree)) {
    const above = (node.parent && targets.get(node.parent)) ?? { kind: 'documentation' as const }
    const refused = declarations.skipped.get(node)
    const target = targets.get(node) ?? { kind: 'documentation' as const }
    const items = {
      item: selectable(itemAt(node, targets, targetSource), models),
      itemAbove: node.parent && selectable(itemAt(node.parent, targets, targetSource), models),
    }
    if (isRouteTarget(target)) {
      addOperations(node, target, items, found, custom, context)
      continue
    }
    const inherited = (node.parent && reasons.get(node.parent)) ?? { kind: 'bare' as const }
    const gap = isReported(node, above, failed)
      ? { kind: 'reported' as const }
      : gapReason(node, target, models, failed, source)
    if (source.api.components !== null && target.kind === 'back-reference')
      for (const method of node.resources.flatMap(({ methods }) => methods))
        found.lacks.set(method.verbAt, {
          message: `concerns the item to which "${target.end}" refers`,
          line: '',
        })
    const reason = refused ?? gap ?? inherited
    reasons.set(node, reason)
    if (reason.kind === 'reported') continue
    addOperations(node, null, items, found, custom, context)
    if ((refused ?? gap)?.kind === 'unsupported' && !isOperation(node, items.item))
      unstored.push(...unstoredAt(node, reason))
  }
  if (source.api.components !== null)
    for (const [at, lack] of reportUnselected(targets, declarations, models, collector))
      found.lacks.set(at, lack)
  const { basePath } = source.api
  const routes = distinct(found.routes, basePath)
  for (const [route, first] of routes.duplicates) {
    if (hasPlainModel(models.get(route.model))) unstored.push(duplicate(route))
    else reportDuplicate(route, first, collector)
  }
  const actions = distinct(found.actions, basePath, found.routes)
  unstored.push(...actions.duplicates.map(([action]) => duplicate(action)))
  reportNotStored(unstored, collector)
  reportPlainBodies(found.plain, collector)
  return {
    ...withNames(routes.left, actions.left),
    ...needs,
    documents: ownDocuments(routes.left, { ...source, pathOf, needs }),
    lacks: found.lacks,
  }
}

/**
 * Returns what documents contain, by model, if no operation says it: those of components that only functions of the user's
 * return, or that only other documents contain.
 */
function ownDocuments(
  routes: readonly UnnamedRoute[],
  source: RouteSource & Pick<ContractSource, 'pathOf'> & { readonly needs: Needs },
): ReadonlyMap<string, Shape> {
  const { api, declarations, models } = source
  // Operations without a contract return svcgen's own documents.
  const isShown = (id: string): boolean =>
    routes.some(
      ({ model, action, contract }) =>
        model === id &&
        (contract === undefined || (contract.returnsComponent === true && action !== 'delete')),
    )
  const documents = new Map<string, Shape>()
  for (const name of api.components?.used.keys() ?? []) {
    const id = componentModel(name)
    const model = declarations.models.has(id) ? models.find((each) => each.id === id) : undefined
    if (model === undefined || isShown(id)) continue
    const shape = componentDocument(name, model, shapeSource(source))
    if (shape !== null) documents.set(id, shape)
  }
  return documents
}

/**
 * Returns whether the parameter at the end of a path with operations, such as `/roads/{ids}`, names no property of the items
 * that the collection above contains, so that the path is not that of an item.
 */
function namesNothing(
  node: PathNode,
  above: RouteTarget | Gap,
  { api, declarations }: Pick<RouteSource, 'api' | 'declarations'>,
  models: ReadonlyMap<string, Model>,
): boolean {
  const { segment, parent, resources } = node
  if (api.components === null || segment?.kind !== 'parameter' || keyNamedAt(node) !== null) return false
  const model = isRouteTarget(above) && above.kind === 'collection' ? models.get(above.model) : undefined
  const schema = model && declarations.models.get(model.id)?.schema
  if (model === undefined || schema === undefined || schema.keyName !== null) return false
  const collection = parent?.segment?.kind === 'static' ? parent.segment.text : ''
  return (
    resources.some(({ methods }) => methods.length > 0) &&
    propertyNamedBy({ name: segment.name, collection, property: null }, model.id, model.fields) === undefined
  )
}

function withNames(
  routes: readonly UnnamedRoute[],
  actions: readonly UnnamedAction[],
): { readonly routes: readonly SpannedRoute[]; readonly actions: readonly SpannedAction[] } {
  const contracts = routes.flatMap(({ contract }) => (contract === undefined ? [] : [contract.operation]))
  const all = named([...actions, ...contracts])
  const operations = new Map(all.slice(actions.length).map((operation) => [operation.id, operation]))
  return {
    actions: sorted(all.slice(0, actions.length)),
    routes: sorted(
      routes.map(({ contract, ...route }): SpannedRoute => {
        const operation = contract && operations.get(contract.operation.id)
        if (contract === undefined || operation === undefined) return route
        const { at: _at, resourceAt: _resourceAt, ...declared } = operation
        return { ...route, contract: { ...contract, operation: declared } }
      }),
    ),
  }
}

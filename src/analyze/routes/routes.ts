import { Collector } from '../../diagnostics/collector.js'
import {
  type Action,
  ACTION_METHODS,
  type ActionItem,
  CALLER_KEY,
  type Model,
  isOperationName,
  kindOf,
  OPERATION_NAMES,
  namedOperation,
  operationOf,
  type Relation,
  type Route,
  type Secured,
  type Shape,
  successes,
} from '../../ir/index.js'
import { byNearness, pathShape } from '../../ir/lookup.js'
import { looseKey } from '../../naming/loose-match.js'
import { componentModel } from '../../naming/model-names.js'
import { compareText } from '../../naming/order.js'
import { singularOf } from '../../naming/plural.js'
import type { Api, Method, Resource } from '../../api/api.js'
import type { Span } from '../../source/span.js'
import {
  CustomActions,
  named,
  reportPermission,
  type SpannedAction,
  type UnnamedAction,
} from '../actions/custom-action.js'
import { parametersOf } from '../actions/parameters.js'
import type { ListFilter } from '../contract/parameters/source.js'
import { componentDocument } from '../contract/component-document.js'
import { contractOf } from '../contract/contract.js'
import { type ContractSource, type Lack, OwnOperation, type UnnamedContract } from '../contract/source.js'
import { type ErrorBody, errorsOf } from '../contract/errors.js'
import { reportDeclaredParts } from './declared-parts.js'
import { isPartAbove, listAbove, ownLinking, ownSelection } from './own-operations.js'
import { reportOtherResponses } from './declared-responses.js'
import {
  hasPlainModel,
  type PlainBody,
  type Reason,
  reportNotStored,
  reportPlainBodies,
  type Unstored,
} from '../models/not-stored.js'
import { propertySchemas, requiredIn } from '../../schema/access-keys.js'
import type { Declarations } from '../models/declarations.js'
import { propertyNamedBy } from '../models/inferred-key.js'
import { resultsOf } from '../models/recognized.js'
import { locationOf } from '../location.js'
import { nodesBelow, type PathNode, withSlash, spanOfNode } from '../resources/path-tree.js'
import {
  type Gap,
  isRouteTarget,
  foundBy,
  lookupAt,
  methodParam,
  parametersTo,
  type RouteTarget,
  routePath,
  type TargetSource,
  scopeTo,
  targetAt,
} from './route-targets.js'
import { fixedItem } from './fixed-items.js'
import { lookupsIn, reportUnreachable } from './lookups.js'
import { ownRelationship, relationshipAt } from './relationships.js'
import { reportUnselected } from './unselected-paths.js'
import type { FailedLink } from '../models/models-by-name.js'
import { keyNamedAt } from '../resources/scopes.js'
import { levelsAt, securityOf } from '../resources/secured-by.js'
import { listed } from '../../naming/phrases.js'

export interface RouteSource {
  readonly api: Api
  readonly tree: PathNode
  readonly declarations: Declarations
  readonly models: readonly Model[]
  readonly relations: readonly Relation[]
  readonly failed: readonly FailedLink[]
  /** The auth model, if any, in which `password` is never shown. */
  readonly users: string | null
  readonly collector: Collector
}

/** A route with the spans of its method and resource. Handlers are added later. */
export type SpannedRoute = Omit<Route, 'handlers' | 'createHandlers'> & {
  readonly at: Span
  readonly resourceAt: Span
}

/** A route whose contract has no names yet, because they depend on the other operations. */
type UnnamedRoute = Omit<SpannedRoute, 'contract'> & { readonly contract?: UnnamedContract }

export type GuardedRoute = SpannedRoute | SpannedAction

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

/** Returns what the schemas of documents are compared with, and records the related items that documents contain. */
function shapeSource({
  api,
  models,
  relations,
  pathOf,
  needs: { nesting, shown },
}: Pick<RouteSource, 'api' | 'models' | 'relations'> &
  Pick<ContractSource, 'pathOf'> & { readonly needs: Needs }) {
  return {
    models: new Map(models.map((model) => [model.id, model])),
    relations,
    find: (name: string) => api.components?.used.get(name),
    basePath: api.basePath,
    pathOf,
    nest: (path: readonly Model[], relation: string) => {
      for (const [index, { id }] of path.entries()) {
        const known = nesting.get(id) ?? { names: new Set(), depth: 0 }
        if (index === path.length - 1) known.names.add(relation)
        nesting.set(id, { names: known.names, depth: Math.max(known.depth, path.length - index) })
      }
    },
    show: ({ id }: Model, relation: string) => {
      shown.set(id, new Set([...(shown.get(id) ?? []), relation]))
    },
  }
}

/**
 * Returns the paths of items that their URLs have, as they are declared, by model. Operations, not only lists, have the path of an
 * item.
 */
function itemPaths(
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

/** The relations that responses show as documents, and the number of levels below items of the model, by model. */
export type Nesting = Map<string, { readonly names: Set<string>; readonly depth: number }>

/** What the contracts of operations need beside their routes. */
interface Needs {
  readonly nesting: Nesting
  /** The relations that responses show, by model. */
  readonly shown: Map<string, Set<string>>
  /** The functions that select the items of lists. */
  readonly listFilters: ListFilter[]
  /** The bodies of errors that a function makes. */
  readonly errorBodies: ErrorBody[]
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

interface Found {
  readonly routes: UnnamedRoute[]
  readonly actions: UnnamedAction[]
  /** The operations that are custom actions only because their schemas have no `_db_settings`. */
  readonly plain: PlainBody[]
  /** What operations on paths of stored items lack so that the service answers them. */
  readonly lacks: Map<Span, Lack>
}

interface ItemsAt {
  /** The item that the node represents or is nested below. */
  readonly item: ActionItem | null
  /** The same of the node above. */
  readonly itemAbove: ActionItem | null
}

/** Adds the operations for a node: routes for the methods that `target` supports, and custom actions for all others. */
function addOperations(
  node: PathNode,
  at: RouteTarget | null,
  items: ItemsAt,
  found: Found,
  custom: CustomActions,
  {
    api,
    declarations,
    models,
    relations,
    users,
    needs,
    declaresSchemas,
    lookupOf,
    pathOf,
    collector,
  }: RouteSource &
    Pick<ContractSource, 'pathOf'> &
    Pick<TargetSource, 'lookupOf'> & { readonly needs: Needs; readonly declaresSchemas: boolean },
): void {
  for (const resource of node.resources) {
    const path = withSlash(routePath(node).path, resource, api.components !== null)
    const target = at && foundBy(at, node, resource, { lookupOf })
    const item = items.item && foundBy(items.item, node, resource, { lookupOf })
    const itemAbove = items.itemAbove && foundBy(items.itemAbove, node, resource, { lookupOf })
    const written = api.components === null ? path : resource.path
    for (const method of resource.methods) {
      if (method.verb === 'head' && resource.methods.some(({ verb }) => verb === 'get')) continue
      const security = securityOf(method, levelsAt(resource, node, api), api)
      const unstored = declarations.unstored.get(method)
      // A plain body in an OpenAPI document can be a part of an item, which its contract says.
      const isPart = unstored?.isPlain === true && api.components !== null
      const fixed = fixedItem(node, resource, method, security, { models, declarations, users, collector })
      const linked = api.components === null ? null : relationshipAt(node, method, item, models)
      const named = method.isAction
        ? null
        : (fixed?.target ??
          linked?.target ??
          namedTarget(method, node, target, { declarations, models, item, lookupOf }))
      const served = named ?? target
      const isAction =
        served === null || (named === null && unstored !== undefined && !isPart) || method.isAction
      const wanted = isAction ? null : routeAt({ path, written }, served, resource, method, security)
      const isBulk = api.components !== null && wanted !== null && BULK.has(wanted.action)
      const possible = isBulk && wanted.action !== method.bulk ? null : wanted
      if (method.bulk !== null && !method.isAction && (possible === null || !isOperationName(method.bulk)))
        reportUnknownOperation(method, written, declarations.modelOf(method), collector)
      if (possible === null && wanted !== null && method.kept['x-permission'] === undefined)
        reportBulk(wanted, collector)
      const operation = { node, resource, method, item, shows: declarations.modelOf(method), security }
      const declared =
        possible === null || api.components === null || !declaresResponse(method, declaresSchemas)
          ? null
          : ((fixed === null
              ? ownSelection(node, method, possible, declarations, { models, relations })
              : null) ??
            ownLinking(possible, { models, relations, declarations, collector }) ??
            declaredContract(possible, method, custom.of(operation), {
              fixedKey: fixed?.key ?? null,
              relationship: linked?.name ?? null,
              isSelection: isPartAbove(node, possible.model, declarations),
              api,
              models,
              relations,
              needs,
              declarations,
              pathOf,
              addLack: (lack) => {
                const known = found.lacks.get(method.verbAt)
                const message = known === undefined ? lack.message : `${known.message}; ${lack.message}`
                found.lacks.set(method.verbAt, { ...lack, ...known, message })
              },
              collector,
            }))
      const ownLinkage = api.components === null ? null : ownRelationship(node, method, item, models)
      if (ownLinkage !== null) found.lacks.set(method.verbAt, ownLinkage)
      if (declared instanceof OwnOperation) found.lacks.set(method.verbAt, declared.lack)
      const contract = declared instanceof OwnOperation ? null : declared
      // Without a contract, nothing says which item it is, or which part of it.
      const isOwn = contract === null && (declared !== null || isPart || fixed !== null || linked !== null)
      const route = isOwn ? null : possible
      if (route !== null) found.routes.push(contract === null ? route : { ...route, contract })
      if (route !== null && declared === null && api.components !== null) {
        reportOtherResponses(route, method, collector)
        const model = models.find(({ id }) => id === route.model)
        const password = route.model === users ? 'password' : null
        const schema = declarations.models.get(route.model)?.schema
        if (model !== undefined && schema !== undefined)
          reportDeclaredParts(route, method, { model, schema, password, collector })
      }
      for (const key of keysOfLists(method))
        if (route?.action !== 'index') reportNoList(key, method, written, collector)
      // A PUT that adds an item to those above does not find it there yet.
      const isAdding =
        method.verb === 'put' &&
        target !== null &&
        target.kind === 'item' &&
        listAbove(target, { models, relations }) !== null
      const caller = isAdding ? { ...operation, item: itemAbove } : operation
      const action = route === null ? withErrors(custom.of(caller), api, needs) : null
      if (action !== null) found.actions.push(action)
      reportPermission(method, route?.id ?? action?.id ?? written, action !== null, collector)
      if (action !== null && unstored?.declared === false && !isOperation(node, item))
        found.plain.push({ id: action.id, at: unstored.at })
    }
  }
}

/**
 * Returns what an operation serves if `x-operation` says what it does and its path does not, such as `PUT /pet` with the key
 * of the pet in the body. Returns null if the path has a parameter that would not select anything.
 */
function namedTarget(
  method: Method,
  node: PathNode,
  target: RouteTarget | null,
  {
    declarations,
    models,
    item,
    lookupOf,
  }: Pick<RouteSource, 'declarations' | 'models'> &
    Pick<TargetSource, 'lookupOf'> & { readonly item: ActionItem | null },
): RouteTarget | null {
  const kind = kindOf(method.bulk)
  if (kind === null || (target !== null && namedOperation(target.kind, method.verb, method.bulk))) return null
  const model = target?.model ?? declarations.modelOf(method)
  const known = models.find(({ id }) => id === model)
  if (known === undefined) return null
  const own = item?.model === known.id && kind !== 'collection' ? item : null
  const param = own?.param ?? routePath(node).param
  const parents = (own ?? target)?.parents ?? []
  const scope = scopeTo(node)
  const selecting = [...parents, ...scope].map((step) => step.param)
  const isSelecting = (name: string): boolean =>
    selecting.includes(name) || (kind !== 'collection' && name === param)
  if (!parametersTo(node).every(isSelecting)) return null
  return {
    kind,
    model: known.id,
    param: kind === 'collection' ? null : (param ?? known.key),
    ...(kind === 'collection' || own !== null
      ? {}
      : lookupAt(node, { model: known.id, parents, scope }, { lookupOf })),
    ...(own?.lookup === undefined ? {} : { lookup: own.lookup }),
    attribute: null,
    parents,
    scope,
  }
}

/** @param model the model that the operation's schemas name, or null */
function reportUnknownOperation(
  { bulk, verb, verbAt }: Method,
  path: string,
  model: string | null,
  collector: Collector,
): void {
  const operation = `${verb.toUpperCase()} ${path || '/'}`
  const isKnown = isOperationName(bulk ?? '')
  const reason =
    model === null
      ? 'neither its path nor its schemas say which stored component it serves'
      : `its path does not say which items of ${model} it serves`
  collector.report('SVC8073', {
    message: isKnown
      ? `"x-operation: ${bulk}" in ${operation} has no effect, because ${reason}`
      : `Unknown "x-operation: ${bulk}" in ${operation}`,
    at: verbAt,
    help:
      isKnown && model !== null
        ? 'Write "x-scope: <property>" next to the parameters that select items, or "x-operation: own"'
        : `Use ${listed([...OPERATION_NAMES, 'own'], 'or')}, with a stored component in the body or the response`,
  })
}

function keysOfLists({ takesQueries, sort }: Method): readonly string[] {
  return [...(takesQueries ? ['x-queries'] : []), ...(sort === null ? [] : ['x-sort'])]
}

function reportNoList(key: string, { verb, verbAt }: Method, path: string, collector: Collector): void {
  collector.report('SVC8073', {
    message: `"${key}" in ${verb.toUpperCase()} ${path || '/'} has no effect, because the operation is not a list of stored items`,
    at: verbAt,
    help: 'Remove it',
  })
}

/** Returns an operation with the declared responses to errors, which the service makes. */
function withErrors(
  action: UnnamedAction | null,
  { components }: Api,
  { errorBodies }: Needs,
): UnnamedAction | null {
  if (action === null || components === null) return action
  const errors = errorsOf(action.responses, {
    operation: action.operationId ?? `${action.method} ${action.path}`,
    at: action.at,
    find: (name) => components.used.get(name),
    addErrorBody: (body) => errorBodies.push(body),
  })
  const isEmpty = errors === undefined || Object.keys({ ...errors.statuses, ...errors.bodies }).length === 0
  return isEmpty ? action : { ...action, errors }
}

/** Returns whether an operation declares the body of its successful response, or that it has none. */
function declaresResponse({ responses, verb }: Method, declaresSchemas: boolean): boolean {
  const [success] = successes(responses)
  if (success === undefined) return false
  const [body] = success.bodies
  if (body !== undefined) return body.schema !== null
  return success.code === 204 || (verb !== 'get' && declaresSchemas)
}

/**
 * Returns whether a document describes what its operations on stored components return. In other documents, a response without
 * content is one that is not described.
 */
function describesResults({ resources, components }: Api, { modelOf }: Declarations): boolean {
  const inResource = ({ methods, resources: below }: Resource): boolean =>
    methods.some((method) => resultsOf(method).length > 0 && modelOf(method) !== null) ||
    below.some(inResource)
  return components !== null && resources.some(inResource)
}

function declaredContract(
  route: UnnamedRoute,
  { queryParameters, headers, takesQueries, sort, bulk }: Method,
  operation: UnnamedAction | null,
  {
    api,
    models,
    relations,
    needs,
    declarations,
    fixedKey,
    relationship,
    isSelection,
    pathOf,
    addLack,
    collector,
  }: Pick<RouteSource, 'api' | 'models' | 'relations' | 'declarations' | 'collector'> &
    Pick<ContractSource, 'addLack' | 'pathOf' | 'isSelection' | 'fixedKey' | 'relationship'> & {
      readonly needs: Needs
    },
): UnnamedContract | OwnOperation | null {
  if (operation === null) return null
  const schema = declarations.models.get(route.model)?.schema
  const { listFilters, errorBodies } = needs
  return contractOf(route, operation, {
    ...shapeSource({ api, models, relations, pathOf, needs }),
    placeOf: (name) =>
      [...queryParameters, ...headers].find((each) => each.name.toLowerCase() === name.toLowerCase())
        ?.nameAt ?? route.at,
    addFilter: (filter) => listFilters.push(filter),
    addErrorBody: (body) => errorBodies.push(body),
    isNamed: bulk !== null,
    fixedKey,
    relationship,
    isSelection,
    takesQueries,
    sort,
    addLack,
    optionalIn: (model) => {
      const [component] = [...api.schemas].filter(([name]) => componentModel(name) === model)
      const root = component?.[1].source.parse(new Collector()) ?? null
      if (root === null) return []
      const required = new Set(requiredIn(root, root))
      return [...propertySchemas(root, root).keys()].filter((name) => !required.has(name))
    },
    declares: (name) => schema?.properties.some((property) => property.name === name) === true,
    hasHandlers: (schema?.eventHandlers.length ?? 0) > 0,
    credentialIn: (name, place) => {
      const schemes = [...api.securitySchemes.values()].filter(({ inputs }) =>
        inputs.some((input) => input.in === place && input.name.toLowerCase() === name.toLowerCase()),
      )
      if (schemes.length === 0) return null
      return schemes.some((scheme) => route.accepts?.includes(`scheme:${scheme.name}`)) ? 'own' : 'other'
    },
    collector,
  })
}

/** Actions that change all items that a query selects, by default all items of the collection. */
const BULK: ReadonlySet<Action> = new Set(['update_many', 'delete_many'])

function reportBulk({ id, at, action }: UnnamedRoute, collector: Collector): void {
  collector.report('SVC8063', {
    message: `${id} is your own operation, because it could change every item of the collection`,
    at,
    help: `Write "x-operation: own" if a function of yours does something else, or "x-operation: ${action}" if it should change all items that its query selects`,
  })
}

/** Returns an item, or null if `x-scope` names fields that no operation stores, because all of them are functions. */
function selectable(item: ActionItem | null, models: ReadonlyMap<string, Model>): ActionItem | null {
  const model = item && models.get(item.parents[0]?.model ?? item.model)
  const isKnown = (field: string): boolean =>
    model?.fields.some(({ name }) => name === field) === true ||
    model?.relations.some(({ name }) => name === field) === true
  return item?.scope?.every(({ field }) => isKnown(field)) === false ? null : item
}

/** Returns the item that a node represents or is nested below, if any. */
function itemAt(
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

function routeAt(
  { path, written }: Readonly<Record<'path' | 'written', string>>,
  target: RouteTarget,
  resource: Resource,
  method: Method,
  security: Secured,
): UnnamedRoute | null {
  const operation =
    namedOperation(target.kind, method.verb, method.bulk) ?? operationOf(target.kind, method.verb)
  if (operation === undefined) return null
  const parameters = parametersOf(method.queryParameters, 'query')
  return {
    id: `${operation.method} ${written || '/'}`,
    method: operation.method,
    path,
    kind: target.kind,
    action: operation.action,
    permission: operation.permission,
    model: target.model,
    param: target.param,
    ...(target.lookup === undefined ? {} : { lookup: target.lookup }),
    attribute: target.attribute,
    parents: target.parents,
    ...(target.scope.length === 0 ? {} : { scope: target.scope }),
    ...security,
    ...method.versioned,
    ...(parameters.length === 0 ? {} : { parameters }),
    displayName: resource.displayName,
    description: method.description,
    loc: locationOf(method.verbAt),
    at: method.verbAt,
    resourceAt: resource.pathAt,
  }
}

type Operation = Pick<Route, 'path' | 'prefix' | 'id'> & { readonly method: SpannedAction['method'] }

/** Separates operations whose method and full path, without the names of parameters, occurred before or in `others`. */
function distinct<T extends Operation>(
  operations: readonly T[],
  basePath: string,
  others: readonly Operation[] = [],
): {
  readonly left: T[]
  readonly duplicates: readonly (readonly [operation: T, first: T])[]
} {
  const shapeOf = ({ method, prefix = basePath, path }: Operation): string =>
    pathShape(`${method} ${prefix}${path}`)
  const taken = new Set(others.map(shapeOf))
  const first = new Map<string, T>()
  const duplicates: [T, T][] = []
  for (const operation of operations) {
    const known = first.get(shapeOf(operation))
    if (known !== undefined || taken.has(shapeOf(operation))) duplicates.push([operation, known ?? operation])
    else first.set(shapeOf(operation), operation)
  }
  return { left: [...first.values()], duplicates }
}

function sorted<T extends Operation>(operations: readonly T[]): readonly T[] {
  return operations.toSorted(
    (a, b) =>
      compareText(a.path, b.path) || ACTION_METHODS.indexOf(a.method) - ACTION_METHODS.indexOf(b.method),
  )
}

function duplicate({ path, at, method }: Operation & { readonly at: Span }): Unstored {
  return { path, at, why: `its ${method} is a duplicate and is ignored`, cause: null }
}

function reportDuplicate(route: UnnamedRoute, first: UnnamedRoute, collector: Collector): void {
  collector.report('SVC4022', {
    message: `Duplicate route "${route.id}"`,
    at: route.at,
    related: [{ message: 'First declared here', at: first.at }],
    help: 'Remove one of the routes; parameter names do not distinguish paths',
  })
}

/**
 * Returns whether a node below an item is meant as an operation on the item, such as `POST /stories/{id}/publish`. A
 * node with a plural name or a GET is not, because it might represent stored items.
 */
function isOperation({ segment, resources }: PathNode, item: ActionItem | null): boolean {
  if (item === null || segment?.kind !== 'static' || singularOf(segment.text) !== segment.text) return false
  return !resources.some(({ methods }) => methods.some(({ verb }) => verb === 'get'))
}

function unstoredAt({ path, resources }: PathNode, reason: Reason): readonly Unstored[] {
  if (reason.kind !== 'unsupported') return []
  const [first] = resources.filter(({ methods }) => methods.length > 0)
  return first === undefined
    ? []
    : [{ path: path || '/', at: first.pathAt, why: reason.why, cause: reason.at ?? null }]
}

/** Returns whether a segment names an invalid relationship of its parent item, which has been reported. */
function isReported({ segment }: PathNode, above: RouteTarget | Gap, failed: readonly FailedLink[]): boolean {
  if (segment?.kind !== 'static' || !isRouteTarget(above)) return false
  const isCalled = (name: string | null) => name !== null && looseKey(name) === looseKey(segment.text)
  return failed.some(
    ({ from, field, to, backref }) =>
      (from === above.model && isCalled(field)) || ((to === above.model || to === null) && isCalled(backref)),
  )
}

/** Returns why a node that names a model or back-reference has no routes, or null for other nodes. */
function gapReason(
  node: PathNode,
  gap: Gap,
  models: ReadonlyMap<string, Model>,
  failed: readonly FailedLink[],
  { api, collector }: RouteSource,
): Reason | null {
  if (gap.kind !== 'back-reference' && gap.kind !== 'unrelated' && gap.kind !== 'ambiguous') return null
  // In an OpenAPI document, operations that svcgen does not recognize are those of the user.
  if (api.components !== null) return { kind: 'bare' }
  if (gap.kind === 'back-reference')
    return { kind: 'unsupported', why: 'a back-reference is part of its item, not a sub-resource' }
  const { owner, model } = gap
  if (failed.some(({ from, to }) => from === owner || to === owner)) return { kind: 'reported' }
  if (hasPlainModel(models.get(owner), models.get(model))) {
    return { kind: 'unsupported', why: `there is no relationship between ${owner} and ${model}` }
  }
  const at = spanOfNode(node)
  if (gap.kind === 'unrelated') {
    const message = `Nested collection "${node.path}" requires a relationship between ${owner} and ${model}`
    collector.report('SVC4018', {
      message,
      at,
      help: `Add a relationship to ${model} in the schema of ${owner}`,
    })
  } else {
    const message = `Ambiguous path "${node.path}"; it matches the relationships ${listed(gap.ends)} of ${owner}`
    const help = `Name the segment after the relationship, as in "/${gap.ends[0] ?? ''}"`
    collector.report('SVC4019', { message, at, help })
  }
  return { kind: 'reported' }
}

import { Collector } from '../../diagnostics/collector.js'
import {
  type Action,
  type ActionItem,
  isOperationName,
  kindOf,
  namedOperation,
  OPERATION_NAMES,
  operationOf,
  type Secured,
  successes,
} from '../../ir/index.js'
import { componentModel } from '../../naming/model-names.js'
import { singularOf } from '../../naming/plural.js'
import type { Api, Method, Resource } from '../../api/api.js'
import { CustomActions, reportPermission, type UnnamedAction } from '../actions/custom-action.js'
import { parametersOf } from '../actions/parameters.js'
import { contractOf } from '../contract/contract.js'
import { type ContractSource, OwnOperation, type UnnamedContract } from '../contract/source.js'
import { errorsOf } from '../contract/errors.js'
import { reportDeclaredParts } from './declared-parts.js'
import { isPartAbove, listAbove, ownLinking, ownSelection } from './own-operations.js'
import { reportOtherResponses } from './declared-responses.js'
import { propertySchemas, requiredIn } from '../../schema/access-keys.js'
import type { Declarations } from '../models/declarations.js'
import { resultsOf } from '../models/recognized.js'
import { locationOf } from '../location.js'
import { type PathNode, withSlash } from '../resources/path-tree.js'
import {
  foundBy,
  lookupAt,
  parametersTo,
  type RouteTarget,
  routePath,
  type TargetSource,
  scopeTo,
} from './route-targets.js'
import { fixedItem } from './fixed-items.js'
import { ownRelationship, relationshipAt } from './relationships.js'
import { levelsAt, securityOf } from '../resources/secured-by.js'
import { listed } from '../../naming/phrases.js'
import { shapeSource } from './shapes.js'
import type { Found, ItemsAt, Needs, RouteSource, UnnamedRoute } from './source.js'

/** What an operation belongs to: its path, and what the path stands for. */
interface Place {
  readonly node: PathNode
  readonly resource: Resource
  readonly path: string
  /** The path as the document contains it. */
  readonly written: string
  readonly target: RouteTarget | null
  readonly item: ActionItem | null
  readonly itemAbove: ActionItem | null
}

interface OperationSource
  extends RouteSource, Pick<ContractSource, 'pathOf'>, Pick<TargetSource, 'lookupOf'> {
  readonly needs: Needs
  readonly declaresSchemas: boolean
}

/** Adds the operations for a node: routes for the methods that `target` supports, and custom actions for all others. */
export function addOperations(
  node: PathNode,
  at: RouteTarget | null,
  items: ItemsAt,
  found: Found,
  custom: CustomActions,
  source: OperationSource,
): void {
  const { api, lookupOf } = source
  for (const resource of node.resources) {
    const path = withSlash(routePath(node).path, resource, api.components !== null)
    const place: Place = {
      node,
      resource,
      path,
      written: api.components === null ? path : resource.path,
      target: at && foundBy(at, node, resource, { lookupOf }),
      item: items.item && foundBy(items.item, node, resource, { lookupOf }),
      itemAbove: items.itemAbove && foundBy(items.itemAbove, node, resource, { lookupOf }),
    }
    for (const method of resource.methods) {
      if (method.verb === 'head' && resource.methods.some(({ verb }) => verb === 'get')) continue
      addOperation(method, place, found, custom, source)
    }
  }
}

function addOperation(
  method: Method,
  { node, resource, path, written, target, item, itemAbove }: Place,
  found: Found,
  custom: CustomActions,
  source: OperationSource,
): void {
  const { api, declarations, models, relations, users, needs, lookupOf, collector } = source
  const isOpenApi = api.components !== null
  const security = securityOf(method, levelsAt(resource, node, api), api)
  const unstored = declarations.unstored.get(method)
  // A plain body in an OpenAPI document can be a part of an item, which its contract says.
  const isPart = unstored?.isPlain === true && isOpenApi
  const fixed = fixedItem(node, resource, method, security, { models, declarations, users, collector })
  const linked = isOpenApi ? relationshipAt(node, method, item, models) : null
  const named = method.isAction
    ? null
    : (fixed?.target ??
      linked?.target ??
      namedTarget(method, node, target, { declarations, models, item, lookupOf }))
  const served = named ?? target
  const isAction = served === null || (named === null && unstored !== undefined && !isPart) || method.isAction
  const wanted = isAction ? null : routeAt({ path, written }, served, resource, method, security)
  const isBulk = isOpenApi && wanted !== null && BULK.has(wanted.action)
  const possible = isBulk && wanted.action !== method.bulk ? null : wanted
  if (method.bulk !== null && !method.isAction && (possible === null || !isOperationName(method.bulk)))
    reportUnknownOperation(method, written, declarations.modelOf(method), collector)
  if (possible === null && wanted !== null && method.kept['x-permission'] === undefined)
    reportBulk(wanted, collector)
  const operation = { node, resource, method, item, shows: declarations.modelOf(method), security }
  const declared =
    possible === null || !isOpenApi || !declaresResponse(method, source.declaresSchemas)
      ? null
      : ((fixed === null
          ? ownSelection(node, method, possible, declarations, { models, relations })
          : null) ??
        ownLinking(possible, { models, relations, declarations, collector }) ??
        declaredContract(possible, method, custom.of(operation), {
          ...source,
          fixedKey: fixed?.key ?? null,
          relationship: linked?.name ?? null,
          isSelection: isPartAbove(node, possible.model, declarations),
          addLack: (lack) => {
            const known = found.lacks.get(method.verbAt)
            const message = known === undefined ? lack.message : `${known.message}; ${lack.message}`
            found.lacks.set(method.verbAt, { ...lack, ...known, message })
          },
        }))
  const ownLinkage = isOpenApi ? ownRelationship(node, method, item, models) : null
  if (ownLinkage !== null) found.lacks.set(method.verbAt, ownLinkage)
  if (declared instanceof OwnOperation) found.lacks.set(method.verbAt, declared.lack)
  const contract = declared instanceof OwnOperation ? null : declared
  // Without a contract, nothing says which item it is, or which part of it.
  const isOwn = contract === null && (declared !== null || isPart || fixed !== null || linked !== null)
  const route = isOwn ? null : possible
  if (route !== null) found.routes.push(contract === null ? route : { ...route, contract })
  if (route !== null && declared === null && isOpenApi) reportOtherParts(route, method, source)
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

/** Reports what an operation without a contract declares and does not do. */
function reportOtherParts(
  route: UnnamedRoute,
  method: Method,
  { models, users, declarations, collector }: RouteSource,
): void {
  reportOtherResponses(route, method, collector)
  const model = models.find(({ id }) => id === route.model)
  const password = route.model === users ? 'password' : null
  const schema = declarations.models.get(route.model)?.schema
  if (model !== undefined && schema !== undefined)
    reportDeclaredParts(route, method, { model, schema, password, collector })
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
export function describesResults({ resources, components }: Api, { modelOf }: Declarations): boolean {
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

/**
 * Returns whether a node below an item is meant as an operation on the item, such as `POST /stories/{id}/publish`. A
 * node with a plural name or a GET is not, because it might represent stored items.
 */
export function isOperation({ segment, resources }: PathNode, item: ActionItem | null): boolean {
  if (item === null || segment?.kind !== 'static' || singularOf(segment.text) !== segment.text) return false
  return !resources.some(({ methods }) => methods.some(({ verb }) => verb === 'get'))
}

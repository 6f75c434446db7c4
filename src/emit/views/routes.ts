import { acceptedCredentials, isLimited } from '../../access/caller.js'
import { aclOfAttributeItem, aclOfParent, ruleSide } from '../../access/required.js'
import type {
  Action,
  ActionItem,
  ActionOf,
  CustomAction,
  Model,
  Permission,
  Route,
  RouteKind,
  Service,
} from '../../ir/index.js'
import { commentLine, commentLines, literal, propertyKey } from '../literal.js'
import { isReservedWord } from '../../naming/reserved.js'
import { lifecycleHeaders } from '../lifecycle.js'
import type { Imports } from '../imports.js'
import { contractConfig, contractViews } from './contracts.js'
import { processorsOf } from './model/model-spec.js'
import { querySpec } from '../parameters/declared-query.js'
import { summaryOf } from '../../naming/route-summary.js'
import {
  actionsAt,
  aclOf,
  allWriteRules,
  hasWriteRule,
  modelOf,
  routesAt,
  routesUnder,
} from '../../ir/lookup.js'
import { inverseOf, isUnlinking, linkBelow, linksAbove } from '../../ir/members.js'
import { fastifyPath } from '../paths.js'
import { partsIn } from '../../ir/contracts.js'
import { unlessEmpty } from '../../ir/json.js'
import { knowsCallers } from '../../access/row-rules.js'
import type { RouteGroup } from '../../naming/emitted/groups.js'

/** The path of a route, and the steps to its item. */
export type ItemPath = Pick<
  Route,
  'path' | 'parents' | 'model' | 'param' | 'lookup' | 'kind' | 'acl' | 'scope'
>

/** Why code locks an item until the transaction ends; false if it does not. */
export type Lock = 'write' | 'call' | false

/** Returns the values with which code finds an item and its parents. */
export function itemSteps(service: Service, route: ItemPath, lock: Lock, file: RequestCode) {
  const variables = uniqueNames(service, route)
  const stepAt = (index: number, itsLock: Lock) => {
    const { model, param } = route.parents[index] ?? route
    const isOnlyOne = index < route.parents.length ? param === null : hasOnlyOne(route)
    return {
      one: variables[index] ?? '',
      many: file.member(modelOf(service, model).names.plural),
      find: isOnlyOne ? 'findOnly' : lookup(service, itsLock),
      locks: itsLock !== false,
      isOnlyOne,
      asFunction: lookup(service, itsLock) === 'lockToWrite',
      param: literal(param ?? ''),
      within: withinOf(service, route, index, variables),
    }
  }
  const parents = route.parents.map((_step, index) => ({
    ...stepAt(index, false),
    acl: file.acl(aclOfParent(service, route, index)),
  }))
  return { parents, ...stepAt(route.parents.length, lock) }
}

/** Returns the view for `routes/<name>.ts`. */
export function routesView(service: Service, group: RouteGroup, imports: Imports): object {
  const file = new RequestCode(imports)
  const routes = routesUnder(service, group).map((route) => ({
    ...file.register(
      route,
      route.contract?.operation.displayName ?? route.description ?? summaryOf(service, route),
    ),
    guards: file.guards(route, [route.permission], {
      ...(route.contract === undefined
        ? { query: querySpec(service, route) }
        : contractConfig(service, route)),
      lookups: lookupsOf(route),
    }),
    ...handlerView(service, route, file),
  }))
  const resources = service.models.map((model) => model.names.plural).sort()
  const contracts = contractViews(service, routesUnder(service, group), imports)
  return {
    ...file.view(group, ['database', 'registry', ...resources]),
    contracts,
    contractType: contracts.length > 0 && imports.use('Contract'),
    routes,
  }
}

/** The code for requests in one file: the names that it imports, and the members of the service that it uses. */
export class RequestCode {
  readonly imports: Imports
  readonly #service: Service
  readonly #members = new Set<string>()

  constructor(imports: Imports) {
    this.imports = imports
    this.#service = imports.service
  }

  /** Returns the variable of an ACL, or false if there is none or if the service has no authentication. */
  acl(id: string | null): string | false {
    return this.#service.auth !== null && id !== null && this.imports.useOwn(aclOf(this.#service, id).var)
  }

  /** Records a member of the service, and returns the code to print for it. */
  member(name: string): string {
    this.#members.add(name)
    return name
  }

  /** Returns the values that all views for routes have. Of the given members, the view has those that are used. */
  view({ root, name }: RouteGroup, members: readonly string[]): object {
    const used = members.filter((member) => this.#members.has(member))
    return { root: commentLine(`/${root}`), name, members: used.join(', ') }
  }

  /** Returns the values with which a route is registered. */
  register({ method, path }: Route | CustomAction, description: string): object {
    const comment = commentLines(description)
    return { comment, verb: method.toLowerCase(), path: literal(fastifyPath(path)) }
  }

  /** Returns what is checked before the body of a request is read; null if it is nothing. */
  guards(route: Route | CustomAction, permissions: readonly Permission[], more: object = {}): object | null {
    const config = literal({
      ...limitsOf(this.#service, route),
      lifecycle: lifecycleHeaders(route),
      ...more,
    })
    const acl = this.acl(route.acl)
    const checks =
      acl === false ? [] : permissions.map((permission) => ({ permission, acl, side: ruleSide(route) }))
    if (config === '{}' && checks.length === 0) return null
    return { config: config !== '{}' && config, checks, several: checks.length > 1 }
  }
}

/** Returns the parameters in a path that are unique fields of items other than their keys, if there are any. */
export function lookupsOf({ model, param, lookup, parents }: ItemPath | ActionItem): object | undefined {
  const found = [...parents, { model, param, lookup }].flatMap((step) => {
    if (step.param === null || step.lookup === undefined) return []
    const { field, within } = step.lookup
    const above = within && Object.fromEntries(within.map((each) => [each.field, each.param]))
    return [[step.param, { model: step.model, field, within: above }] as const]
  })
  return unlessEmpty(Object.fromEntries(found))
}

/** Returns the accepted credentials, unless all are accepted, and what else a route requires of its callers. */
export function limitsOf(
  service: Service,
  { accepts, scopes, requires }: Pick<Route, 'accepts' | 'scopes' | 'requires'>,
): object {
  return {
    accepts: isLimited(service, accepts) ? acceptedCredentials(service, accepts) : undefined,
    scopes,
    requires,
  }
}

/** The partial templates in `routes/` for the handlers of routes, by kind and action. */
const HANDLERS = {
  collection: { index: 'index', create: 'create', update_many: 'updateMany', delete_many: 'deleteMany' },
  item: { show: 'show', update: 'write', replace: 'write', delete: 'delete' },
  singular: { show: 'show', create: 'createOnly', update: 'write', replace: 'write', delete: 'delete' },
  attribute: { show: 'showAttribute', update: 'changeAttribute' },
} as const satisfies { readonly [Kind in RouteKind]: Readonly<Record<ActionOf<Kind>, string>> }

const HANDLER_NAMES = [
  ...new Set(['options', ...Object.values(HANDLERS).flatMap((names) => Object.values(names))]),
]

export const NO_HANDLERS: Route['handlers'] = { before: [], after: [] }

function handlerView(service: Service, route: Route, file: RequestCode): object {
  const handlers: Readonly<Partial<Record<Action, string>>> = HANDLERS[route.kind]
  const handler = route.method === 'OPTIONS' ? 'options' : handlers[route.action]
  if (handler === undefined) throw new Error(`no handler for ${route.id} (${route.kind})`)
  const { before, after } = isUnlinking(service, route) ? NO_HANDLERS : route.handlers
  if (before.length + after.length > 0) file.member('registry')
  return {
    is: Object.fromEntries(HANDLER_NAMES.map((name) => [name, name === handler])),
    action: route.action,
    before: before.map(literal),
    after: after.map(literal),
    ...(handler === 'options' ? optionsView(service, route, file) : stepsView(service, route, file)),
  }
}

function stepsView(service: Service, route: Route, file: RequestCode): object {
  const model = modelOf(service, route.model)
  const lists = linksAbove(service, route)
  const unlinks = isUnlinking(service, route) ? (route.kind === 'item' ? 'unlink' : 'unlinkMany') : ''
  const events = hasEvents(service, model, route)
  const links = checksLinks(service, model)
  const rules = allWriteRules(model).length > 0
  const write = directWrite(service, model, route, links)
  // Other writes to a collection consist of a single call of the repository.
  const checksItems = route.action === 'update_many' && (links || rules)
  const inTransaction =
    write === '' &&
    (events || unlinks !== '' || (writes(route) && (route.kind !== 'collection' || checksItems)))
  const database = file.member('database')
  return {
    ...itemSteps(service, route, inTransaction && writes(route) && 'write', file),
    name: model.id,
    database,
    session: inTransaction ? 'session' : database,
    acl: file.acl(route.acl),
    // If the ACL of an attribute's item differs, the caller must also be allowed to view the item.
    itemAcl: file.acl(aclOfAttributeItem(service, route)),
    permission: route.permission,
    inTransaction,
    shows: showsDeleted(route),
    links,
    rules,
    asks: links || rules,
    events: events && unlinks === '',
    unlinks,
    // A body does not replace a list that no document shows.
    setsParent: lists?.through === undefined || lists.listed !== false,
    processors: hasProcessors(service, model),
    write,
    body: route.action === 'replace' ? 'replacement' : 'changes',
    creates: route.createHandlers !== undefined && createView(service, route, file, route.createHandlers),
    attribute: route.attribute === null ? '' : literal(route.attribute),
  }
}

/** Returns the view for the creation of the item at the path of a PUT. */
function createView(service: Service, route: Route, file: RequestCode, handlers: Route['handlers']): object {
  const model = modelOf(service, route.model)
  const { before, after } = handlers
  if (before.length + after.length > 0) file.member('registry')
  return {
    ...itemSteps(service, route, false, file),
    database: file.member('database'),
    session: 'session',
    inTransaction: true,
    only: hasOnlyOne(route),
    acl: file.acl(route.acl),
    action: 'create',
    events: before.length + after.length > 0 || hasProcessors(service, model),
    processors: hasProcessors(service, model),
    before: before.map(literal),
    after: after.map(literal),
  }
}

/**
 * Returns the view for the function of an OPTIONS route. The function calls the handlers and, if necessary, finds the
 * item, which the caller must be allowed to see.
 */
function optionsView(service: Service, route: Route, file: RequestCode): object {
  const model = modelOf(service, route.model)
  const events = hasEvents(service, model, route)
  const checksItem = service.auth !== null && ruleSide(route) === 'item'
  return {
    item: checksItem && {
      ...itemSteps(service, route, false, file),
      acl: file.acl(route.acl),
      session: file.member('database'),
    },
    events,
    many: events && file.member(model.names.plural),
    database: events && file.member('database'),
    allow: literal(allowed(service, route).join(', ')),
  }
}

/** Returns whether the response to a DELETE contains the item, which is then read before. */
function showsDeleted({ action, contract }: Route): boolean {
  return action === 'delete' && partsIn(contract?.body).some(({ part }) => 'item' in part)
}

/** For each method, the function that writes an item without reading it first. */
const DIRECT_WRITES: Readonly<Partial<Record<Action, string>>> = {
  update: 'updateItem',
  replace: 'replaceItem',
  delete: 'deleteItem',
}

/**
 * Returns the name of the function that implements the whole route. Returns an empty string if a parent, other items or
 * handlers are involved.
 */
function directWrite(service: Service, model: Model, route: Route, links: boolean): string {
  const mayLink = links && route.action !== 'delete'
  const mustRead =
    mayLink ||
    route.parents.length > 0 ||
    route.scope !== undefined ||
    showsDeleted(route) ||
    hasEvents(service, model, route)
  const write = DIRECT_WRITES[route.action]
  return route.kind !== 'item' || mustRead || write === undefined ? '' : write
}

/**
 * Returns whether a write from the "one" side of a relation can be rejected by an ACL or by a write rule on either end.
 */
function checksLinks(service: Service, model: Model): boolean {
  const ones = model.relations.filter(({ side }) => side === 'one')
  if (service.auth !== null) return ones.length > 0
  return ones.some(
    (end) =>
      hasWriteRule(model, end.name) || hasWriteRule(modelOf(service, end.target), inverseOf(service, end)),
  )
}

function writes(route: Route): boolean {
  return route.method !== 'GET' && route.method !== 'OPTIONS'
}

/**
 * Returns whether the route can call user functions, which are handlers or, if the route writes fields, the model's
 * processors.
 */
function hasEvents(service: Service, model: Model, route: Route): boolean {
  const { before, after } = route.handlers
  if (before.length + after.length > 0) return true
  const sets = route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH'
  return sets && hasProcessors(service, model)
}

function hasProcessors(service: Service, model: Model): boolean {
  return Object.keys(processorsOf(service, model)).length > 0
}

/** Returns whether the parent alone identifies the item, as for a singular sub-resource or one of its attributes. */
function hasOnlyOne({ kind, param }: ItemPath): boolean {
  return kind === 'singular' || (kind === 'attribute' && param === null)
}

function lookup(service: Service, lock: Lock): string {
  if (lock === false) return 'find'
  return lock === 'write' && knowsCallers(service) ? 'lockToWrite' : 'lock'
}

/** Other variables in the route code with which a model's variable could clash. */
const LOCALS: ReadonlySet<string> = new Set(['checked', 'given', 'page', 'result'])

/**
 * Returns variable names for the items in a route's path, from the root to the route's own item. If a model occurs
 * twice, the second variable gets a number.
 */
function uniqueNames(service: Service, route: ItemPath): string[] {
  const counts = new Map<string, number>()
  const name = (id: string): string => {
    const own = modelOf(service, id).names.var
    const variable = isReservedWord(own) ? `${own}Item` : own
    const count = (counts.get(variable) ?? (LOCALS.has(variable) ? 1 : 0)) + 1
    counts.set(variable, count)
    return count === 1 ? variable : `${variable}${count}`
  }
  return [...route.parents.map((step) => name(step.model)), name(route.model)]
}

/**
 * Returns what links an item to its parent: the name of the link, and the parent's repository and variable. Returns
 * null at the root. For an attribute, this is the link of the item that has the attribute.
 * @param index the position of the item after its parents
 */
function withinOf(
  service: Service,
  route: ItemPath,
  index: number,
  variables: readonly string[],
): object | null {
  const parent = route.parents[index - 1]
  const { plural } = modelOf(service, route.parents[index]?.model ?? route.model).names
  const { scope = [] } = route
  const scoped =
    index > 0 || scope.length === 0
      ? null
      : { many: plural, steps: literal(Object.fromEntries(scope.map(({ param, field }) => [field, param]))) }
  if (parent === undefined) return scoped && { scoped }
  const link = linkBelow(service, parent)
  if (link === null) throw new Error(`${parent.model} has no relation ${parent.field}`)
  return {
    link: propertyKey(link),
    many: modelOf(service, parent.model).names.plural,
    one: variables[index - 1] ?? '',
    scoped,
  }
}

/** Returns the methods that a path supports, as listed in `Allow`, sorted. HEAD is included if GET is. */
export function allowed(service: Service, { path, prefix }: Pick<Route, 'path' | 'prefix'>): string[] {
  const present = [...routesAt(service, path), ...actionsAt(service, path)]
    .filter((each) => each.prefix === prefix)
    .map(({ method }) => method)
  return [...new Set([...present, ...(present.includes('GET') ? ['HEAD'] : [])])].sort()
}

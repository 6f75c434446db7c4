import { acceptedCredentials, isLimited } from '../../access/caller.js'
import { aclOfAttributeItem, aclOfParent, ruleSide } from '../../access/required.js'
import type { Action, CustomAction, Method, Model, Permission, Route, Service } from '../../ir/index.js'
import { commentLine, literal, propertyKey } from '../literal.js'
import { isReservedWord } from '../../naming/reserved.js'
import { renderPart } from '../templates.js'
import type { RouteGroup } from '../groups.js'
import { Imports } from '../imports.js'
import { processorsOf } from './model/model-spec.js'
import { querySpec } from '../parameters/declared-query.js'
import { knowsCallers } from './row-rules.js'
import { fastifyPath, inverseOf, linkBelow } from '../shared.js'
import { summaryOf } from '../route-summary.js'
import { type Flow, FLOWS, type Step } from './route-steps.js'
import {
  actionsAt,
  aclOf,
  allWriteRules,
  hasWriteRule,
  modelOf,
  routesAt,
  routesUnder,
} from '../../ir/lookup.js'

/** The path of a route, and the steps to its item. */
export type ItemPath = Pick<Route, 'path' | 'parents' | 'model' | 'param' | 'kind' | 'acl'>

/** Why code locks an item until the transaction ends; false if it does not. */
export type Lock = 'write' | 'call' | false

/**
 * Returns the parts of the code that finds an item: `find` is the call up to the session, and `arguments` are those
 * that follow it.
 */
export function itemSteps(service: Service, route: ItemPath, lock: Lock, file: RequestCode) {
  const variables = uniqueNames(service, route)
  const many = file.member(modelOf(service, route.model).names.plural)
  const within = withinOf(service, route, route.parents.length, variables)
  return {
    parents: parentViews(service, route, variables, file),
    one: variables.at(-1) ?? '',
    many,
    find: isOnlyOne(route)
      ? `${file.imports.use(lock === false ? 'findOnly' : 'lockOnly')}(${many}, `
      : `${many}.${lookup(service, lock)}(`,
    arguments: isOnlyOne(route) ? within : findArguments(route.param ?? '', within),
  }
}

/** Returns the view for `routes/<name>.ts`. */
export function routesView(service: Service, group: RouteGroup): object {
  const file = new RequestCode(`routes/${group.file}.ts`, service)
  const routes = routesUnder(service, group.root).map((route) => ({
    ...file.register(route, route.description ?? summaryOf(service, route)),
    options: optionsOf(service, route, file),
    handler:
      route.method === 'OPTIONS'
        ? file.render('partials/routes/options', optionsView(service, route, file))
        : file.render('partials/routes/steps', stepsView(service, route, file)),
  }))
  const resources = service.models.map((model) => model.names.plural).sort()
  return { ...file.view(group, ['database', 'registry', ...resources]), routes }
}

/** The code for requests in one file: the names that it imports, and the members of the service that it uses. */
export class RequestCode {
  readonly imports: Imports
  readonly #service: Service
  readonly #members = new Set<string>()
  /** If rules restrict rows, the database depends on the request. */
  readonly #isRestricted: boolean

  constructor(path: string, service: Service) {
    this.imports = new Imports(path, service)
    this.#service = service
    this.#isRestricted = knowsCallers(service)
  }

  /** Returns the variable of an ACL, or false if there is none or if the service has no authentication. */
  acl(id: string | null): string | false {
    return this.#service.auth !== null && id !== null && this.imports.useOwn(aclOf(this.#service, id).var)
  }

  /** Returns the code that checks a permission before the request body is read. */
  check(route: Route | CustomAction, permission: Permission): string {
    return `${this.imports.use('may')}('${permission}', ${this.acl(route.acl)}.${ruleSide(route)})`
  }

  /** Records a member of the service, and returns the code to print for it. */
  member(name: string): string {
    this.#members.add(name)
    return name === 'database' && this.#isRestricted ? 'databaseFor(request)' : name
  }

  /** Returns the values that all views for routes have. Of the given members, the view has those that are used. */
  view({ root, name }: RouteGroup, members: readonly string[]): object {
    const used = members
      .filter((member) => this.#members.has(member))
      .map((member) => (member === 'database' && this.#isRestricted ? 'databaseFor' : member))
    return { root: commentLine(`/${root}`), name, imports: this.imports, members: used.join(', ') }
  }

  /** Returns the values with which a route is registered. */
  register({ method, path }: Route | CustomAction, description: string): object {
    const comment = commentLines(description)
    return { comment, verb: method.toLowerCase(), path: literal(fastifyPath(path)) }
  }

  render(template: string, view: object): string {
    return renderPart(template, { ...view, imports: this.imports }, (name) => this.member(name))
  }
}

function optionsOf(service: Service, route: Route, file: RequestCode): string {
  const query = querySpec(service, route)
  const options = [
    configOf(service, route, query === undefined ? {} : { query }),
    service.auth === null ? '' : `onRequest: ${file.check(route, route.permission)}`,
  ].filter((option) => option !== '')
  return options.length === 0 ? '' : `{ ${options.join(', ')} }, `
}

/** Maximum length of a comment line, without its indentation. */
const COMMENT_WIDTH = 110

/** Splits text from the input into comment lines. */
export function commentLines(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of commentLine(text).split(' ')) {
    const line = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && line.length <= COMMENT_WIDTH) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines
}

type Limits = Pick<Route, 'accepts' | 'scopes' | 'requires'>

/**
 * Returns the code for a route's `config`, which contains the accepted credentials, if the route does not accept all,
 * the required scopes, and the properties in `more`. Returns an empty string if there are none.
 */
function configOf(service: Service, route: Limits, more: object): string {
  const config = { ...limitsOf(service, route), ...more }
  return Object.keys(config).length === 0 ? '' : `config: ${literal(config)}`
}

/** Returns the accepted credentials, unless all are accepted, and what else a route requires of its callers. */
export function limitsOf(service: Service, { accepts, scopes, requires }: Limits): Partial<Limits> {
  return {
    ...(isLimited(service, accepts) ? { accepts: acceptedCredentials(service, accepts) } : {}),
    ...(scopes === undefined ? {} : { scopes }),
    ...(requires === undefined ? {} : { requires }),
  }
}

/**
 * Returns the code that limits a route to its accepted credentials and scopes, to be inserted at the start of the
 * route's options. Returns an empty string if the route accepts all credentials.
 */
export function limits(service: Service, route: Limits): string {
  const config = configOf(service, route, {})
  return config === '' ? '' : `${config}, `
}

function stepsView(service: Service, route: Route, file: RequestCode): object {
  const flows: Readonly<Partial<Record<Action, Flow>>> = FLOWS[route.kind]
  const flow = flows[route.action]
  if (flow === undefined) throw new Error(`no steps for ${route.id} (${route.kind})`)
  const model = modelOf(service, route.model)
  const events = hasEvents(service, model, route)
  const links = checksLinks(service, model)
  const rules = allWriteRules(model).length > 0
  const write = directWrite(service, model, route, links)
  // Other writes to a collection consist of a single call of the repository.
  const checksItems = route.action === 'update_many' && (links || rules)
  const inTransaction =
    write === '' && (events || (writes(route) && (route.kind !== 'collection' || checksItems)))
  const shared = {
    ...itemSteps(service, route, inTransaction && writes(route) && 'write', file),
    action: route.action,
    type: model.names.type,
    session: inTransaction ? 'session' : file.member('database'),
    within: withinOf(service, route, route.parents.length, uniqueNames(service, route)),
    acl: file.acl(route.acl),
    // If the ACL of an attribute's item differs, the caller must also be allowed to view the item.
    itemAcl: file.acl(aclOfAttributeItem(service, route)),
    permission: route.permission,
    inTransaction,
    links,
    rules,
    asks: links || rules,
    events,
    before: route.handlers.before.map(literal),
    after: route.handlers.after.map(literal),
    processed: hasProcessors(service, model) ? `await ${model.names.plural}.processed(event)` : 'event.data',
    write,
    body: route.method === 'PUT' ? 'replacement' : 'changes',
    attribute: route.attribute === null ? '' : literal(route.attribute),
  }
  const { reply, steps } = flow(shared)
  const filled = (step: Step): object => ({ ...shared, ...step, steps: step.steps?.map(filled) })
  return { reply, steps: steps.map(filled) }
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
    action: route.action,
    events,
    many: events && file.member(model.names.plural),
    before: route.handlers.before.map(literal),
    after: route.handlers.after.map(literal),
    allow: literal(allowed(service, route).join(', ')),
  }
}

/** For each method, the function that writes an item without reading it first. */
const DIRECT_WRITES: Readonly<Partial<Record<Method, string>>> = {
  PATCH: 'updateItem',
  PUT: 'replaceItem',
  DELETE: 'deleteItem',
}

/**
 * Returns the name of the function that implements the whole route. Returns an empty string if a parent, other items or
 * handlers are involved.
 */
function directWrite(service: Service, model: Model, route: Route, links: boolean): string {
  const mayLink = links && route.method !== 'DELETE'
  const mustRead = mayLink || route.parents.length > 0 || hasEvents(service, model, route)
  const write = DIRECT_WRITES[route.method]
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
function isOnlyOne({ kind, param }: ItemPath): boolean {
  return kind === 'singular' || (kind === 'attribute' && param === null)
}

function lookup(service: Service, lock: Lock): string {
  if (lock === false) return 'find'
  return lock === 'write' && knowsCallers(service) ? 'lockToWrite' : 'lock'
}

function findArguments(param: string, within: string): string {
  return ['request', literal(param), ...(within === '' ? [] : [within])].join(', ')
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

function parentViews(
  service: Service,
  route: ItemPath,
  variables: readonly string[],
  file: RequestCode,
): readonly object[] {
  return route.parents.map((step, index) => {
    const within = withinOf(service, route, index, variables)
    const many = file.member(modelOf(service, step.model).names.plural)
    return {
      one: variables[index] ?? '',
      many,
      find: step.param === null ? `${file.imports.use('findOnly')}(${many}, ` : `${many}.find(`,
      arguments: step.param === null ? within : findArguments(step.param, within),
      acl: file.acl(aclOfParent(service, route, index)),
    }
  })
}

/**
 * Returns the code that links an item to its parent, such as `{ owner: users.key(user) }`, or an empty string at the
 * root. For an attribute, this code links the item that has the attribute.
 * @param index the position of the item after its parents
 */
function withinOf(service: Service, route: ItemPath, index: number, variables: readonly string[]): string {
  const parent = route.parents[index - 1]
  if (parent === undefined) return ''
  const link = linkBelow(service, parent)
  if (link === null) throw new Error(`${parent.model} has no relation ${parent.field}`)
  const { plural } = modelOf(service, parent.model).names
  return `{ ${propertyKey(link)}: ${plural}.key(${variables[index - 1] ?? ''}) }`
}

/** Returns the methods that a path supports, as listed in `Allow`, sorted. HEAD is included if GET is. */
export function allowed(service: Service, { path }: Pick<Route, 'path'>): string[] {
  const present = [...routesAt(service, path), ...actionsAt(service, path)].map(({ method }) => method)
  return [...new Set([...present, ...(present.includes('GET') ? ['HEAD'] : [])])].sort()
}

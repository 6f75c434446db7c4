import { acceptedCredentials, isLimited } from '../../access/caller.js'
import { ruleSide } from '../../access/verdict.js'
import { type Method, METHODS, type Model, type Route, type RouteKind, type Service } from '../../ir/index.js'
import { commentLine, literal } from '../literal.js'
import { render } from '../templates.js'
import { processorsOf } from './model/model-spec.js'
import { fastifyPath, spokenNames } from './shared.js'
import { withArticle } from '../../naming/spoken.js'
import { camelCase, kebabCase, words } from '../../naming/words.js'
import { aclOf, firstSegment, modelOf, relationWith, routesAt, routesUnder } from '../../ir/lookup.js'

/** Routes that stand in one file: those of one top-level resource. */
export interface RouteGroup {
  /** The first segment: `stories`. */
  readonly root: string
  /** File name without extension, kebab-case. */
  readonly file: string
  /** Function that registers them: `storiesRoutes`. */
  readonly name: string
}

const known = new WeakMap<readonly Route[], readonly RouteGroup[]>()

/** The groups of the service's routes by their first segment, sorted; names are unique. */
export function routeGroups({ routes }: Service): readonly RouteGroup[] {
  const groups = known.get(routes) ?? groupsOf(routes)
  known.set(routes, groups)
  return groups
}

function groupsOf(routes: readonly Route[]): readonly RouteGroup[] {
  const taken = new Set<string>()
  return [...new Set(routes.map(firstSegment))].map((root) => {
    let file = kebabCase(root) || 'root'
    for (let n = 2; taken.has(file); n++) file = `${kebabCase(root) || 'root'}-${n}`
    taken.add(file)
    return { root, file, name: `${camelCase(file)}Routes` }
  })
}

/** What `routes/<name>.ts` prints. */
export interface RoutesView {
  readonly root: string
  readonly name: string
  readonly imports: readonly { readonly names: string; readonly types: boolean; readonly from: string }[]
  readonly members: string
  readonly routes: readonly RouteView[]
}

interface RouteView {
  /** Lines that say what the route does. */
  readonly comment: readonly string[]
  readonly verb: string
  readonly path: string
  readonly options: string
  /** The function that handles requests. */
  readonly handler: string
}

interface ParentView {
  readonly one: string
  readonly many: string
  readonly find: 'find' | 'only'
  readonly argument: string
  readonly acl: string | false
}

/** All that may be a name in code. */
const NAMES = /[\p{ID_Continue}$]+/gu

/** The view of the routes of one file. */
export function routesView(service: Service, group: RouteGroup): RoutesView {
  const ofGroup = routesUnder(service, group.root)
  const routes = ofGroup.map((route) => routeView(service, route))
  const code = routes.map(({ options, handler }) => options + handler).join('\n')
  const names = new Set(code.match(NAMES))
  const used = (name: string): boolean => names.has(name)
  const acls = service.acls.map((acl) => acl.var).filter(used)
  const served = new Set(
    ofGroup.flatMap((route) => [route.model, ...route.parents.map((step) => step.model)]),
  )
  const resources = [...served]
    .map((id) => modelOf(service, id).names.plural)
    .filter(used)
    .sort()
  return {
    root: commentLine(`/${group.root}`),
    name: group.name,
    imports: [
      ...(acls.length > 0 ? [{ names: acls.join(', '), types: false, from: '../acl.js' }] : []),
      ...named(
        ['created', 'each', 'optionsHandler', 'sendTagged'].filter(used),
        '../runtime/http/response.js',
      ),
      ...named(Object.values(DIRECT_WRITES).filter(used).sort(), '../runtime/http/write-item.js'),
      ...named(['may', 'permit', 'permitted', 'permitUnread'].filter(used), '../runtime/auth/access.js'),
      { names: 'Service', types: true, from: '../service.js' },
    ],
    members: ['database', ...(used('registry') ? ['registry'] : []), ...resources]
      .filter((name) => used(name))
      .join(', '),
    routes,
  }
}

function named(names: readonly string[], from: string): RoutesView['imports'] {
  return names.length === 0 ? [] : [{ names: names.join(', '), types: false, from }]
}

/** The template of each action's steps, by kind of route. */
const TEMPLATES: Readonly<Record<RouteKind, Readonly<Partial<Record<Method, string>>>>> = {
  collection: {
    GET: 'index',
    POST: 'create',
    PUT: 'update-many',
    PATCH: 'update-many',
    DELETE: 'delete-many',
    OPTIONS: 'options',
  },
  item: { GET: 'show', PUT: 'write', PATCH: 'write', DELETE: 'delete', OPTIONS: 'options' },
  singular: {
    GET: 'show',
    POST: 'create-one',
    PUT: 'write',
    PATCH: 'write',
    DELETE: 'delete',
    OPTIONS: 'options',
  },
  attribute: { GET: 'attribute-show', POST: 'attribute-change', OPTIONS: 'options' },
}

function routeView(service: Service, route: Route): RouteView {
  const template = TEMPLATES[route.kind][route.method]
  if (template === undefined) throw new Error(`no template for ${route.id} (${route.kind})`)
  return {
    comment: commentOf(service, route),
    verb: route.method.toLowerCase(),
    path: literal(fastifyPath(route.path)),
    options:
      service.auth === null
        ? ''
        : `{ ${limits(service, route)}onRequest: may('${route.permission}', ${aclVar(service, route.acl)}.${ruleSide(route)}) }, `,
    handler: handlerOf(service, route, render(`generated/routes/${template}`, stepsView(service, route))),
  }
}

/** OPTIONS without handlers is the same for all routes but for a check of the item. */
function handlerOf(service: Service, route: Route, code: string): string {
  const isPlainOptions =
    route.method === 'OPTIONS' && !hasEvents(service, modelOf(service, route.model), route)
  if (!isPlainOptions) return `async (request${/\breply\b/.test(code) ? ', reply' : ''}) => {\n${code}}`
  const check = code.trim() === '' ? '' : `, async (request) => {\n${code}}`
  return `optionsHandler(${literal(allowed(service, route).join(', '))}${check})`
}

/** Characters of a line of a comment, beside its indentation. */
const COMMENT_WIDTH = 110

/** The RAML's description of a route, or what it does in plain words. */
function commentOf(service: Service, route: Route): readonly string[] {
  const text = commentLine(route.description ?? plainWords(service, route))
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && line.length <= COMMENT_WIDTH) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines
}

function plainWords(service: Service, route: Route): string {
  const { one, many } = spokenNames(modelOf(service, route.model))
  const parent = route.parents.at(-1)
  const owner =
    parent === undefined ? '' : ` of ${withArticle(spokenNames(modelOf(service, parent.model)).one)}`
  if (route.method === 'OPTIONS') return 'Returns the allowed methods.'
  if (route.kind === 'attribute') {
    const attribute = words(route.attribute ?? '').join(' ') || 'values'
    return `${route.method === 'GET' ? 'Returns' : 'Changes'} the ${attribute.toLowerCase()} of ${withArticle(one)}.`
  }
  const item = route.kind === 'singular' ? `the ${one}${owner}` : `${withArticle(one)}${owner}`
  switch (route.action) {
    case 'index':
      return `Lists ${owner === '' ? many : `the ${many}${owner}`}.`
    case 'create':
      return route.kind === 'singular' ? `Creates ${item}.` : `Creates one or more ${many}${owner}.`
    case 'update_many':
      return `Changes the ${many}${owner} that the query selects.`
    case 'delete_many':
      return `Deletes the ${many}${owner} that the query selects.`
    case 'replace':
      return `Replaces ${item}.`
    case 'update':
      return `Changes ${item}.`
    case 'delete':
      return `Deletes ${item}.`
    default:
      return `Returns ${item}.`
  }
}

/** The credentials that the route accepts, where the API has others, too. */
function limits(service: Service, { accepts }: Route): string {
  return isLimited(service, accepts)
    ? `config: { accepts: ${literal(acceptedCredentials(service, accepts))} }, `
    : ''
}

/** All that the steps of an action can name. */
function stepsView(service: Service, route: Route): object {
  const model = modelOf(service, route.model)
  const names = uniqueNames(service, route)
  const parents = parentViews(service, route, names)
  const events = hasEvents(service, model, route)
  const links = service.auth !== null && model.relations.some(({ side }) => side === 'one')
  const inTransaction =
    events || (writes(route) && (route.kind !== 'collection' || changesLinks(route, links)))
  const within = withinOf(service, route, names)
  return {
    action: route.action,
    type: model.names.type,
    one: names.at(-1),
    many: model.names.plural,
    session: inTransaction && route.method !== 'OPTIONS' ? 'session' : 'database',
    parents,
    find: lookup(route, inTransaction && writes(route)),
    argument: argumentOf(route, within),
    within,
    acl: service.auth !== null && aclVar(service, route.acl),
    itemAcl: service.auth !== null && itemAcl(service, route),
    permission: route.permission,
    isItem: ruleSide(route) === 'item',
    inTransaction,
    links,
    events,
    before: route.handlers.before.map(literal),
    after: route.handlers.after.map(literal),
    data: hasProcessors(service, model) ? `await ${model.names.plural}.processed(event)` : 'event.data',
    direct: directWrite(service, model, route, links),
    body: route.method === 'PUT' ? 'replacement' : 'changes',
    attribute: route.attribute === null ? '' : literal(route.attribute),
    allow: allowed(service, route).join(', '),
  }
}

/** The functions that write an item of which nothing must be known before. */
const DIRECT_WRITES: Readonly<Partial<Record<Method, string>>> = {
  PATCH: 'changeItem',
  PUT: 'replaceItem',
  DELETE: 'deleteItem',
}

/** The function that does the whole work of the route; empty if a parent, other items or handlers are involved. */
function directWrite(service: Service, model: Model, route: Route, links: boolean): string {
  const mayLink = links && route.method !== 'DELETE'
  const mustRead = mayLink || route.parents.length > 0 || hasEvents(service, model, route)
  return route.kind !== 'item' || mustRead ? '' : (DIRECT_WRITES[route.method] ?? '')
}

/** Whether it is to be asked first if other items may be linked. A collection's other writes are one step of the repository's. */
function changesLinks({ action }: Route, links: boolean): boolean {
  return links && action === 'update_many'
}

function writes(route: Route): boolean {
  return route.method !== 'GET' && route.method !== 'OPTIONS'
}

/** Whether the route calls functions of the user's: handlers, or processors of the fields that it writes. */
function hasEvents(service: Service, model: Model, route: Route): boolean {
  const { before, after } = route.handlers
  if (before.length + after.length > 0) return true
  const sets = route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH'
  return sets && hasProcessors(service, model)
}

function hasProcessors(service: Service, model: Model): boolean {
  return Object.keys(processorsOf(service, model)).length > 0
}

/** Whether the item is found by its parent alone: a singular sub-resource, or an attribute of one. */
function isOnlyOne({ kind, param }: Route): boolean {
  return kind === 'singular' || (kind === 'attribute' && param === null)
}

function lookup(route: Route, lock: boolean): string {
  if (isOnlyOne(route)) return lock ? 'lockOnly' : 'only'
  return lock ? 'lock' : 'find'
}

function argumentOf(route: Route, within: string): string {
  if (isOnlyOne(route)) return within
  return [literal(route.param ?? ''), ...(within === '' ? [] : [within])].join(', ')
}

/** Other variables of routes that a model may be called as. */
const LOCALS: ReadonlySet<string> = new Set(['given', 'page', 'result'])

/** Variables for the items on the way from the root to the route's own, the own one last; a model that comes twice gets a number. */
function uniqueNames(service: Service, route: Route): string[] {
  const counts = new Map<string, number>()
  const name = (id: string): string => {
    const variable = modelOf(service, id).names.var
    const count = (counts.get(variable) ?? (LOCALS.has(variable) ? 1 : 0)) + 1
    counts.set(variable, count)
    return count === 1 ? variable : `${variable}${count}`
  }
  return [...route.parents.map((step) => name(step.model)), name(route.model)]
}

function parentViews(service: Service, route: Route, names: readonly string[]): ParentView[] {
  return route.parents.map((step, index) => {
    const within = index === 0 ? '' : linkTo(service, route, index, names)
    const path = pathOfStep(route, index)
    return {
      one: names[index] ?? '',
      many: modelOf(service, step.model).names.plural,
      find: step.param === null ? 'only' : 'find',
      argument:
        step.param === null ? within : [literal(step.param), ...(within === '' ? [] : [within])].join(', '),
      acl: service.auth !== null && aclVar(service, aclAt(service, path) ?? route.acl),
    }
  })
}

/** The route's path up to the item of this parent; a singular sub-resource stands one segment below its own parent. */
function pathOfStep(route: Route, index: number): string {
  const { path, parents } = route
  const param = parents[index]?.param ?? null
  if (param !== null) return path.slice(0, path.indexOf(`{${param}}`) + param.length + 2)
  const above = pathOfStep(route, index - 1)
  const [segment = ''] = path.slice(above.length + 1).split('/')
  return `${above}/${segment}`
}

/** The ACL of the item that has the attribute, where the attribute has another one: then the caller must be allowed to view the item, too. */
function itemAcl(service: Service, { kind, path, acl }: Route): string | false {
  const ofItem = kind === 'attribute' ? aclAt(service, path.slice(0, path.lastIndexOf('/'))) : acl
  return ofItem !== undefined && ofItem !== acl && aclVar(service, ofItem)
}

function aclAt(service: Service, path: string): string | undefined {
  return routesAt(service, path)[0]?.acl
}

/** `{ owner: users.key(user) }`: what ties an item to its parent; empty at the root. For an attribute, whose item is its own parent's. */
function withinOf(service: Service, route: Route, names: readonly string[]): string {
  if (route.parents.length === 0) return ''
  return linkTo(service, route, route.parents.length, names)
}

function linkTo(service: Service, route: Route, index: number, names: readonly string[]): string {
  const parent = route.parents[index - 1]
  if (parent === undefined) return ''
  const model = modelOf(service, parent.model)
  const end = model.relations.find((candidate) => candidate.name === parent.field)
  if (end === undefined) throw new Error(`${model.id} has no relation ${parent.field}`)
  const relation = relationWith(service, end.relation)
  const inverse = end.side === 'one' ? relation.backref : relation.field
  return `{ ${literal(inverse).match(/^'[A-Za-z_$][\w$]*'$/) ? inverse : literal(inverse)}: ${model.names.plural}.key(${names[index - 1] ?? ''}) }`
}

function aclVar(service: Service, id: string): string {
  return aclOf(service, id).var
}

/** The methods of the route's path, as `Allow` lists them: HEAD with GET, sorted. */
export function allowed(service: Service, route: Route): string[] {
  const present = new Set(routesAt(service, route.path).map(({ method }) => method))
  const methods: string[] = METHODS.filter((method) => present.has(method))
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort()
}

import {
  type Auth,
  type CustomAction,
  type ExternalScheme,
  type Handler,
  type Json,
  type Model,
  OPERATORS,
  type Route,
  type Service,
} from '../../ir/index.js'
import { selfPath } from '../../access/auth-routes.js'
import { acceptedIssued, canAuthenticate, issuedCredentials } from '../../access/caller.js'
import { credentialsText } from '../../access/schemes.js'
import {
  externalSchemes,
  fullPathOf,
  functionActions,
  groupedBy,
  isSeenBy,
  modelOf,
  writeRuleOf,
  writtenPath,
} from '../../ir/lookup.js'
import { commentLine, urlPath } from '../literal.js'
import { checkOf } from '../../sample-values/alternatives.js'
import { canMake, creationBody } from '../test-views/make.js'
import { type QueryTarget, queryTargets } from '../openapi/operations/query-targets.js'
import { listed } from '../../naming/phrases.js'
import type { JsonObject } from '../../ir/json.js'

const SAFE_NAME = /^[a-z_]\w*$/i
const SAFE_PATH = /^[\w/.-]*$/
const SAFE_NESTED = /^[\w/.{}-]*$/
const SAFE_JSON = /^[^'\\`$!]*$/

/** Returns the parts of the README that depend on the API. Examples only have names that need no escaping. */
export function readmeView(service: Service): object {
  const roots = service.routes.filter(
    ({ kind, parents, path }) => kind === 'collection' && parents.length === 0 && SAFE_PATH.test(path),
  )
  const index = roots.filter(
    ({ action, model, prefix }) => action === 'index' && prefix === undefined && SAFE_NAME.test(model),
  )
  const ofOthers = index.filter(({ model }) => model !== service.auth?.model)
  const route = ofOthers.find(({ contract }) => contract === undefined) ?? ofOthers[0] ?? index[0]
  const model = route && modelOf(service, route.model)
  const ownForm = service.routes.filter(({ contract }) => contract === undefined)
  const nested = service.routes.filter(
    ({ kind, parents, path }) => kind === 'collection' && parents.length > 0 && SAFE_NESTED.test(path),
  )
  const fullPath = (operation: Route | CustomAction): string => {
    const path = writtenPath(operation)
    return urlPath(fullPathOf(service, SAFE_NESTED.test(path) ? { ...operation, path } : operation))
  }
  const hasMethod = (method: string): boolean => ownForm.some((each) => each.method === method)
  return {
    operators: codeList(Object.values(OPERATORS).flat()),
    // Whether some or all operations answer as the document declares.
    declares: ownForm.length < service.routes.length,
    hasOwnForm: ownForm.length > 0,
    patches: hasMethod('PATCH'),
    replaces: hasMethod('PUT'),
    nested: [...groupedBy(nested, fullPath)].map(([path, routes]) => collectionView(path, routes)),
    customActions: functionActions(service)
      .filter(({ path }) => SAFE_NESTED.test(path))
      .map((action) => ({ method: action.method, path: fullPath(action), file: action.file })),
    collections: [...groupedBy(roots, fullPath)].map(([path, routes]) => collectionView(path, routes)),
    example: route === undefined ? null : exampleView(service, route, modelOf(service, route.model)),
    // A list that answers as the document declares has only the parameters that it declares.
    queries: route !== undefined && route.contract === undefined,
    rowRules: service.models.some(({ rowRules }) => rowRules !== undefined),
    handler: model === undefined ? null : handlerView(service, model),
    factory: model !== undefined && canMake(service, model.id) ? model.names.var : null,
    logins: loginsView(service),
    schemes: externalSchemes(service).map(schemeView),
  }
}

function schemeView(scheme: ExternalScheme): object {
  return {
    name: inline(scheme.name),
    type: inline(scheme.type),
    file: scheme.file,
    credentials: credentialsText(scheme),
    setting: scheme.kind === 'bearer' ? scheme.setting : null,
  }
}

function inline(text: string): string {
  return commentLine(text).replaceAll(/[`|]/g, "'")
}

function collectionView(path: string, routes: readonly Route[]): object {
  const [{ model = '' } = {}] = routes
  return { path, model, methods: routes.map(({ method }) => method).join(', ') }
}

function exampleView(service: Service, { path }: Route, model: Model): object {
  return {
    path,
    model: model.id,
    relation: relationFilter(model),
    fields: exampleFields(model, queryTargets(service)(model)),
  }
}

function handlerView({ auth, handlers }: Service, model: Model): object | null {
  const { id, names, key, fields } = model
  const field = fields.find(
    ({ name, type }) =>
      (type === 'string' || type === 'text') &&
      name !== key &&
      name !== auth?.fields.password &&
      writeRuleOf(model, name)?.readOnly !== true &&
      SAFE_NAME.test(name),
  )
  if (field === undefined) return null
  const own = handlers.find(({ name }) => name === `tidy_${field.name}`)
  const tagIn = (uses: Handler['uses']): string | undefined =>
    uses.find((use) => use.model === id && SETTING_TAGS.has(use.on))?.on
  const tag = tagIn(own?.uses ?? []) ?? tagIn(handlers.flatMap(({ uses }) => uses)) ?? 'before_set'
  return { model: id, repository: names.var, field: field.name, tag, isOwn: own !== undefined }
}

/** The tags of handlers that can change the values to store. */
const SETTING_TAGS: ReadonlySet<string> = new Set([
  'before_set',
  'before_create',
  'before_update',
  'before_replace',
])

/** Returns a filter for a related item, such as `owner=key`, or null if there is no relation. */
function relationFilter(model: Model): string | null {
  const relation = model.relations.find(({ name }) => SAFE_NAME.test(name) && isSeen(model, name))
  return relation === undefined ? null : `${relation.name}=key`
}

/** Returns the fields with which the README shows queries on a model. Null if there is none of a kind. */
function exampleFields(model: Model, targets: readonly QueryTarget[]): object {
  const safe = targets.filter(({ name }) => SAFE_NAME.test(name) && isSeen(model, name))
  const isOwn = ({ name }: QueryTarget): boolean => !model.relations.some((end) => end.name === name)
  const fields = safe.filter(isOwn)
  const others = fields.filter(({ name }) => name !== model.key)
  const ordered = others.find((target) => bound(target) !== undefined)
  const enumerated = fields.find(({ value }) => firstChoice(value) !== undefined)
  const text = fields.find(
    ({ operators, value }) => operators.includes('icontains') && firstChoice(value) === undefined,
  )
  const isSortable = (target: QueryTarget): boolean => target.isSortable
  return {
    enumerated: enumerated ? { name: enumerated.name, choice: firstChoice(enumerated.value) } : null,
    text: text ?? null,
    ordered: ordered ? { name: ordered.name, bound: bound(ordered) } : null,
    related: safe.find((target) => !isOwn(target)) ?? null,
    isSearched: fields.some(({ isSearched }) => isSearched),
    sorted: ordered ?? others.find(isSortable) ?? fields.find(isSortable) ?? null,
    shown: others[0]?.name ?? model.key,
    numeric: others.find(({ value }) => isNumeric(value)) ?? null,
  }
}

/** Returns whether every user is allowed to read a field, so that the examples work for all users. */
function isSeen({ visibility, key }: Model, name: string): boolean {
  return name === key || isSeenBy('authenticated', visibility, name)
}

function firstChoice({ enum: choices }: JsonObject): string | undefined {
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined
  return typeof first === 'string' && SAFE_NAME.test(first) ? first : undefined
}

function isNumeric({ type }: JsonObject): boolean {
  return type === 'integer' || type === 'number'
}

/** Returns a value with which an ordered field can be compared, or undefined for other fields. */
function bound({ value, operators }: QueryTarget): string | undefined {
  if (!operators.includes('gte')) return undefined
  if (value['format'] === 'date' || value['format'] === 'date-time') return '2024-05-01'
  return isNumeric(value) ? '1' : undefined
}

function loginsView(service: Service): object | null {
  const { auth, basePath } = service
  if (auth === null || !canAuthenticate(service)) return null
  const { fields, registerFields, ticket, apiKey } = auth
  const registration = registrationBody(service, auth)
  const json = (value: object | null): string | null => {
    const text = JSON.stringify(value)
    return value !== null && SAFE_JSON.test(text) ? text : null
  }
  return {
    issues: issuedCredentials(auth).length > 0,
    login: [fields.username, fields.email ?? []].flat().map(inline).join(' or '),
    registerFields: codeList(
      [fields.username, fields.email, fields.password, ...registerFields].filter((name) => name !== null),
    ),
    registration: json(registration),
    credentials: json(
      registration && { login: registration[fields.username], password: registration[fields.password] },
    ),
    self: auth.withoutSelf === true ? null : urlPath(basePath + selfPath(auth)),
    ticket: ticket !== null,
    cookieName: ticket?.cookieName ?? null,
    apiKey: apiKey !== null,
  }
}

/** Returns a body that registers a user, or null if no one can, or users need more than clients can set. */
function registrationBody(
  service: Service,
  { model, fields, registerFields, ownRoutes }: Auth,
): Readonly<Record<string, Json>> | null {
  const user = acceptedIssued(service, ownRoutes.accepts).length > 0 ? creationBody(service, model) : null
  if (user === null || user.links.size > 0 || Object.keys(user.sample.virtual).length > 0) return null
  const allowed = new Set([fields.username, fields.email, fields.password, ...registerFields])
  const body = Object.fromEntries(Object.entries(user.sample.stored).filter(([name]) => allowed.has(name)))
  const { required: _required, ...schema } = user.model.schema
  return checkOf(schema, schema)?.(body) === false ? null : body
}

/** Returns names as inline code, separated by commas and "and". */
function codeList(names: readonly string[]): string {
  return listed(names.map((name) => `\`${inline(name)}\``))
}

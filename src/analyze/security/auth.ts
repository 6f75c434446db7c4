import { stemOf } from '../../../templates/runtime/spec/paths.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Auth, Model } from '../../ir/index.js'
import { isOfCaller } from '../../ir/lookup.js'
import { compareText } from '../../naming/order.js'
import type { Api, SecurityScheme } from '../../api/api.js'
import { fieldOf, type AuthModel } from './auth-model.js'
import { authHandlers, type EventSource } from '../handlers/events.js'
import { locationOf } from '../location.js'
import type { Property } from '../../schema/property.js'
import { fieldNames } from '../models/name-lists.js'
import type { SpannedAction } from '../actions/custom-action.js'
import type { SpannedRoute } from '../routes/source.js'
import { externalSchemesIn, readExternalScheme, reportSchemeNames } from './external-schemes.js'
import { reportSecondAcls, reportUnknownSettings } from './scheme-checks.js'
import { isAuthentication, isIssued, schemesNamed, securityAtRoot } from '../resources/secured-by.js'
import { readTicket } from './ticket.js'

export interface AuthSource {
  readonly api: Api
  readonly authModel: AuthModel | null
  readonly models: readonly Model[]
  readonly routes: readonly SpannedRoute[]
  readonly actions: readonly SpannedAction[]
  readonly events: EventSource
  readonly secrets: Map<string, string>
  readonly collector: Collector
}

/** Returns the authentication settings, if there is an auth model. Adds literal secrets to `secrets`. */
export function authOf(source: AuthSource): Auth | null {
  const { api, authModel, models, routes, actions, events, secrets, collector } = source
  const used = schemesInUse(api)
  const external = externalSchemesIn(api)
  reportSchemeNames(external, collector)
  reportSecondAcls(api, collector)
  const model = models.find(({ id }) => id === authModel?.model)
  if (authModel === null || model === undefined) return null
  const ticket = onlyOf('ticket', used, collector)
  const apiKey = onlyOf('api_key', used, collector)
  if (apiKey !== null) reportUnknownSettings(apiKey, [], 'x-ApiKey', collector)
  const path = collectionPath(model, routes, api)
  const isExternal = ticket === null && apiKey === null
  // An OpenAPI document lists the operations of its API, and without a model of users there is nothing to show.
  const isComplete = api.components !== null && authModel.isDefault
  const declaresSelf =
    routes.some((each) => each.model === model.id && each.action === 'show' && isOfCaller(each)) ||
    [...routes, ...actions].some(
      (each) => each.method === 'GET' && stemOf(each.path) === `${path ?? '/users'}/self`,
    )
  const withoutSelf = isExternal && (isComplete || declaresSelf)
  const groups = fieldOf(authModel.schema, 'groups', ['list'])
  const email = fieldOf(authModel.schema, 'email', ['string', 'text'])
  if (email !== undefined) reportSharedEmail(email, model, collector)
  const fields: Auth['fields'] = {
    username: model.key,
    email: email?.name ?? null,
    password: 'password',
    groups: groups?.name ?? null,
  }
  return {
    enabledByDefault: namesAuthentication(api),
    model: model.id,
    defaultModel: authModel.isDefault,
    fields,
    registerFields: registerFields(model, authModel, fields, collector),
    path,
    ownRoutes: ownRoutes(model, routes, api),
    ...(withoutSelf ? { withoutSelf } : {}),
    ticket: ticket && readTicket(ticket, secrets, collector),
    apiKey: apiKey && { name: apiKey.name, loc: locationOf(apiKey.nameAt) },
    ...(external.length === 0 ? {} : { schemes: external.map(readExternalScheme) }),
    handlers: authHandlers(model.id, events),
  }
}

/** Warns if several users can have the address that identifies one of them at a login. */
function reportSharedEmail(
  { name, nameAt: at }: Property,
  { id, key, fields }: Model,
  collector: Collector,
): void {
  const isUnique = fields.some((field) => field.name === name && field.constraints.unique)
  if (isUnique || key === name) return
  collector.report('SVC5051', {
    message: `Several users can have the same "${name}", which identifies an item of ${id} at a login`,
    at,
    help: `Write "unique": true in the "_db_settings" of "${name}"`,
  })
}

/** Returns the schemes that any `securedBy` names or, if there are none, all of them: `auth = true` needs one. */
function schemesInUse(api: Api): readonly SecurityScheme[] {
  const declared = [...api.securitySchemes.values()].filter(isIssued)
  const named = schemesNamed(api)
  const used = declared.filter(({ name }) => named.has(name))
  return used.length === 0 ? declared : used
}

/** Returns whether the root, a resource or a method names a scheme that identifies callers. */
function namesAuthentication(api: Api): boolean {
  const named = schemesNamed(api)
  return [...api.securitySchemes.values()].some(
    (scheme) => named.has(scheme.name) && isAuthentication(scheme),
  )
}

function onlyOf(
  kind: SecurityScheme['kind'],
  schemes: readonly SecurityScheme[],
  collector: Collector,
): SecurityScheme | null {
  const [first, ...others] = schemes.filter((scheme) => scheme.kind === kind)
  for (const { name, nameAt, type } of others) {
    const message = `A service can have only one ${type} scheme; "${name}" is treated as "${first?.name ?? ''}"`
    const related = first === undefined ? [] : [{ message: 'First declared here', at: first.nameAt }]
    collector.report('SVC5013', { message, at: nameAt, related })
  }
  return first ?? null
}

function registerFields(
  model: Model,
  { schema }: AuthModel,
  fields: Auth['fields'],
  collector: Collector,
): readonly string[] {
  const written = [...model.fields.filter(({ type }) => type !== 'foreign_key'), ...model.relations]
  const known = new Set(written.map(({ name }) => name))
  const list = { model: model.id, list: '_register_fields', known, collector }
  const required = model.schema['required']
  const names = [
    ...(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []),
    ...fieldNames(schema.registerFields, list),
  ]
  const own = new Set<string | null>([fields.username, fields.email, fields.password, fields.groups])
  return [...new Set(names)].filter((name) => !own.has(name)).sort(compareText)
}

/**
 * Returns what the built-in routes for callers require: the same as the root or, if it names no scheme, as the route
 * that returns a user. If that accepts no credentials either, all are accepted, because the routes would be useless.
 */
function ownRoutes(model: Model, routes: readonly SpannedRoute[], api: Api): Auth['ownRoutes'] {
  const own = routes.filter((route) => route.model === model.id && route.parents.length === 0)
  const item = own.find(({ action }) => action === 'show') ?? own.find(({ kind }) => kind === 'item')
  const candidates = [securityAtRoot(api), ...(item === undefined ? [] : [item])]
  const found = candidates.find(({ accepts }) => accepts !== null && accepts.length > 0)
  if (found === undefined) return { accepts: null }
  const { accepts, scopes, requires } = found
  return {
    accepts,
    ...(scopes === undefined ? {} : { scopes }),
    ...(requires === undefined ? {} : { requires }),
  }
}

/** Returns the path of the users, without what it can end with in OpenAPI. */
function collectionPath(
  model: Model,
  routes: readonly SpannedRoute[],
  { components }: Pick<Api, 'components'>,
): string | null {
  const stem = (path: string): string => (components === null ? path : stemOf(path))
  const own = routes.filter((route) => route.model === model.id && route.parents.length === 0)
  const collection = own.find(({ kind }) => kind === 'collection')
  if (collection !== undefined) return stem(collection.path)
  const item = own.find(({ kind, param, path }) => kind === 'item' && path.includes(`{${param}}`))
  return item === undefined ? null : stem(item.path).replace(/\/[^/]*$/, '')
}

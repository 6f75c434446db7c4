import { isLimited } from '../../access/caller.js'
import type { Auth, Model, Route, Service, TicketScheme } from '../../ir/index.js'
import { isGuarded } from '../../ir/lookup.js'
import { Code, literal } from '../literal.js'
import { aclOf } from '../../ir/lookup.js'

/** What `auth.ts` prints. */
export interface AuthView {
  /** Names of the ACLs that it refers to. */
  readonly acls: string
  readonly config: string
}

/** Where the caller is found where the auth model has no route of its own. */
const USERS_PATH = '/users'

/** The configuration of authentication: what the settings do not say. */
export function authView(service: Service, auth: Auth): AuthView {
  const acls = aclsOf(service, viewRoute)
  const known = new Map(acls)
  const writeAcls = aclsOf(service, writeRoute).filter(([id, name]) => known.get(id) !== name)
  return {
    acls: [...new Set([...acls, ...writeAcls].map(([, name]) => name))].sort().join(', '),
    config: literal({
      model: auth.model,
      fields: auth.fields,
      registerFields: auth.registerFields,
      path: auth.path ?? USERS_PATH,
      ...(isLimited(service, auth.selfAccepts) ? { selfAccepts: auth.selfAccepts } : {}),
      ticket: auth.ticket && ticketConfig(auth.ticket),
      apiKey: auth.apiKey !== null,
      visibility: Object.fromEntries(
        service.models.filter(restricts).map(({ id, visibility }) => [id, visibility]),
      ),
      acls: byModel(acls),
      ...(writeAcls.length === 0 ? {} : { writeAcls: byModel(writeAcls) }),
      ownAcls: service.models.filter((model) => isGuarded(service, model)).map(({ id }) => id),
      handlers: auth.handlers,
    }),
  }
}

function ticketConfig({ name: _name, loc: _loc, ...config }: TicketScheme): object {
  return config
}

function restricts({ visibility }: Model): boolean {
  const { public: anonymous, authenticated, hidden } = visibility
  return anonymous !== null || authenticated !== null || hidden.length > 0
}

/** The variable of an ACL for each model that has such a route. */
function aclsOf(
  service: Service,
  find: (service: Service, model: string) => Route | undefined,
): readonly (readonly [model: string, name: string])[] {
  return service.models.flatMap(({ id }) => {
    const route = find(service, id)
    return route === undefined ? [] : [[id, aclOf(service, route.acl).var] as const]
  })
}

function byModel(acls: readonly (readonly [model: string, name: string])[]): object {
  return Object.fromEntries(acls.map(([id, name]) => [id, new Code(name)]))
}

/** The route that says who may change an item: that of its PATCH, otherwise of its PUT; the least deep. */
function writeRoute(service: Service, model: string): Route | undefined {
  const own = routesOf(service, model).filter(({ action }) => action === 'update' || action === 'replace')
  const patches = own.filter(({ action }) => action === 'update')
  return leastDeep(patches.length > 0 ? patches : own)
}

function routesOf({ routes }: Service, model: string): readonly Route[] {
  return routes.filter((route) => route.model === model && route.kind !== 'attribute')
}

function leastDeep(routes: readonly Route[]): Route | undefined {
  return routes.toSorted((a, b) => a.parents.length - b.parents.length)[0]
}

/** The route that says who may view an item: that which shows it, failing that its collection's, failing that any; the least deep. */
function viewRoute(service: Service, model: string): Route | undefined {
  const own = routesOf(service, model)
  const views = own.filter(({ permission }) => permission === 'view')
  const shows = views.filter(({ action }) => action === 'show')
  const [best = []] = [shows, views, own].filter(({ length }) => length > 0)
  return leastDeep(best)
}

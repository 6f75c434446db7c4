import { issuedCredentials, namedUsers } from '../../access/caller.js'
import { verdictOn } from '../../access/verdict.js'
import { firstOf, viewAction, viewRoute } from '../../access/view-operation.js'
import type { Auth, CustomAction, Model, Route, Service, TicketScheme } from '../../ir/index.js'
import { aclOf, allWriteRules, itemRoutesOf } from '../../ir/lookup.js'
import { Code, literal } from '../literal.js'
import { fastifyPath } from '../paths.js'
import { principalCode } from './acl.js'
import { limitsOf } from './routes.js'
import { containedModels, openModels } from '../../access/contained-models.js'

const USERS_PATH = '/users'

/** Returns the part of the authentication configuration that is not in the settings. */
export function authView(service: Service, auth: Auth): object {
  const acls = aclsOf(service, viewRoute)
  const known = new Map(acls.map(({ model, code }) => [model, code]))
  const writeAcls = aclsOf(service, writeRoute).filter(({ model, code }) => known.get(model) !== code)
  const reserved = namedUsers(service)
  const limits = limitsText(service, auth.ownRoutes)
  const contained = containedModels(service)
  const ownAcls = aclsOf(service, viewAction).filter(({ model }) => contained.includes(model))
  const open = openModels(service)
  const allAcls = [...acls, ...writeAcls, ...ownAcls]
  const writers = service.models.flatMap((model) => writersOf(model))
  const path = auth.path ?? USERS_PATH
  const creations = service.routes
    .filter((route) => route.model === auth.model && route.action === 'create' && !route.path.endsWith(path))
    .map((route) => fastifyPath(route.path))
  return {
    builders: builderNames(service, open).join(', '),
    contained: open.length > 0,
    reserved: reserved.length > 0,
    acls: [...new Set(allAcls.map(({ name }) => name))].sort().join(', '),
    requiring: allAcls.some(({ name, code }) => name !== code),
    config: literal({
      model: auth.model,
      fields: auth.fields,
      registerFields: issuedCredentials(auth).length > 0 ? auth.registerFields : undefined,
      rejectReserved:
        reserved.length === 0
          ? undefined
          : new Code(`reservedNames(${literal(auth.fields.username)}, ${literal(reserved)})`),
      path,
      creations: creations.length === 0 ? undefined : creations,
      ownRoutes: limits === null ? undefined : new Code(limits),
      withoutSelf: auth.withoutSelf,
      ticket: auth.ticket === null ? undefined : ticketConfig(auth.ticket),
      apiKey: auth.apiKey === null ? undefined : true,
      visibility: Object.fromEntries(
        service.models.filter(restricts).map(({ id, visibility }) => [id, visibility]),
      ),
      writableBy: writers.length === 0 ? undefined : Object.fromEntries(writers),
      acls: byModel(acls),
      writeAcls: writeAcls.length === 0 ? undefined : byModel(writeAcls),
      containedAcls:
        contained.length === 0
          ? undefined
          : byModel([...open.map((model) => ({ model, code: 'containedAcl' })), ...ownAcls]),
      handlers: auth.handlers,
    }),
  }
}

function ticketConfig(ticket: TicketScheme): object {
  const { secretSetting, hashAlgorithm, cookieName, timeout, reissueTime } = ticket
  const { httpOnly, secure, sameSite, maxAge, path, domain } = ticket
  const cookie = {
    httpOnly,
    // Browsers reject SameSite=None cookies that are not secure.
    secure: secure ?? (sameSite === 'None' ? true : undefined),
    sameSite: sameSite.toLowerCase(),
    maxAge: maxAge ?? undefined,
    path,
    domain: domain ?? undefined,
  }
  return { secretSetting, hashAlgorithm, cookieName, cookie, timeout, reissueTime }
}

/**
 * Returns a model's entry in `writableBy`, if any. The entry contains the principals for each field with
 * `_writable_by`, keyed by field name.
 */
function writersOf(model: Model): [string, object][] {
  const fields = allWriteRules(model).flatMap(({ name, writableBy }): [string, readonly Code[]][] =>
    writableBy === null ? [] : [[name, writableBy.map((principal) => new Code(principalCode(principal)))]],
  )
  return fields.length === 0 ? [] : [[model.id, Object.fromEntries(fields)]]
}

function builderNames({ models }: Service, contained: readonly string[]): readonly string[] {
  const kinds = models.flatMap((model) =>
    allWriteRules(model).flatMap(({ writableBy }) => (writableBy ?? []).map(({ kind }) => kind)),
  )
  const all = [...kinds, ...(contained.length === 0 ? [] : ['accessRules', 'allow', 'everyone'])]
  return [...new Set<string>(all)].sort()
}

function restricts({ visibility }: Model): boolean {
  const { public: anonymous, authenticated, hidden } = visibility
  return anonymous !== null || authenticated !== null || hidden.length > 0
}

/** The ACL that decides on the items of a model. */
interface ModelAcl {
  readonly model: string
  /** The variable. */
  readonly name: string
  /** The variable, or a call that also requires the credentials of the model's own routes. */
  readonly code: string
}

/** Returns the models for which `find` returns an operation, each with the operation's ACL. */
function aclsOf(
  service: Service,
  find: (service: Service, model: string) => Route | CustomAction | undefined,
): readonly ModelAcl[] {
  const operations = [...service.routes, ...service.actions]
  const requirements = new Set(operations.map((each) => limitsText(service, each)))
  return service.models.flatMap(({ id }) => {
    const route = find(service, id)
    if (route === undefined) return []
    const name = aclOf(service, route.acl).var
    const limits = limitsText(service, route)
    const isOpen =
      limits === null ||
      requirements.size === 1 ||
      verdictOn(route, { kind: 'anonymous' }, service).kind === 'allow'
    return [{ model: id, name, code: isOpen ? name : `requiringCredentials(${name}, ${limits})` }]
  })
}

/** Returns the code of what an operation requires of its callers; null if that is nothing. */
function limitsText(service: Service, operation: Parameters<typeof limitsOf>[1]): string | null {
  const limits = literal(limitsOf(service, operation))
  return limits === '{}' ? null : limits
}

function byModel(acls: readonly Pick<ModelAcl, 'model' | 'code'>[]): object {
  return Object.fromEntries(acls.map(({ model, code }) => [model, new Code(code)]))
}

/** Returns the route whose rules determine who is allowed to change an item: PATCH if there is one, otherwise PUT. */
function writeRoute(service: Service, model: string): Route | undefined {
  const own = itemRoutesOf(service, model)
  return firstOf(
    own.filter(({ action }) => action === 'update'),
    own.filter(({ action }) => action === 'replace'),
  )
}

import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Forbidden, type HttpError } from '../errors.js'
import type { WritePermission } from '../http/write.js'
import type { Row } from '../model.js'
import type { Session } from '../store.js'
import type { Acl, AclRule, Permission, Principal, RuleTable } from './acl.js'
import { type Caller, type Credential, unauthorized } from './caller.js'

/** Whether a name without a prefix is a group. Otherwise, it is a user's key. */
export type IsGroup = (name: string) => boolean

/**
 * Evaluates rules in order, some of which name functions.
 * @param session undefined outside a transaction
 * @param item undefined for a collection
 */
export type Decide = (
  access: AccessControl,
  session: Session | undefined,
  request: FastifyRequest,
  permission: Permission,
  rules: readonly AclRule[],
  item: Row | undefined,
) => Promise<boolean>

export interface AccessControl {
  readonly isGroup: IsGroup
  /**
   * Returns the challenges in the `WWW-Authenticate` header.
   * @param accepts the credentials that the route accepts; if omitted, all
   */
  readonly challenges: (accepts?: readonly Credential[]) => readonly string[]
  /** Set if rules name functions. */
  readonly decide: Decide | undefined
  /** Evaluates an item's own rules, and returns undefined if no rule matches. Set if items can have rules. */
  readonly ownVerdict:
    ((request: FastifyRequest, permission: Permission, item: Row) => boolean | undefined) | undefined
  /** The session for checks outside a transaction. */
  readonly database: Session
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null if authentication is off. Everything is then allowed. */
    accessControl: AccessControl | null
  }
}

/**
 * Returns a hook that checks a permission before the item is read. If the decision depends on the item, the hook lets
 * the request through, and {@link permit} decides later.
 * @param accepts the credentials that the route accepts; if omitted, all
 */
export function may(
  permission: Permission,
  table: RuleTable,
  accepts?: readonly Credential[],
): onRequestHookHandler {
  const rules = table.rules[permission]
  return (request, _reply, done) => {
    const proof = request.caller?.proof.by
    if (accepts?.every((credential) => credential !== proof)) request.caller = null
    const verdict = known(request, rules)
    if (verdict === true || (table.about === 'item' && isOpen(request, verdict))) done()
    else if (verdict === false) done(accessError(request))
    else
      void isAllowed(undefined, request, permission, rules, undefined).then(
        (yes) => done(yes ? undefined : accessError(request)),
        done,
      )
  }
}

/** Returns whether the decision depends on the item. */
function isOpen({ server }: FastifyRequest, verdict: boolean | undefined): boolean {
  return verdict === undefined || server.accessControl?.ownVerdict !== undefined
}

/**
 * Returns whether the caller is allowed to view the collection or all items. Principal functions are not called,
 * because they decide on one item at a time: an `allow` rule that names a function is ignored, and a `deny` rule that
 * names one is treated as a match.
 */
export function mayViewInGeneral(request: FastifyRequest, { collection, item }: Acl): boolean {
  return [collection, item].some(({ rules }) => {
    const certain = rules.view.filter(
      ({ principal, effect }) => principal.kind !== 'callable' || effect === 'deny',
    )
    return known(request, certain) === true
  })
}

/**
 * Checks that the caller has a permission on an item. Principal functions read and write in this session.
 * @throws Unauthorized for an anonymous caller, otherwise Forbidden
 */
export async function permit(
  session: Session,
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  item: Row,
): Promise<void> {
  if (!(await allows(session, request, permission, acl, item))) throw accessError(request)
}

/**
 * Checks that the caller has a permission on an item, or on the collection.
 * @param own the ACL of the model's routes; undefined for a model without routes, to which no one has access
 * @throws Unauthorized for an anonymous caller, otherwise Forbidden
 */
export async function authorize(
  request: FastifyRequest,
  permission: Permission,
  own: Acl | undefined,
  item?: Row,
): Promise<void> {
  const { accessControl } = request.server
  if (accessControl === null) return
  if (own === undefined) throw accessError(request)
  const { plain: acl = own } = own
  if (item !== undefined) return permit(accessControl.database, request, permission, acl, item)
  const rules = acl.collection.rules[permission]
  if (!(await isAllowed(undefined, request, permission, rules, undefined))) throw accessError(request)
}

/**
 * Like {@link permit}, but reads the item only if the decision depends on it.
 * @param find returns the item; throws NotFound if it does not exist
 */
export async function permitUnread(
  session: Session,
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  find: () => Promise<Row>,
): Promise<void> {
  const verdict = known(request, acl.item.rules[permission])
  if (isOpen(request, verdict)) await permit(session, request, permission, acl, await find())
  else if (verdict === false) throw accessError(request)
}

/** Returns the permission check for a write. The item is needed only if the decision depends on it. */
export function permitted(permission: Permission, acl: Acl): WritePermission {
  const rules = acl.item.rules[permission]
  return {
    isGiven: (request) => known(request, rules) === true && !isOpen(request, true),
    check: (session, request, item) => permit(session, request, permission, acl, item),
  }
}

export async function allows(
  session: Session,
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  item: Row,
): Promise<boolean> {
  const rules = acl.item.rules[permission]
  if (rules[0] !== undefined && isUnidentified(request, rules[0].principal))
    return known(request, rules) === true
  // The item's own rules take precedence over all other rules.
  const own = request.server.accessControl?.ownVerdict?.(request, permission, item)
  return own ?? isAllowed(session, request, permission, rules, item)
}

/**
 * Returns whether rules allow the caller a permission. A principal function is replaced by the rules that it returns.
 * @param item undefined for a collection
 */
export async function isAllowed(
  session: Session | undefined,
  request: FastifyRequest,
  permission: Permission,
  rules: readonly AclRule[],
  item: Row | undefined,
): Promise<boolean> {
  const verdict = known(request, rules)
  if (verdict !== undefined) return verdict
  const { accessControl } = request.server
  return (await accessControl?.decide?.(accessControl, session, request, permission, rules, item)) ?? false
}

/** Evaluates rules in order. Returns undefined if a principal function must be called to evaluate a rule. */
export function known(request: FastifyRequest, rules: readonly AclRule[]): boolean | undefined {
  if (request.server.accessControl === null) return true
  for (const { principal, effect } of rules) {
    if (principal.kind === 'callable') return undefined
    if (isUnidentified(request, principal) || matches(principal, request.caller)) return effect === 'allow'
  }
  return false
}

function isUnidentified(request: FastifyRequest, principal: Principal): boolean {
  return principal.kind === 'anonymous' && (request.caller === null || principal.lacks?.(request) === true)
}

/** Returns whether a principal other than a function includes the caller. */
export function matches(principal: Principal, caller: Pick<Caller, 'key' | 'groups'> | null): boolean {
  switch (principal.kind) {
    case 'everyone':
      return true
    case 'anonymous':
      return caller === null
    case 'authenticated':
      return caller !== null
    case 'group':
      return caller !== null && caller.groups.has(principal.name)
    case 'user':
      return caller !== null && String(caller.key) === principal.name
    case 'callable':
      return false
  }
}

function accessError(request: FastifyRequest): HttpError {
  const { caller, method } = request
  return caller === null
    ? unauthorized(request)
    : new Forbidden(`You do not have permission to ${method} this resource.`)
}

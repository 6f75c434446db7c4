import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Forbidden, type HttpError } from '../errors.js'
import type { GivenRule, PrincipalContext } from '../events/types.js'
import type { WritePermission } from '../http/write-item.js'
import type { ModelSpec, Row } from '../model.js'
import { type Condition, EVERYTHING } from '../store.js'
import {
  type Acl,
  type AclRule,
  type Caller,
  type Credential,
  OWN_ACL,
  PERMISSIONS,
  type Permission,
  type Principal,
  type RuleTable,
  ownCondition,
  ownVerdict,
  unauthorized,
} from './acl.js'

/** Whether a name without a prefix is a group; otherwise it is the key of a user. */
export type IsGroup = (name: string) => boolean

const RULE = /^(allow|deny)\s+(\S+)\s+(\S.*)$/i

/**
 * Parses the rules that a principal function returns: text with rules separated by line breaks or `;`, or a list of such texts and of
 * `{effect, principal, permissions}`.
 * @param name name of the function, for error messages
 * @throws TypeError if a rule is invalid
 */
export function readGivenRules(given: unknown, name: string, isGroup: IsGroup): AclRule[] {
  if (given === undefined || given === null) return []
  if (typeof given === 'string') return readText(given, name, isGroup)
  if (Array.isArray(given)) return given.flatMap((rule: unknown) => readRule(rule, name, isGroup))
  throw invalidRule(name, given)
}

function readRule(rule: unknown, name: string, isGroup: IsGroup): AclRule[] {
  if (typeof rule === 'string') return readText(rule, name, isGroup)
  if (!isRuleObject(rule)) throw invalidRule(name, rule)
  return [
    {
      effect: rule.effect,
      principal: readPrincipal(rule.principal, isGroup),
      permissions: rule.permissions.flatMap((permission) => readPermission(permission, name)),
    },
  ]
}

function readText(text: string, name: string, isGroup: IsGroup): AclRule[] {
  const lines = text.split(/[\n;]/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line): AclRule => {
      const [, effect = '', principal = '', permissions = ''] = RULE.exec(line) ?? []
      if (effect === '') throw invalidRule(name, line)
      return {
        effect: effect.toLowerCase() === 'allow' ? 'allow' : 'deny',
        principal: readPrincipal(principal, isGroup),
        permissions: permissions.split(',').flatMap((permission) => readPermission(permission.trim(), name)),
      }
    })
}

function readPrincipal(text: string, isGroup: IsGroup): Principal {
  if (text === 'everyone') return { kind: 'everyone' }
  if (text === 'authenticated') return { kind: 'authenticated' }
  if (text.startsWith('g:')) return { kind: 'group', name: text.slice(2) }
  return { kind: isGroup(text) ? 'group' : 'user', name: text }
}

function readPermission(text: string, name: string): readonly Permission[] {
  if (text === 'all') return PERMISSIONS
  const permission = PERMISSIONS.find((known) => known === text)
  if (permission === undefined)
    throw new TypeError(`The principal "${name}" returned the unknown permission "${text}"`)
  return [permission]
}

function isRuleObject(rule: unknown): rule is Exclude<GivenRule, string> {
  return (
    typeof rule === 'object' &&
    rule !== null &&
    'effect' in rule &&
    (rule.effect === 'allow' || rule.effect === 'deny') &&
    'principal' in rule &&
    typeof rule.principal === 'string' &&
    'permissions' in rule &&
    Array.isArray(rule.permissions)
  )
}

function invalidRule(name: string, given: unknown): TypeError {
  return new TypeError(`The principal "${name}" returned an invalid rule: ${JSON.stringify(given)}`)
}

/** The configuration of access control. */
export interface AccessControl {
  /** Calls a principal function by name. */
  readonly ask: (name: string, context: PrincipalContext) => Promise<unknown>
  readonly isGroup: IsGroup
  /** The scheme in `WWW-Authenticate`. */
  readonly challenge: string
  /** Whether items can have their own rules. */
  readonly databaseAcls: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null if authentication is off: then everything is allowed. */
    accessControl: AccessControl | null
  }
}

/**
 * Returns a hook that checks a permission as far as possible without the item. If a principal function or the item's own rules must decide,
 * the request passes, and {@link permit} decides later.
 * @param accepts the credentials that the route accepts; all if omitted
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
      void decided(request, permission, rules, undefined).then(
        (yes) => done(yes ? undefined : accessError(request)),
        done,
      )
  }
}

/** Whether the decision depends on the item. */
function isOpen({ server }: FastifyRequest, verdict: boolean | undefined): boolean {
  return verdict === undefined || server.accessControl?.databaseAcls === true
}

/**
 * Returns the condition for the items that the caller may access by their own rules. Principal functions that decide on single items do not apply to
 * collections.
 */
export function reachable(
  request: FastifyRequest,
  permission: Permission,
  model: ModelSpec,
  acl: Acl,
): Condition {
  const { accessControl } = request.server
  if (accessControl === null || !Object.hasOwn(model.fields, OWN_ACL)) return EVERYTHING
  const otherwise = known(request, acl.item.rules[permission]) ?? true
  return ownCondition(permission, request.caller, accessControl.isGroup, otherwise)
}

/**
 * Whether the caller's queries may filter by fields of this model, which reveals their values: if the rules allow the caller to view all items or the
 * collection. Principal functions cannot decide this, because they decide on single items.
 */
export function mayFilterBy(request: FastifyRequest, { collection, item }: Acl): boolean {
  return [collection, item].some(({ about, rules }) => {
    const plain = rules.view.filter(({ principal }) => principal.kind !== 'callable')
    return known(request, plain) === true || (about === 'item' && isOpen(request, false))
  })
}

/**
 * Checks that the caller has a permission on an item.
 * @throws Unauthorized for an anonymous caller, otherwise Forbidden
 */
export async function permit(
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  item: Row,
): Promise<void> {
  if (!(await allows(request, permission, acl, item))) throw accessError(request)
}

/**
 * Like {@link permit}, but reads the item only if the decision depends on it.
 * @param find returns the item; throws NotFound if it does not exist
 */
export async function permitUnread(
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  find: () => Promise<Row>,
): Promise<void> {
  const verdict = known(request, acl.item.rules[permission])
  if (isOpen(request, verdict)) await permit(request, permission, acl, await find())
  else if (verdict === false) throw accessError(request)
}

/** Returns a check for writes, which need not read the item if the decision does not depend on it. */
export function permitted(permission: Permission, acl: Acl): WritePermission {
  const rules = acl.item.rules[permission]
  return {
    isGiven: (request) => known(request, rules) === true && !isOpen(request, true),
    check: (request, item) => permit(request, permission, acl, item),
  }
}

/** Whether the caller has a permission on an item. */
export function allows(
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  item: Row,
): boolean | Promise<boolean> {
  const rules = acl.item.rules[permission]
  return own(request, permission, item) ?? known(request, rules) ?? decided(request, permission, rules, item)
}

/** Evaluates the item's own rules, which come before all others. */
function own({ server, caller }: FastifyRequest, permission: Permission, item: Row): boolean | undefined {
  const { accessControl } = server
  if (accessControl === null || !accessControl.databaseAcls) return undefined
  return ownVerdict(item, permission, caller, accessControl.isGroup)
}

/** Evaluates rules in order. Returns undefined if a principal function must decide first. */
function known(request: FastifyRequest, rules: readonly AclRule[]): boolean | undefined {
  if (request.server.accessControl === null) return true
  for (const { principal, effect } of rules) {
    if (principal.kind === 'callable') return undefined
    if (matches(principal, request.caller)) return effect === 'allow'
  }
  return false
}

async function decided(
  request: FastifyRequest,
  permission: Permission,
  rules: readonly AclRule[],
  item: Row | undefined,
): Promise<boolean> {
  for (const rule of rules) {
    const answers =
      rule.principal.kind === 'callable' ? await given(request, rule, rule.principal.name, item) : [rule]
    const match = answers.find(
      ({ principal, permissions }) => permissions.includes(permission) && matches(principal, request.caller),
    )
    if (match !== undefined) return match.effect === 'allow'
  }
  return false
}

/** Returns the rules that a principal function substitutes for a rule. */
async function given(
  request: FastifyRequest,
  rule: AclRule,
  name: string,
  item: Row | undefined,
): Promise<readonly AclRule[]> {
  const { accessControl } = request.server
  if (accessControl === null) return []
  const { effect, permissions } = rule
  const answer = await accessControl.ask(name, {
    ace: { effect, permissions },
    request,
    user: request.caller?.known,
    item,
  })
  return readGivenRules(answer, name, accessControl.isGroup)
}

function matches(principal: Principal, caller: Caller | null): boolean {
  switch (principal.kind) {
    case 'everyone':
      return true
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

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

/** Whether a bare name is a group; else it is the key of a user (SPEC 11). */
export type IsGroup = (name: string) => boolean

const RULE = /^(allow|deny)\s+(\S+)\s+(\S.*)$/i

/**
 * Reads the rules that a user's function gives: text in the language of ACLs, its rules on lines or between `;`, or a list of such texts and of
 * `{effect, principal, permissions}`.
 * @param name of the function, for messages
 * @throws TypeError where that is no rule
 */
export function readGivenRules(given: unknown, name: string, isGroup: IsGroup): AclRule[] {
  if (given === undefined || given === null) return []
  if (typeof given === 'string') return readText(given, name, isGroup)
  if (Array.isArray(given)) return given.flatMap((rule: unknown) => readRule(rule, name, isGroup))
  throw noRule(name, given)
}

function readRule(rule: unknown, name: string, isGroup: IsGroup): AclRule[] {
  if (typeof rule === 'string') return readText(rule, name, isGroup)
  if (!isRuleObject(rule)) throw noRule(name, rule)
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
      if (effect === '') throw noRule(name, line)
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
    throw new TypeError(`the principal "${name}" gives the unknown permission "${text}"`)
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

function noRule(name: string, given: unknown): TypeError {
  return new TypeError(`the principal "${name}" gives what is no rule: ${JSON.stringify(given)}`)
}

/** What access control needs of the service. */
export interface AccessControl {
  /** Calls a principal of the user's by name. */
  readonly ask: (name: string, context: PrincipalContext) => Promise<unknown>
  readonly isGroup: IsGroup
  /** The scheme that a 401 names. */
  readonly challenge: string
  /** Whether items carry rules of their own. */
  readonly databaseAcls: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null where authentication is off, and everything is allowed (SPEC 11). */
    accessControl: AccessControl | null
  }
}

/**
 * Makes the hook that decides what can be decided without the item (SPEC 6, 11). What rules for items leave to the user's functions passes: it is
 * {@link permit} that decides then.
 * @param accepts the credentials that count, where the route itself does not say
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
    else if (verdict === false) done(refusal(request))
    else
      void decided(request, permission, rules, undefined).then(
        (yes) => done(yes ? undefined : refusal(request)),
        done,
      )
  }
}

/** Whether an item may still bring a rule that allows. */
function isOpen({ server }: FastifyRequest, verdict: boolean | undefined): boolean {
  return verdict === undefined || server.accessControl?.databaseAcls === true
}

/**
 * The items of a model that the caller may do this with, as far as their own rules tell; what functions decide about single items does not hold
 * for collections (SPEC 11).
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
 * Whether queries of the caller's may pass over items of this model, and so find out what is in them: where the rules let the caller view each item,
 * or the collection. What functions decide about single items cannot be asked of a query.
 */
export function mayPassOver(request: FastifyRequest, { collection, item }: Acl): boolean {
  return [collection, item].some(({ about, rules }) => {
    const plain = rules.view.filter(({ principal }) => principal.kind !== 'callable')
    return known(request, plain) === true || (about === 'item' && isOpen(request, false))
  })
}

/**
 * Checks that the caller may do this with this item.
 * @throws Unauthorized for an anonymous caller, Forbidden for one that is known
 */
export async function permit(
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  item: Row,
): Promise<void> {
  if (!(await allows(request, permission, acl, item))) throw refusal(request)
}

/**
 * {@link permit} for what does nothing with the item, as OPTIONS: it is found only where the answer depends on it.
 * @param find finds the item; @throws NotFound where there is none
 */
export async function permitUnread(
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  find: () => Promise<Row>,
): Promise<void> {
  const verdict = known(request, acl.item.rules[permission])
  if (isOpen(request, verdict)) await permit(request, permission, acl, await find())
  else if (verdict === false) throw refusal(request)
}

/** {@link permit} for writes, which need not read the item where its rules leave nothing open. */
export function permitted(permission: Permission, acl: Acl): WritePermission {
  const rules = acl.item.rules[permission]
  return {
    isGiven: (request) => known(request, rules) === true && !isOpen(request, true),
    check: (request, item) => permit(request, permission, acl, item),
  }
}

/** Whether the caller may do this with this item. */
export function allows(
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  item: Row,
): boolean | Promise<boolean> {
  const rules = acl.item.rules[permission]
  return own(request, permission, item) ?? known(request, rules) ?? decided(request, permission, rules, item)
}

/** What the item's own rules say, which are asked before all others. */
function own({ server, caller }: FastifyRequest, permission: Permission, item: Row): boolean | undefined {
  const { accessControl } = server
  if (accessControl === null || !accessControl.databaseAcls) return undefined
  return ownVerdict(item, permission, caller, accessControl.isGroup)
}

/** The first rule that matches decides; undefined where one of the user's functions has to be asked first. */
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

/** The rules that one of the user's functions puts in its place. */
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

function refusal(request: FastifyRequest): HttpError {
  const { caller, method } = request
  return caller === null
    ? unauthorized(request)
    : new Forbidden(`you may not do this: ${method} is not allowed to you here`)
}

import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../errors.js'
import type { GivenRule } from './principals.js'
import { isObject } from '../json.js'
import type { Key, Row } from '../model.js'
import type { AccessControl } from './access.js'
import type { UserFields } from './accounts.js'

/** A credential in a request: the ticket in the cookie, an API key, or the credentials of another scheme. */
export type Credential = 'ticket' | 'api_key' | `scheme:${string}`

/**
 * How a caller was authenticated: by the ticket in the cookie, an API key, the password in this request, or another
 * scheme. `stamp` comes from the ticket; it is undefined if the session starts with this request. `hashedToken` is the
 * hash of the API key's token. `groups` replaces the groups of the stored user, unless it is null.
 */
export type Proof =
  | { readonly by: 'ticket'; readonly session: string; readonly stamp?: string }
  | { readonly by: 'api_key'; readonly hashedToken: string }
  | { readonly by: 'password' }
  | { readonly by: `scheme:${string}`; readonly groups: readonly string[] | null }

export type TicketProof = Extract<Proof, { by: 'ticket' }>

/** The authenticated user who sent a request. */
export interface Caller {
  readonly key: Key
  readonly groups: ReadonlySet<string>
  /** Whether the caller is in the group `admin`. */
  readonly admin: boolean
  /** The user's item without the password hash, which handlers could otherwise reveal. */
  readonly user: Row
  readonly proof: Proof
}

/** The group of administrators. */
export const ADMIN_GROUP = 'admin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Null if authentication is off. Everything is then allowed. */
    accessControl: AccessControl | null
  }
  interface FastifyContextConfig {
    /** The credentials that the route accepts; if omitted, all. Other credentials are ignored. */
    accepts?: readonly Credential[]
    /** The scopes that a scheme must grant, keyed by the scheme's name. */
    scopes?: Readonly<Record<string, readonly string[]>>
    /** The credentials that a request must have together, for each alternative. */
    requires?: readonly (readonly Credential[])[]
  }
  interface FastifyRequest {
    /** The caller; null if the caller is anonymous or authentication is off. */
    caller: Caller | null
  }
}

/** Returns the {@link Caller} for a user. */
export function callerOf(user: Row, key: Key, fields: UserFields, proof: Proof): Caller {
  const given = 'groups' in proof ? proof.groups : null
  const value = given ?? (fields.groups === null ? null : user[fields.groups])
  const groups = new Set(Array.isArray(value) ? value.map(String) : [])
  const { [fields.password]: _password, ...known } = user
  const own = given === null || fields.groups === null ? known : { ...known, [fields.groups]: [...groups] }
  return { key, groups, admin: groups.has(ADMIN_GROUP), user: own, proof }
}

/** Returns a 401 error whose `WWW-Authenticate` header names the accepted schemes (RFC 9110, 11.6.1). */
export function unauthorized(
  { server, routeOptions }: FastifyRequest,
  detail = 'Authentication required.',
): Unauthorized {
  const { accepts } = routeOptions.config
  const challenges = server.accessControl?.challenges(accepts?.length === 0 ? undefined : accepts) ?? []
  return new Unauthorized(
    detail,
    challenges.length === 0 ? {} : { headers: { 'WWW-Authenticate': challenges.join(', ') } },
  )
}

/**
 * Returns the challenge for the credentials that the service issues. If a route accepts both tickets and API keys, the
 * challenge names only API keys, because programs evaluate it.
 * @param accepts the credentials that the route accepts; if omitted, all
 */
export function issuedChallenges(
  known: { readonly ticket: boolean; readonly apiKey: boolean },
  accepts?: readonly Credential[],
): readonly string[] {
  if (known.apiKey && (accepts?.includes('api_key') ?? true)) return ['ApiKey']
  return known.ticket && (accepts?.includes('ticket') ?? true) ? ['Ticket'] : []
}

/** The permissions that access rules can grant or deny. */
export const PERMISSIONS = ['view', 'create', 'update', 'delete', 'options'] as const
export type Permission = (typeof PERMISSIONS)[number]

/**
 * The subject of a rule. For a `user`, `name` is the user's key. For a `callable`, `name` is the name of a function in
 * the registry.
 */
export type Principal =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'callable'; readonly name: string }

export interface AclRule {
  readonly effect: 'allow' | 'deny'
  readonly principal: Principal
  readonly permissions: readonly Permission[]
}

/** The rules of an ACL. A blank `collection` or `item` is null. */
export interface AclRules {
  readonly collection: readonly AclRule[] | null
  readonly item: readonly AclRule[] | null
}

/** The rules for each permission, in order of evaluation. The first matching rule decides. */
export interface RuleTable {
  readonly about: 'collection' | 'item'
  readonly rules: Readonly<Record<Permission, readonly AclRule[]>>
}

/** A compiled ACL for a collection and its items. */
export interface Acl {
  readonly collection: RuleTable
  readonly item: RuleTable
}

export const everyone: Principal = { kind: 'everyone' }
export const authenticated: Principal = { kind: 'authenticated' }

/** Returns the principal for the members of a group, such as `g:admin`. */
export function group(name: string): Principal {
  return { kind: 'group', name }
}

export function user(name: string): Principal {
  return { kind: 'user', name }
}

/** Returns the principal for a function in the registry, such as `{{is_owner}}`. */
export function callable(name: string): Principal {
  return { kind: 'callable', name }
}

/** Returns a rule that grants permissions; by default, all. */
export function allow(principal: Principal, ...permissions: readonly Permission[]): AclRule {
  return { effect: 'allow', principal, permissions: permissions.length === 0 ? PERMISSIONS : permissions }
}

export function deny(principal: Principal, ...permissions: readonly Permission[]): AclRule {
  return { effect: 'deny', principal, permissions: permissions.length === 0 ? PERMISSIONS : permissions }
}

const ALLOW_ALL: readonly AclRule[] = [allow(everyone)]

/**
 * Compiles an ACL. For an item, the item rules are evaluated first, then the collection rules. If no rule matches,
 * access is denied. A blank `collection` allows everything on the collection and adds no rules for items.
 */
export function accessRules({ collection, item }: AclRules): Acl {
  return {
    collection: tableOf('collection', collection ?? ALLOW_ALL),
    item: tableOf('item', [...(item ?? []), ...(collection ?? [])]),
  }
}

function tableOf(about: RuleTable['about'], rules: readonly AclRule[]): RuleTable {
  const named = (permission: Permission): readonly AclRule[] =>
    rules.filter((rule) => rule.permissions.includes(permission))
  return {
    about,
    rules: {
      view: named('view'),
      create: named('create'),
      update: named('update'),
      delete: named('delete'),
      options: named('options'),
    },
  }
}

/** Name of the field that contains an item's own rules, if `database_acls` is on. */
export const OWN_ACL = '_acl'

/** A rule as text. Double quotes around the principal allow spaces in it. */
const RULE = /^(allow|deny)\s+("[^"]*(?:""[^"]*)*"|[^\s"]\S*)\s+(\S.*)$/is
/** The parts of a rule, with the names of its permissions as given. */
export interface RuleParts {
  readonly effect: 'allow' | 'deny'
  readonly principal: string
  readonly permissions: string
}

/** Returns the parts of a rule given as text, or undefined if it does not have the form of a rule. */
export function rulePartsOf(text: string): RuleParts | undefined {
  const [, effect, principal = '', permissions = ''] = RULE.exec(text) ?? []
  if (effect === undefined) return undefined
  return {
    effect: effect.toLowerCase() === 'allow' ? 'allow' : 'deny',
    principal: principal.startsWith('"') ? principal.slice(1, -1).replaceAll('""', '"') : principal,
    permissions,
  }
}

export function isRuleObject(rule: unknown): rule is Exclude<GivenRule, string> {
  return (
    isObject(rule) &&
    (rule['effect'] === 'allow' || rule['effect'] === 'deny') &&
    typeof rule['principal'] === 'string' &&
    Array.isArray(rule['permissions'])
  )
}

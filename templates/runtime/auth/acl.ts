import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../errors.js'
import { type Json, isObject } from '../json.js'
import type { FieldSpec, Key, ModelSpec, Models, Row } from '../model.js'
import { type Condition, EVERYTHING } from '../store.js'
import { type Checked, bad, good } from '../values/text.js'
import type { IsGroup } from './access.js'
import type { UserFields } from './accounts.js'

/** What a request may bring along to say who the caller is: the cookie's ticket, or an API key. */
export type Credential = 'ticket' | 'api_key'

/** How a caller is known: by the cookie's ticket, by an API key, or by the password that this very request brings. */
export type Proof =
  | { readonly by: 'ticket'; readonly session: string }
  | { readonly by: 'api_key' }
  | { readonly by: 'password' }

/** Who makes a request. */
export interface Caller {
  readonly key: Key
  readonly groups: ReadonlySet<string>
  /** Member of the group `admin`. */
  readonly admin: boolean
  /** The item of the auth model. */
  readonly user: Row
  /** The same without the password's hash: for the user's own functions, whose answers may show it. */
  readonly known: Row
  readonly proof: Proof
}

/** The group whose members may do what the service reserves to admins (SPEC 10, 12). */
export const ADMIN_GROUP = 'admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The credentials that the route accepts; others count as none. Left out: all. */
    accepts?: readonly Credential[]
  }
  interface FastifyRequest {
    /** Who makes the request; null for an anonymous caller, and where authentication is off. */
    caller: Caller | null
  }
}

/** The user as the caller of a request. */
export function callerOf(user: Row, key: Key, fields: UserFields, proof: Proof): Caller {
  const value = fields.groups === null ? null : user[fields.groups]
  const groups = new Set(Array.isArray(value) ? value.map(String) : [])
  const { [fields.password]: _password, ...known } = user
  return { key, groups, admin: groups.has(ADMIN_GROUP), user, known, proof }
}

/** A 401 that says which credentials the route accepts (RFC 9110, 11.6.1). */
export function unauthorized(
  { server, routeOptions }: FastifyRequest,
  detail = 'log in first',
): Unauthorized {
  const { accepts } = routeOptions.config
  const isForTickets = accepts?.length === 1 && accepts[0] === 'ticket'
  const challenge = isForTickets ? 'Ticket' : server.accessControl?.challenge
  return new Unauthorized(
    detail,
    challenge === undefined ? {} : { headers: { 'WWW-Authenticate': challenge } },
  )
}

/** What can be done with a resource (SPEC 11). */
export const PERMISSIONS = ['view', 'create', 'update', 'delete', 'options'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Whom a rule is about. `name` of a `user` is the key of an item of the auth model; of a `callable`, a function of the registry. */
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

/** The rules of an ACL as written; null where blank. */
export interface AclRules {
  readonly collection: readonly AclRule[] | null
  readonly item: readonly AclRule[] | null
}

/** For each permission the rules that name it, in the order in which they are asked: the first that matches wins. */
export interface RuleTable {
  readonly about: 'collection' | 'item'
  readonly rules: Readonly<Record<Permission, readonly AclRule[]>>
}

/** An ACL, ready to be asked about a collection or about an item. */
export interface Acl {
  readonly collection: RuleTable
  readonly item: RuleTable
}

export const everyone: Principal = { kind: 'everyone' }
export const authenticated: Principal = { kind: 'authenticated' }

/** The members of a group: `g:admin`. */
export function group(name: string): Principal {
  return { kind: 'group', name }
}

/** The user with this key. */
export function user(name: string): Principal {
  return { kind: 'user', name }
}

/** Whoever the user's function of this name says: `{{is_owner}}`. */
export function callable(name: string): Principal {
  return { kind: 'callable', name }
}

/** The rule that grants permissions; without any, all of them. */
export function allow(principal: Principal, ...permissions: readonly Permission[]): AclRule {
  return { effect: 'allow', principal, permissions: permissions.length === 0 ? PERMISSIONS : permissions }
}

/** The rule that refuses permissions; without any, all of them. */
export function deny(principal: Principal, ...permissions: readonly Permission[]): AclRule {
  return { effect: 'deny', principal, permissions: permissions.length === 0 ? PERMISSIONS : permissions }
}

const ALLOW_ALL: readonly AclRule[] = [allow(everyone)]

/**
 * Puts the rules of an ACL in the order in which they are asked (SPEC 11): for an item its own rules, then those of the collection, then no.
 * A blank `collection` allows all on the collection, and nothing on an item.
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

/** The field in which an item carries rules of its own, where `database_acls` is on (SPEC 11). */
export const OWN_ACL = '_acl'

const FIELD: FieldSpec = { type: 'list', itemType: 'string', column: OWN_ACL, check: readOwnRules }

const RULE = /^(allow|deny)\s+(\S+)\s+(\S.*)$/i
const NAMES: readonly string[] = [...PERMISSIONS, 'all']

/**
 * Rules as they are stored: one for each permission, `allow g:editors update`. So a database can tell which items they let a caller view. A body may
 * name several permissions in one, as an ACL does.
 */
function readOwnRules(value: Json): Checked {
  if (!Array.isArray(value)) return bad('must be a list of rules')
  const rules: string[] = []
  for (const [index, text] of value.entries()) {
    const [, effect = '', principal = '', permissions = ''] = RULE.exec(String(text).trim()) ?? []
    const names = [...new Set(permissions.split(/[\s,]+/))].filter((name) => name !== '')
    if (typeof text !== 'string' || names.length === 0)
      return bad(`item ${index} is no rule: write it as in "allow g:admin view, update"`)
    const unknown = names.find((name) => !NAMES.includes(name))
    if (unknown !== undefined)
      return bad(`item ${index}: "${unknown.slice(0, 100)}" is no permission; there are ${NAMES.join(', ')}`)
    rules.push(...names.map((name) => `${effect.toLowerCase()} ${principal} ${name}`))
  }
  return good([...new Set(rules)])
}

/** The models; those of these names with the field for rules of their own. */
export function withOwnAcls(models: Models, names: readonly string[]): Models {
  return Object.fromEntries(
    Object.entries(models).map(([name, model]) => [name, names.includes(name) ? withOwnAcl(model) : model]),
  )
}

/** Without the emitted literal for rows, which knows nothing of the field. */
function withOwnAcl({ row: _row, ...model }: ModelSpec): ModelSpec {
  const { properties } = model.schema
  const own = { type: ['array', 'null'] }
  return {
    ...model,
    fields: { ...model.fields, [OWN_ACL]: FIELD },
    schema: { ...model.schema, properties: { ...(isObject(properties) ? properties : {}), [OWN_ACL]: own } },
  }
}

/** What the item's own rules say to the caller: a refusal beats a grant; undefined where none matches. */
export function ownVerdict(
  item: Row,
  permission: Permission,
  caller: Caller | null,
  isGroup: IsGroup,
): boolean | undefined {
  const rules = item[OWN_ACL]
  if (!Array.isArray(rules) || rules.length === 0) return undefined
  if (matching('deny', permission, caller, isGroup).some((rule) => rules.includes(rule))) return false
  return matching('allow', permission, caller, isGroup).some((rule) => rules.includes(rule))
    ? true
    : undefined
}

/**
 * Which items their own rules leave to the caller.
 * @param otherwise what holds for items without a rule that matches
 */
export function ownCondition(
  permission: Permission,
  caller: Caller | null,
  isGroup: IsGroup,
  otherwise: boolean,
): Condition {
  const refused = anyOf(matching('deny', permission, caller, isGroup))
  const granted = anyOf(matching('allow', permission, caller, isGroup))
  return { kind: 'and', of: [{ kind: 'not', of: refused }, otherwise ? EVERYTHING : granted] }
}

function anyOf(rules: readonly string[]): Condition {
  return { kind: 'compare', field: OWN_ACL, op: 'any', value: rules }
}

/** All rules that would speak of this permission to this caller. */
function matching(
  effect: 'allow' | 'deny',
  permission: Permission,
  caller: Caller | null,
  isGroup: IsGroup,
): readonly string[] {
  const groups = [...(caller?.groups ?? [])]
  const key = caller === null ? [] : [String(caller.key)]
  const principals = [
    'everyone',
    ...(caller === null ? [] : ['authenticated']),
    ...groups.map((name) => `g:${name}`),
    ...groups.filter(isGroup),
    ...key.filter((name) => !isGroup(name)),
  ]
  return principals.flatMap((principal) => [
    `${effect} ${principal} ${permission}`,
    `${effect} ${principal} all`,
  ])
}

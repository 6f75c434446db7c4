import type { FastifyRequest } from 'fastify'
import type { Row } from '../model.js'
import type { Session } from '../store.js'
import { type Decide, type IsGroup, matches } from '../access/access.js'
import { type AclRule, PERMISSIONS, type Permission, type Principal } from '../access/acl.js'
import { withoutHash } from '../users/passwords.js'
import { type GivenRule, isRuleObject, rulePartsOf } from '../access/rule-text.js'

/** The parameter of a principal function, which ACLs refer to as `{{name}}`. */
export interface PrincipalContext<User = Row, Item = Row, Models = object> {
  readonly ace: {
    readonly effect: 'allow' | 'deny'
    /** The permission: `view`, `create`, `update`, `delete` or `options`. */
    readonly permissions: readonly string[]
  }
  readonly request: FastifyRequest
  /** The user who sent the request; undefined for an anonymous caller. */
  readonly user: User | undefined
  /** The item that the rule applies to; undefined for a collection. */
  readonly item: Item | undefined
  /** The repositories, keyed by name. They use the request's transaction, if there is one. */
  readonly models: Models
}

/** The rules returned by a principal function: text as in an ACL, a list of rules, or undefined if there are none. */
type GivenRules = string | readonly GivenRule[] | undefined

/** Returns the rules that replace the rule that names the function. */
export type PrincipalFunction<User, Item, Models> = (
  context: PrincipalContext<User, Item, Models>,
) => GivenRules | Promise<GivenRules>

interface PrincipalParts {
  readonly call: (name: string, context: PrincipalContext) => Promise<unknown>
  readonly repositories: (session: Session) => object
  /** The field with the hash of a user's password, which functions do not receive. */
  readonly password: string
}

export function principalFunctions({ call, repositories, password }: PrincipalParts): Decide {
  return async (access, session, request, permission, rules, item) => {
    for (const rule of rules) {
      const { effect, permissions, principal } = rule
      if (principal.kind !== 'callable') {
        if (matches(principal, request.caller)) return effect === 'allow'
        continue
      }
      const { name } = principal
      const returned = await call(name, {
        ace: { effect, permissions },
        request,
        user: request.caller?.user,
        item: item && withoutHash(item, password),
        models: repositories(session ?? access.database),
      })
      const match = readGivenRules(returned, name, access.isGroup).find(
        (given) => given.permissions.includes(permission) && matches(given.principal, request.caller),
      )
      if (match !== undefined) return match.effect === 'allow'
    }
    return false
  }
}

/**
 * Parses the rules returned by a principal function. The rules are text, separated by line breaks or `;`, or a list of
 * such strings and `{effect, principal, permissions}` objects.
 * @param name the function's name, for error messages
 * @throws TypeError if a rule is invalid
 */
export function readGivenRules(given: unknown, name: string, isGroup: IsGroup): AclRule[] {
  if (given === undefined || given === null) return []
  const list: unknown = typeof given === 'string' ? [given] : given
  if (!Array.isArray(list)) throw invalidRule(name, given)
  return list.flatMap((rules: unknown): AclRule[] =>
    (typeof rules === 'string' ? linesOf(rules) : [rules]).map((rule) => {
      const parts = typeof rule === 'string' ? rulePartsOf(rule) : isRuleObject(rule) ? rule : undefined
      if (parts === undefined) throw invalidRule(name, rule)
      const { effect, principal, permissions } = parts
      const names =
        typeof permissions === 'string' ? permissions.split(',').map((each) => each.trim()) : permissions
      return {
        effect,
        principal: readPrincipal(principal, isGroup),
        permissions: names.flatMap((permission) => readPermission(permission, name)),
      }
    }),
  )
}

function linesOf(text: string): string[] {
  const lines = text.split(/[\n;]/).map((line) => line.trim())
  return lines.filter((line) => line !== '')
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

function invalidRule(name: string, given: unknown): TypeError {
  return new TypeError(`The principal "${name}" returned an invalid rule: ${JSON.stringify(given)}`)
}

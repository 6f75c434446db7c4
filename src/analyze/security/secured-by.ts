import { type Credential, CREDENTIALS } from '../../ir/index.js'
import type { Api, Method, Resource, SecuredBy, SecurityScheme } from '../../raml/api.js'
import type { PathNode } from '../routes/path-tree.js'

/** The security of a method: authentication and the ACL, which are resolved separately. */
export interface Security {
  /** True if an x-Ticket or x-ApiKey scheme applies. */
  readonly authenticated: boolean
  /** The accepted credentials, or null if no `securedBy` restricts them. */
  readonly accepts: readonly Credential[] | null
  /** The x-ACL scheme that applies, if any. */
  readonly acl: string | null
}

/** The `securedBy` lists that apply to a node, nearest first. */
export type Levels = readonly (readonly SecuredBy[])[]

/** The security scheme type for each kind of credentials. */
const TYPE_OF: Readonly<Record<Credential, string>> = { ticket: 'x-Ticket', api_key: 'x-ApiKey' }
export const AUTHENTICATION_TYPES: ReadonlySet<string> = new Set(Object.values(TYPE_OF))
export const ACL_TYPE = 'x-ACL'

/** Returns the `securedBy` lists that apply to a node: those of its resources, their ancestors and the root. */
export function levelsAt(node: PathNode, api: Api): Levels {
  return [...levelsAbove(node), api.securedBy].filter((level) => level !== null)
}

/**
 * Resolves the security of a method from its own `securedBy` and from those that apply to its node ({@link levelsAt}).
 * Authentication and the ACL are resolved separately.
 */
export function securityOf({ securedBy }: Method, above: Levels, api: Api): Security {
  const levels = securedBy === null ? above : [securedBy, ...above]
  const schemes = nearest(levels, api, isAuthentication)
  return {
    authenticated: schemes !== null && schemes.length > 0,
    accepts: schemes && credentialsOf(schemes),
    acl: nearest(levels, api, ({ type }) => type === ACL_TYPE)?.[0]?.name ?? null,
  }
}

/** Returns the credentials that the root's `securedBy` accepts, or null if it does not declare any. */
export function acceptedAtRoot(api: Api): readonly Credential[] | null {
  const schemes = api.securedBy === null ? null : nearest([api.securedBy], api, isAuthentication)
  return schemes && credentialsOf(schemes)
}

function isAuthentication({ type }: SecurityScheme): boolean {
  return AUTHENTICATION_TYPES.has(type)
}

function credentialsOf(schemes: readonly SecurityScheme[]): readonly Credential[] {
  return CREDENTIALS.filter((credential) => schemes.some(({ type }) => type === TYPE_OF[credential]))
}

/** Returns all `securedBy` lists: those on the root, the resources and the methods. */
export function securedByLists({ securedBy, resources }: Api): Levels {
  return [...(securedBy === null ? [] : [securedBy]), ...resources.flatMap(listsBelow)]
}

function listsBelow({ securedBy, methods, resources }: Resource): Levels {
  const own = [securedBy, ...methods.map((method) => method.securedBy)].filter((list) => list !== null)
  return own.concat(resources.flatMap(listsBelow))
}

function levelsAbove(node: PathNode): readonly (readonly SecuredBy[] | null)[] {
  const own = node.resources.map(({ securedBy }) => securedBy)
  return node.parent === null ? own : [...own, ...levelsAbove(node.parent)]
}

/**
 * Returns the accepted schemes from the nearest level that has any. Returns an empty list if a nearer level contains
 * `null`, or null if no level has any.
 */
function nearest(
  levels: Levels,
  { securitySchemes }: Api,
  accepts: (scheme: SecurityScheme) => boolean,
): readonly SecurityScheme[] | null {
  for (const level of levels) {
    const named = level.flatMap(({ scheme }) => {
      const found = scheme === null ? undefined : securitySchemes.get(scheme)
      return found === undefined ? [] : [found]
    })
    const schemes = named.filter(accepts)
    if (schemes.length > 0) return schemes
    if (level.some((item) => item.scheme === null)) return []
  }
  return null
}

import { type Credential, CREDENTIALS } from '../../ir/index.js'
import type { Api, Method, Resource, SecuredBy, SecurityScheme } from '../../raml/api.js'
import type { PathNode } from '../routes/path-tree.js'

/** What secures a method: SPEC 11 resolves the two apart. */
export interface Security {
  /** True where an x-Ticket or x-ApiKey scheme is in force. */
  readonly authenticated: boolean
  /** The credentials that are accepted; null where no `securedBy` says. */
  readonly accepts: readonly Credential[] | null
  /** The x-ACL scheme in force; null where none is named. */
  readonly acl: string | null
}

/** Lists of `securedBy`, the nearest first. */
export type Levels = readonly (readonly SecuredBy[])[]

/** The kinds of schemes that the service knows (SPEC 10, 11). */
const TYPE_OF: Readonly<Record<Credential, string>> = { ticket: 'x-Ticket', api_key: 'x-ApiKey' }
export const AUTHENTICATION_TYPES: ReadonlySet<string> = new Set(Object.values(TYPE_OF))
export const ACL_TYPE = 'x-ACL'

/** What is written as `securedBy` above the methods of a place, the nearest first: of its resources, their ancestors, the root. */
export function levelsAt(node: PathNode, api: Api): Levels {
  return [...levelsAbove(node), api.securedBy].filter((level) => level !== null)
}

/** Resolves `securedBy` for a method: its own over the {@link levelsAt} its place, for authentication and for the ACL apart. */
export function securityOf({ securedBy }: Method, above: Levels, api: Api): Security {
  const levels = securedBy === null ? above : [securedBy, ...above]
  const schemes = nearest(levels, api, isAuthentication)
  return {
    authenticated: schemes !== null && schemes.length > 0,
    accepts: schemes && credentialsOf(schemes),
    acl: nearest(levels, api, ({ type }) => type === ACL_TYPE)?.[0]?.name ?? null,
  }
}

/** The credentials that the root's `securedBy` accepts; null where it does not say. */
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

/** All that is written as `securedBy`: at the root, of resources and of methods. */
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

/** The schemes of the nearest level that names some of the kind; none where a nearer level says `null`; null where no level says anything. */
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

import type { Api, Method, Resource, SecuredBy, SecurityScheme } from '../raml/api.js'
import type { PathNode } from './path-tree.js'

/** What secures a method: SPEC 11 resolves the two apart. */
export interface Security {
  /** True where an x-Ticket or x-ApiKey scheme is in force. */
  readonly authenticated: boolean
  /** The x-ACL scheme in force; null where none is named. */
  readonly acl: string | null
}

/** The kinds of schemes that the service knows (SPEC 10, 11). */
export const AUTHENTICATION_TYPES: ReadonlySet<string> = new Set(['x-Ticket', 'x-ApiKey'])
export const ACL_TYPE = 'x-ACL'

/** Resolves `securedBy` for a method at a place: method over resource over its ancestors over root, for authentication and for the ACL apart. */
export function securityOf(method: Method, node: PathNode, api: Api): Security {
  const levels = [method.securedBy, ...levelsAbove(node), api.securedBy].filter((level) => level !== null)
  return {
    authenticated: nearest(levels, api, ({ type }) => AUTHENTICATION_TYPES.has(type)) !== null,
    acl: nearest(levels, api, ({ type }) => type === ACL_TYPE)?.name ?? null,
  }
}

/** All that is written as `securedBy`: at the root, of resources and of methods. */
export function securedByLists({ securedBy, resources }: Api): readonly (readonly SecuredBy[])[] {
  return [securedBy ?? [], ...resources.flatMap(listsBelow)]
}

function listsBelow({ securedBy, methods, resources }: Resource): readonly (readonly SecuredBy[])[] {
  return [
    securedBy ?? [],
    ...methods.map((method) => method.securedBy ?? []),
    ...resources.flatMap(listsBelow),
  ]
}

function levelsAbove(node: PathNode): readonly (readonly SecuredBy[] | null)[] {
  const own = node.resources.map(({ securedBy }) => securedBy)
  return node.parent === null ? own : [...own, ...levelsAbove(node.parent)]
}

/** The scheme of the nearest level that names one of the kind; null where a nearer level says `null`. */
function nearest(
  levels: readonly (readonly SecuredBy[])[],
  { securitySchemes }: Api,
  accepts: (scheme: SecurityScheme) => boolean,
): SecurityScheme | null {
  for (const level of levels) {
    const named = level.flatMap(({ scheme }) => {
      const found = scheme === null ? undefined : securitySchemes.get(scheme)
      return found === undefined ? [] : [found]
    })
    const scheme = named.find(accepts)
    if (scheme !== undefined) return scheme
    if (level.some((item) => item.scheme === null)) return null
  }
  return null
}

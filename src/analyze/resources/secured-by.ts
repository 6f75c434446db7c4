import { type Credential, CREDENTIALS, type IssuedCredential, type Scopes } from '../../ir/index.js'
import type { Api, Method, Resource, SecuredBy, SecurityScheme } from '../../raml/api.js'
import type { MapNode } from '../../source/node.js'
import type { PathNode } from './path-tree.js'

/** The security of a method: authentication and the ACL, which are resolved separately. */
export interface Security {
  /** True if an authentication scheme applies, and callers cannot be anonymous. */
  readonly authenticated: boolean
  /** The accepted credentials, or null if no `securedBy` restricts them. */
  readonly accepts: readonly Credential[] | null
  /** The scopes that external schemes must grant. Absent if there are none. */
  readonly scopes?: Scopes
  /** The x-ACL scheme that applies, if any. */
  readonly acl: string | null
}

/** The `securedBy` lists that apply to a node, nearest first. */
export type Levels = readonly (readonly SecuredBy[])[]

/** The security scheme type for each kind of credentials that the service issues. */
const TYPE_OF: Readonly<Record<IssuedCredential, string>> = { ticket: 'x-Ticket', api_key: 'x-ApiKey' }
const ISSUED_TYPES: ReadonlySet<string> = new Set(Object.values(TYPE_OF))
export const ACL_TYPE = 'x-ACL'

/** The types of schemes that svcgen implements. All other schemes are external. */
export const BUILT_IN_TYPES: readonly string[] = [...ISSUED_TYPES, ACL_TYPE]

/** Returns whether the service issues the credentials of a scheme: those of x-Ticket and x-ApiKey. */
export function isIssued({ type }: SecurityScheme): boolean {
  return ISSUED_TYPES.has(type)
}

/** Returns whether a scheme identifies callers by credentials that the service does not issue. */
export function isExternal({ type }: SecurityScheme): boolean {
  return !BUILT_IN_TYPES.includes(type)
}

/** Returns whether a scheme identifies callers, unlike an ACL. */
export function isAuthentication({ type }: SecurityScheme): boolean {
  return type !== ACL_TYPE
}

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
  const found = nearest(levels, api, isAuthentication)
  const scopes = scopesOf(found?.uses ?? [])
  return {
    authenticated: found !== null && found.uses.length > 0 && !found.isOptional,
    accepts: found && credentialsOf(found.uses),
    ...(Object.keys(scopes).length === 0 ? {} : { scopes }),
    acl: nearest(levels, api, ({ type }) => type === ACL_TYPE)?.uses[0]?.scheme.name ?? null,
  }
}

/** Returns the credentials that the root's `securedBy` accepts, or null if it does not declare any. */
export function acceptedAtRoot(api: Api): readonly Credential[] | null {
  const found = api.securedBy === null ? null : nearest([api.securedBy], api, isAuthentication)
  return found && credentialsOf(found.uses)
}

/** A scheme that a `securedBy` names. */
interface Use {
  readonly scheme: SecurityScheme
  readonly scopes: readonly string[]
}

function credentialsOf(uses: readonly Use[]): readonly Credential[] {
  const external = uses.flatMap(({ scheme }) =>
    isExternal(scheme) ? [`scheme:${scheme.name}` as const] : [],
  )
  return [
    ...CREDENTIALS.filter((credential) => uses.some(({ scheme }) => scheme.type === TYPE_OF[credential])),
    ...new Set(external),
  ]
}

/** Returns the scopes that external schemes must grant. If a scheme is named twice, all of its scopes are required. */
function scopesOf(uses: readonly Use[]): Scopes {
  const scopes = new Map<string, readonly string[]>()
  for (const { scheme, scopes: required } of uses) {
    if (!isExternal(scheme) || required.length === 0) continue
    scopes.set(scheme.name, [...new Set([...(scopes.get(scheme.name) ?? []), ...required])])
  }
  return Object.fromEntries(scopes)
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

/** The schemes named at one level. */
interface Nearest {
  readonly uses: readonly Use[]
  /**
   * Whether callers can also be anonymous, because the level contains `null` and an external scheme. Beside a ticket or
   * an API key alone, `null` has no effect.
   */
  readonly isOptional: boolean
}

/**
 * Returns the accepted schemes from the nearest level that has any. Returns no schemes if a nearer level contains `null`
 * only, or null if no level has any.
 */
function nearest(
  levels: Levels,
  { securitySchemes }: Api,
  accepts: (scheme: SecurityScheme) => boolean,
): Nearest | null {
  for (const level of levels) {
    const uses = level.flatMap(({ scheme, parameters }) => {
      const found = scheme === null ? undefined : securitySchemes.get(scheme)
      return found === undefined || !accepts(found)
        ? []
        : [{ scheme: found, scopes: readScopes(parameters) ?? [] }]
    })
    const hasNull = level.some((item) => item.scheme === null)
    if (uses.length > 0) return { uses, isOptional: hasNull && uses.some(({ scheme }) => isExternal(scheme)) }
    if (hasNull) return { uses: [], isOptional: true }
  }
  return null
}

/** Returns the `scopes` in the parameters of a scheme, or null if they are not a list of text. */
export function readScopes(parameters: MapNode | null): readonly string[] | null {
  const node = parameters?.entries.find(({ key }) => key === 'scopes')?.value
  if (node === undefined) return []
  if (node.kind !== 'list') return null
  const scopes = node.items.map((item) => (item.kind === 'scalar' ? item.value : null))
  const texts = scopes.filter((scope) => typeof scope === 'string' && /^[!#-[\]-~]+$/.test(scope))
  return texts.length === scopes.length ? texts.map(String) : null
}

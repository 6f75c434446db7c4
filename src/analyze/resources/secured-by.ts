import {
  ALLOW_AUTHENTICATED,
  ALLOW_EVERYONE,
  type Credential,
  CREDENTIALS,
  type SchemeKind,
  type Scopes,
  type Secured,
} from '../../ir/index.js'
import type { Api, Method, Resource, SecuredBy, SecurityScheme } from '../../api/api.js'
import type { PathNode } from './path-tree.js'

/** The `securedBy` lists that apply to a node, nearest first. */
export type Levels = readonly (readonly SecuredBy[])[]

export function isIssued({ kind }: SecurityScheme): boolean {
  return kind === 'ticket' || kind === 'api_key'
}

/** Returns whether a scheme identifies callers by credentials that the service does not issue. */
export function isExternal(scheme: SecurityScheme): scheme is SecurityScheme & { readonly kind: SchemeKind } {
  return isAuthentication(scheme) && !isIssued(scheme)
}

/** Returns whether a scheme identifies callers, unlike an ACL. */
export function isAuthentication({ kind }: SecurityScheme): boolean {
  return kind !== 'acl'
}

/** Returns the `securedBy` lists that apply to a resource at a node: its own, those of the nodes above it and the root's. */
export function levelsAt({ securedBy }: Resource, node: PathNode, api: Api): Levels {
  return [securedBy, ...levelsAbove(node), api.securedBy].filter((level) => level !== null)
}

/** Resolves the security of a method from its own `securedBy` and from those at its node ({@link levelsAt}). */
export function securityOf({ securedBy }: Pick<Method, 'securedBy'>, above: Levels, api: Api): Secured {
  const levels = securedBy === null ? above : [securedBy, ...above]
  const found = nearest(levels, api, isAuthentication)
  const scopes = scopesOf(found?.uses ?? [])
  // In OpenAPI, `security` says nothing about ACLs. In RAML, `null` ends those of the resources above.
  const acls =
    api.components === null ? levels : levels.map((level) => level.filter((use) => use.scheme !== null))
  const acl = nearest(acls, api, ({ kind }) => kind === 'acl')?.uses[0]?.scheme.name
  const authenticated = found !== null && found.uses.length > 0 && !found.isOptional
  // OpenAPI's security is a requirement of its own. RAML's "securedBy" lists how callers can authenticate.
  const callersOnly = authenticated && api.components !== null
  return {
    acl: acl ?? (authenticated ? ALLOW_AUTHENTICATED : ALLOW_EVERYONE),
    authenticated,
    ...(callersOnly ? { callersOnly } : {}),
    accepts: found && credentialsOf(found.uses),
    ...(Object.keys(scopes).length === 0 ? {} : { scopes }),
    ...combinationsOf(found?.uses ?? []),
  }
}

/** Returns what the root's `securedBy` requires. */
export function securityAtRoot(api: Api): Secured {
  return securityOf({ securedBy: null }, api.securedBy === null ? [] : [api.securedBy], api)
}

interface Use {
  readonly scheme: SecurityScheme
  readonly scopes: readonly string[]
  /** The schemes that a request must satisfy as well. */
  readonly and: readonly Omit<Use, 'and'>[]
}

/** Returns the uses with those of the schemes with which they are combined. */
function allOf(uses: readonly Use[]): readonly Omit<Use, 'and'>[] {
  return uses.flatMap((use) => [use, ...use.and])
}

function combinationsOf(uses: readonly Use[]): Pick<Secured, 'requires'> {
  if (uses.every(({ and }) => and.length === 0)) return {}
  return { requires: uses.map((use) => credentialsOf([use])) }
}

function credentialsOf(alternatives: readonly Use[]): readonly Credential[] {
  const uses = allOf(alternatives)
  const external = uses.flatMap(({ scheme }) =>
    isExternal(scheme) ? [`scheme:${scheme.name}` as const] : [],
  )
  return [
    ...CREDENTIALS.filter((credential) => uses.some(({ scheme }) => scheme.kind === credential)),
    ...new Set(external),
  ]
}

/** Returns the scopes that external schemes must grant. If a scheme is named twice, all of its scopes are required. */
function scopesOf(alternatives: readonly Use[]): Scopes {
  const uses = allOf(alternatives)
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

/** Returns the names of the schemes that any `securedBy` contains. */
export function schemesNamed(api: Api): ReadonlySet<string> {
  const uses = securedByLists(api).flat()
  return new Set(
    uses.flatMap(({ scheme, and }) => [
      ...(scheme === null ? [] : [scheme]),
      ...and.map((other) => other.scheme),
    ]),
  )
}

function listsBelow({ securedBy, methods, resources }: Resource): Levels {
  const own = [securedBy, ...methods.map((method) => method.securedBy)].filter((list) => list !== null)
  return own.concat(resources.flatMap(listsBelow))
}

function levelsAbove(node: PathNode): readonly (readonly SecuredBy[] | null)[] {
  const own = node.resources.map(({ securedBy }) => securedBy)
  return node.parent === null ? own : [...own, ...levelsAbove(node.parent)]
}

function otherUse(
  { scheme: name, scopes }: SecuredBy['and'][number],
  schemes: Api['securitySchemes'],
): readonly Omit<Use, 'and'>[] {
  const scheme = schemes.get(name)
  return scheme === undefined ? [] : [{ scheme, scopes }]
}

interface Nearest {
  readonly uses: readonly Use[]
  /**
   * Whether callers can also be anonymous: because of `{}` in OpenAPI, or `null` and an external scheme in RAML, where
   * `null` has no effect otherwise.
   */
  readonly isOptional: boolean
}

/** Returns the schemes of the nearest level that has any; none if a nearer level has only `null`. */
function nearest(
  levels: Levels,
  { securitySchemes, components }: Api,
  accepts: (scheme: SecurityScheme) => boolean,
): Nearest | null {
  for (const level of levels) {
    const uses = level.flatMap(({ scheme, scopes, and }): Use[] => {
      const found = scheme === null ? undefined : securitySchemes.get(scheme)
      return found === undefined || !accepts(found)
        ? []
        : [{ scheme: found, scopes, and: and.flatMap((other) => otherUse(other, securitySchemes)) }]
    })
    const hasNull = level.some((item) => item.scheme === null)
    const isOptional = hasNull && (components !== null || uses.some(({ scheme }) => isExternal(scheme)))
    if (uses.length > 0) return { uses, isOptional }
    if (hasNull) return { uses: [], isOptional: true }
  }
  return null
}

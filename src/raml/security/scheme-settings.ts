import { didYouMean } from '../../diagnostics/nearest.js'
import type { SecuritySchemeKind } from '../../api/api.js'
import type { OAuthSettings, SchemeInput } from '../../ir/index.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { stringOf, valueOf } from '../../schema/node.js'
import { type Context, report } from '../context.js'

export const OAUTH = 'OAuth 2.0'

/** A type of security schemes (RAML 0.8, "Security Schemes"). */
interface SchemeType {
  readonly kind: SecuritySchemeKind
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

function schemeType(
  kind: SecuritySchemeKind,
  required: readonly string[] = [],
  optional: readonly string[] = [],
): SchemeType {
  return { kind, required, optional }
}

/** The types that RAML defines. */
const STANDARD_TYPES: ReadonlyMap<string, SchemeType> = new Map([
  ['OAuth 1.0', schemeType('custom', ['requestTokenUri', 'authorizationUri', 'tokenCredentialsUri'])],
  [OAUTH, schemeType('bearer', ['authorizationUri', 'accessTokenUri'], ['authorizationGrants', 'scopes'])],
  ['Basic Authentication', schemeType('basic')],
  ['Digest Authentication', schemeType('digest')],
])

/** The types that svcgen adds, whose settings the analysis checks. */
const OWN_TYPES: ReadonlyMap<string, SecuritySchemeKind> = new Map([
  ['x-Ticket', 'ticket'],
  ['x-ApiKey', 'api_key'],
  ['x-ACL', 'acl'],
])

export const KNOWN_TYPES: readonly string[] = [...STANDARD_TYPES.keys(), ...OWN_TYPES.keys()]

export function isOwnType(type: string): boolean {
  return OWN_TYPES.has(type)
}

/** Names of other types begin with `x-`. They can have any settings. */
export function isTypeName(type: string): boolean {
  return STANDARD_TYPES.has(type) || /^x-./.test(type)
}

export function kindOf(type: string): SecuritySchemeKind {
  return STANDARD_TYPES.get(type)?.kind ?? OWN_TYPES.get(type) ?? 'custom'
}

export function requiredSettings(type: string): readonly string[] {
  return STANDARD_TYPES.get(type)?.required ?? []
}

/** The grants that RAML 0.8 defines. Others are URIs. */
const GRANTS = ['code', 'token', 'owner', 'credentials']

/** Returns the headers and query parameters in `describedBy`. */
export function inputsOf(describedBy: MapNode | null): readonly SchemeInput[] {
  const keysOf = (section: string): readonly string[] => {
    const node = describedBy === null ? undefined : valueOf(describedBy, section)
    const names = node?.kind === 'map' ? node.entries.map(({ key }) => key.replace(/\?$/, '')) : []
    return names.filter((name) => !name.includes('{'))
  }
  return [...new Set(keysOf('headers').map((name) => name.toLowerCase()))]
    .map((name): SchemeInput => ({ in: 'header', name }))
    .concat(keysOf('queryParameters').map((name): SchemeInput => ({ in: 'query', name })))
}

export function oauthOf(settings: readonly Entry[]): OAuthSettings {
  return {
    authorizationUri: stringOf(settingIn(settings, 'authorizationUri')) ?? null,
    accessTokenUri: stringOf(settingIn(settings, 'accessTokenUri')) ?? null,
    grants: textsOf(settingIn(settings, 'authorizationGrants')) ?? [],
    scopes: textsOf(settingIn(settings, 'scopes')) ?? [],
  }
}

function settingIn(settings: readonly Entry[], name: string): Node | undefined {
  const value = settings.find(({ key }) => key === name)?.value
  return value?.kind === 'scalar' && value.value === null && value.faulty !== true ? undefined : value
}

/** Returns the text in a list, or the text itself as a list. Returns null if the node is neither. */
function textsOf(node: Node | undefined): readonly string[] | null {
  const texts = (node?.kind === 'list' ? node.items : [node]).map(stringOf)
  return texts.every((text) => text !== undefined) ? texts : null
}

/** Reports unknown and invalid settings of the types that RAML defines, and custom types that resemble one of svcgen. */
export function checkSchemeSettings(
  {
    type,
    typeAt,
    settings,
  }: { readonly type: string; readonly typeAt: Node['at']; readonly settings: readonly Entry[] },
  context: Context,
): void {
  const standard = STANDARD_TYPES.get(type)
  if (standard === undefined) return reportSimilarType(type, typeAt, context)
  const known = [...standard.required, ...standard.optional]
  for (const { key, keyAt } of settings) {
    if (known.includes(key)) continue
    const help = (): string | undefined =>
      known.length === 0 ? `Remove it; a scheme of type ${type} has no settings` : didYouMean(key, known)
    const message = `Unknown setting "${key}" in a scheme of type ${type}; it is ignored`
    report(context, 'SVC5008', { message, at: keyAt, help })
  }
  const invalid = (key: string, form: string): void =>
    report(context, 'SVC5009', {
      message: `"${key}" must be ${form}`,
      at: settingIn(settings, key)?.at ?? typeAt,
    })
  // What only documents the scheme is no reason to refuse the file.
  const unusual = (key: string, form: string): void =>
    report(context, 'SVC5047', {
      message: `"${key}" should be ${form}`,
      at: settingIn(settings, key)?.at ?? typeAt,
    })
  for (const key of ['authorizationUri', 'accessTokenUri']) {
    const node = settingIn(settings, key)
    const text = stringOf(node)
    if (!known.includes(key) || node === undefined) continue
    if (text === undefined) invalid(key, 'an absolute URI')
    else if (!URL.canParse(text)) unusual(key, 'an absolute URI')
  }
  if (type !== OAUTH) return
  const isList = (key: string): boolean =>
    settingIn(settings, key) === undefined || textsOf(settingIn(settings, key)) !== null
  if (!isList('scopes')) invalid('scopes', 'a list of strings')
  if (!isList('authorizationGrants')) invalid('authorizationGrants', `a list of ${GRANTS.join(', ')} or URIs`)
  for (const grant of oauthOf(settings).grants) {
    if (!GRANTS.includes(grant) && !URL.canParse(grant))
      unusual('authorizationGrants', `a list of ${GRANTS.join(', ')} or URIs, not "${grant}"`)
  }
}

function reportSimilarType(type: string, at: Node['at'], context: Context): void {
  if (isOwnType(type)) return
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
  const similar = [...OWN_TYPES.keys()].find((known) => plain(known) === plain(type))
  if (similar === undefined) return
  report(context, 'SVC5014', {
    message: `"${type}" is not a built-in type, so a function that you write must check the credentials`,
    at,
    help: `Did you mean "${similar}"?`,
  })
}

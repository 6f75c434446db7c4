import { didYouMean } from '../../diagnostics/nearest.js'
import type { SecuritySchemeKind } from '../../api/api.js'
import type { OAuthSettings, SchemeInput } from '../../ir/index.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { type Context, report } from '../context.js'

export const OAUTH = 'OAuth 2.0'

/** The kinds of the types that RAML defines, and of those that svcgen adds. All others are `custom`. */
const KINDS: ReadonlyMap<string, SecuritySchemeKind> = new Map([
  [OAUTH, 'bearer'],
  ['Basic Authentication', 'basic'],
  ['Digest Authentication', 'digest'],
  ['x-Ticket', 'ticket'],
  ['x-ApiKey', 'api_key'],
  ['x-ACL', 'acl'],
])

/** The types that svcgen adds to those of RAML. */
export const OWN_TYPES: readonly string[] = ['x-Ticket', 'x-ApiKey', 'x-ACL']

export function kindOf(type: string): SecuritySchemeKind {
  return KINDS.get(type) ?? 'custom'
}

/** The settings of the types that RAML defines. Custom types can have any settings. */
const SETTINGS: ReadonlyMap<string, readonly string[]> = new Map([
  [OAUTH, ['authorizationUri', 'accessTokenUri', 'authorizationGrants', 'scopes']],
  ['OAuth 1.0', ['requestTokenUri', 'authorizationUri', 'tokenCredentialsUri']],
  ['Basic Authentication', []],
  ['Digest Authentication', []],
])

/** The grants that RAML 0.8 defines. Others are URIs. */
const GRANTS = ['code', 'token', 'owner', 'credentials']

/** Returns the headers and query parameters in `describedBy`. */
export function inputsOf(describedBy: MapNode | null): readonly SchemeInput[] {
  const keysOf = (section: string): readonly string[] => {
    const node = describedBy?.entries.find(({ key }) => key === section)?.value
    const names = node?.kind === 'map' ? node.entries.map(({ key }) => key.replace(/\?$/, '')) : []
    return names.filter((name) => !name.includes('{'))
  }
  return [...new Set(keysOf('headers').map((name) => name.toLowerCase()))]
    .map((name): SchemeInput => ({ in: 'header', name }))
    .concat(keysOf('queryParameters').map((name): SchemeInput => ({ in: 'query', name })))
}

export function oauthOf(settings: readonly Entry[]): OAuthSettings {
  const grants = settingIn(settings, 'authorizationGrants')
  return {
    authorizationUri: textOf(settingIn(settings, 'authorizationUri')),
    accessTokenUri: textOf(settingIn(settings, 'accessTokenUri')),
    grants: textsOf(grants) ?? [],
    scopes: textsOf(settingIn(settings, 'scopes')) ?? [],
  }
}

function settingIn(settings: readonly Entry[], name: string): Node | undefined {
  return settings.find(({ key }) => key === name)?.value
}

function textOf(node: Node | undefined): string | null {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : null
}

/** Returns the text in a list, or the text itself as a list. Returns null if the node is neither. */
function textsOf(node: Node | undefined): readonly string[] | null {
  if (node?.kind !== 'list') return textOf(node) === null ? null : [textOf(node) ?? '']
  const texts = node.items.map(textOf)
  return texts.every((text) => text !== null) ? texts : null
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
  const known = SETTINGS.get(type)
  if (known === undefined) return reportSimilarType(type, typeAt, context)
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
  for (const key of ['authorizationUri', 'accessTokenUri']) {
    const node = settingIn(settings, key)
    const text = textOf(node)
    if (known.includes(key) && node !== undefined && (text === null || !URL.canParse(text)))
      invalid(key, 'an absolute URI')
  }
  if (type !== OAUTH) return
  const isList = (key: string): boolean =>
    settingIn(settings, key) === undefined || textsOf(settingIn(settings, key)) !== null
  if (!isList('scopes')) invalid('scopes', 'a list of strings')
  if (!isList('authorizationGrants')) invalid('authorizationGrants', `a list of ${GRANTS.join(', ')} or URIs`)
  for (const grant of oauthOf(settings).grants) {
    if (!GRANTS.includes(grant) && !URL.canParse(grant))
      invalid('authorizationGrants', `a list of ${GRANTS.join(', ')} or URIs, not "${grant}"`)
  }
}

function reportSimilarType(type: string, at: Node['at'], context: Context): void {
  if (OWN_TYPES.includes(type)) return
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
  const similar = OWN_TYPES.find((known) => plain(known) === plain(type))
  if (similar === undefined) return
  report(context, 'SVC5014', {
    message: `"${type}" is not a built-in type, so a function that you write must check the credentials`,
    at,
    help: `Did you mean "${similar}"?`,
  })
}

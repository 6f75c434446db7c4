import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import type { ExternalScheme, OAuthSettings, SchemeInput, SchemeKind } from '../../ir/index.js'
import { kebabCase } from '../../naming/words.js'
import type { Api, SecuredBy, SecurityScheme } from '../../raml/api.js'
import type { MapNode, Node } from '../../source/node.js'
import { locationOf } from '../location.js'
import { isFileName } from '../handlers/file-name.js'
import { ACL_TYPE, BUILT_IN_TYPES, isExternal, readScopes, securedByLists } from '../resources/secured-by.js'

const OAUTH = 'OAuth 2.0'

/** The kinds of the types that RAML defines. */
const KINDS: ReadonlyMap<string, SchemeKind> = new Map([
  [OAUTH, 'bearer'],
  ['Basic Authentication', 'basic'],
  ['Digest Authentication', 'digest'],
])

/** The settings of the types that RAML defines. Custom types can have any settings. */
const SETTINGS: ReadonlyMap<string, readonly string[]> = new Map([
  [OAUTH, ['authorizationUri', 'accessTokenUri', 'authorizationGrants', 'scopes']],
  ['OAuth 1.0', ['requestTokenUri', 'authorizationUri', 'tokenCredentialsUri']],
  ['Basic Authentication', []],
  ['Digest Authentication', []],
])

/** The grants that RAML 0.8 defines. Others are URIs. */
const GRANTS = ['code', 'token', 'owner', 'credentials']

/** Returns the external schemes that any `securedBy` names, in the order of declaration. */
export function externalSchemesIn(api: Api): readonly SecurityScheme[] {
  const named = new Set(
    securedByLists(api)
      .flat()
      .map(({ scheme }) => scheme),
  )
  return [...api.securitySchemes.values()].filter((scheme) => isExternal(scheme) && named.has(scheme.name))
}

/** Reads an external scheme. Its mistakes are reported by {@link reportSchemeMistakes}. */
export function readExternalScheme(scheme: SecurityScheme): ExternalScheme {
  const { name, type, description, nameAt } = scheme
  const kind = KINDS.get(type) ?? 'custom'
  return {
    name,
    kind,
    type,
    description,
    setting: settingOf(scheme),
    file: fileOf(scheme),
    inputs: kind === 'custom' ? inputsOf(scheme) : [],
    oauth: type === OAUTH ? oauthOf(scheme) : null,
    loc: locationOf(nameAt),
  }
}

function settingOf({ name }: SecurityScheme): string {
  return name.replace(/[^\w-]+/g, '_')
}

function fileOf({ name }: SecurityScheme): string {
  return `src/schemes/${kebabCase(name)}.ts`
}

/** Returns the headers and query parameters in `describedBy`. */
function inputsOf({ describedBy }: SecurityScheme): readonly SchemeInput[] {
  const keysOf = (section: string): readonly string[] => {
    const node = describedBy?.entries.find(({ key }) => key === section)?.value
    const names = node?.kind === 'map' ? node.entries.map(({ key }) => key.replace(/\?$/, '')) : []
    return names.filter((name) => !name.includes('{'))
  }
  return [...new Set(keysOf('headers').map((name) => name.toLowerCase()))]
    .map((name): SchemeInput => ({ in: 'header', name }))
    .concat(keysOf('queryParameters').map((name): SchemeInput => ({ in: 'query', name })))
}

function oauthOf(scheme: SecurityScheme): OAuthSettings {
  const grants = settingIn(scheme, 'authorizationGrants')
  return {
    authorizationUri: textOf(settingIn(scheme, 'authorizationUri')),
    accessTokenUri: textOf(settingIn(scheme, 'accessTokenUri')),
    grants: textsOf(grants) ?? [],
    scopes: textsOf(settingIn(scheme, 'scopes')) ?? [],
  }
}

function settingIn({ settings }: SecurityScheme, name: string): Node | undefined {
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

/**
 * Reports mistakes in external schemes and their uses: names that cannot be file names or settings, invalid or unknown
 * settings, types that resemble a built-in type, and invalid, unknown or ineffective parameters in `securedBy`.
 */
export function reportSchemeMistakes(
  api: Api,
  external: readonly SecurityScheme[],
  collector: Collector,
): void {
  for (const scheme of api.securitySchemes.values())
    if (isExternal(scheme)) reportSimilarType(scheme, collector)
  reportNames(external, collector)
  for (const scheme of external) reportSettings(scheme, collector)
  for (const use of securedByLists(api).flat()) reportParameters(use, api, collector)
}

function reportSimilarType({ type, typeAt }: SecurityScheme, collector: Collector): void {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
  const builtIn = BUILT_IN_TYPES.find((known) => plain(known) === plain(type))
  if (builtIn === undefined) return
  collector.report('SVC5014', {
    message: `"${type}" is not a built-in type, so a function that you write must check the credentials`,
    at: typeAt,
    help: `Did you mean "${builtIn}"?`,
  })
}

function reportNames(schemes: readonly SecurityScheme[], collector: Collector): void {
  const files = new Map<string, SecurityScheme>()
  for (const scheme of schemes) {
    const { name, nameAt } = scheme
    if (!isFileName(kebabCase(name))) {
      collector.report('SVC6002', {
        message: `"${name}" is not a valid file name, so it cannot be the name of a security scheme that svcgen does not implement`,
        at: nameAt,
        help: 'Use only letters, digits and "_", and begin with a letter',
      })
      continue
    }
    const rival = files.get(fileOf(scheme)) ?? files.get(settingOf(scheme).toUpperCase())
    if (rival === undefined) {
      files.set(fileOf(scheme), scheme)
      files.set(settingOf(scheme).toUpperCase(), scheme)
      continue
    }
    collector.report('SVC6003', {
      message: `The schemes "${name}" and "${rival.name}" would share a file or settings`,
      at: nameAt,
      related: [{ message: `"${rival.name}" is here`, at: rival.nameAt }],
      help: 'Rename one of them',
    })
  }
}

function reportSettings(scheme: SecurityScheme, collector: Collector): void {
  const known = SETTINGS.get(scheme.type)
  if (known === undefined) return
  for (const { key, keyAt } of scheme.settings) {
    if (known.includes(key)) continue
    const help = (): string | undefined =>
      known.length === 0
        ? `Remove it; a scheme of type ${scheme.type} has no settings`
        : didYouMean(key, known)
    const message = `Unknown setting "${key}" in a scheme of type ${scheme.type}; it is ignored`
    collector.report('SVC5008', { message, at: keyAt, help })
  }
  const invalid = (key: string, form: string): void =>
    collector.report('SVC5009', {
      message: `"${key}" must be ${form}`,
      at: settingIn(scheme, key)?.at ?? null,
    })
  for (const key of ['authorizationUri', 'accessTokenUri']) {
    const node = settingIn(scheme, key)
    const text = textOf(node)
    if (known.includes(key) && node !== undefined && (text === null || !URL.canParse(text)))
      invalid(key, 'an absolute URI')
  }
  if (scheme.type !== OAUTH) return
  const isList = (key: string): boolean =>
    settingIn(scheme, key) === undefined || textsOf(settingIn(scheme, key)) !== null
  if (!isList('scopes')) invalid('scopes', 'a list of strings')
  if (!isList('authorizationGrants')) invalid('authorizationGrants', `a list of ${GRANTS.join(', ')} or URIs`)
  for (const grant of oauthOf(scheme).grants) {
    if (!GRANTS.includes(grant) && !URL.canParse(grant))
      invalid('authorizationGrants', `a list of ${GRANTS.join(', ')} or URIs, not "${grant}"`)
  }
}

function reportParameters(use: SecuredBy, { securitySchemes }: Api, collector: Collector): void {
  const { parameters, scheme: name } = use
  const scheme = name === null ? undefined : securitySchemes.get(name)
  if (parameters === null || scheme === undefined || parameters.entries.length === 0) return
  if (!isExternal(scheme)) {
    collector.report('SVC5032', {
      message: `The parameters of "${scheme.name}" have no effect, because ${scheme.type} schemes have no scopes`,
      at: parameters.at,
      help:
        scheme.type === ACL_TYPE
          ? 'Remove them'
          : 'Remove them, and use the rules of an x-ACL scheme to limit what users are allowed to do',
    })
    return
  }
  reportScopes(scheme, parameters, collector)
}

function reportScopes(scheme: SecurityScheme, parameters: MapNode, collector: Collector): void {
  for (const { key, keyAt } of parameters.entries) {
    if (key === 'scopes' || scheme.type !== OAUTH) continue
    const suggestion = didYouMean(key, ['scopes'])
    // If a misspelled "scopes" were ignored, the route would accept any token.
    collector.report(suggestion === undefined ? 'SVC5032' : 'SVC5031', {
      message: `Unknown parameter "${key}" of "${scheme.name}"; an OAuth 2.0 scheme has only "scopes"`,
      at: keyAt,
      help: suggestion ?? 'Remove it',
    })
  }
  const node = parameters.entries.find(({ key }) => key === 'scopes')?.value
  const scopes = readScopes(parameters)
  if (scopes === null) {
    collector.report('SVC5031', {
      message: '"scopes" must be a list of scopes, without spaces and quotes',
      at: node?.at ?? parameters.at,
      help: `Write "securedBy: [${scheme.name}: { scopes: [read, write] }]"`,
    })
    return
  }
  const { scopes: declared } = oauthOf(scheme)
  for (const scope of scopes) {
    if (declared.length === 0 || declared.includes(scope)) continue
    collector.report('SVC5033', {
      message: `"${scheme.name}" does not declare the scope "${scope}"`,
      at: node?.at ?? parameters.at,
      help: () => didYouMean(scope, declared) ?? `Use one of ${declared.join(', ')}`,
    })
  }
}

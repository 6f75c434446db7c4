import type { SecurityScheme } from '../../api/api.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { OAUTH_FLOWS, type OAuthSettings } from '../../ir/index.js'
import { entryOf, valueOf } from '../../schema/node.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { entriesIn, isTrue, textAt } from '../document/values.js'
import type { Context } from '../schemas/context.js'

const TYPES = ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS'] as const

/** Reads `components.securitySchemes`. Reports schemes that cannot be read and leaves them out. */
export function readSecuritySchemes(map: Node | undefined, context: Context): readonly SecurityScheme[] {
  return entriesIn(map).flatMap((entry) => {
    const node = entry.value.kind === 'map' ? context.references.follow(entry.value) : null
    const scheme = node?.kind === 'map' ? readScheme(entry, node, context) : null
    return scheme === null ? [] : [scheme]
  })
}

function readScheme({ key: name, keyAt }: Entry, node: MapNode, context: Context): SecurityScheme | null {
  const type = textAt(node, 'type')
  const typeAt = valueOf(node, 'type')?.at ?? keyAt
  const known = TYPES.find((each) => each === type)
  if (known === undefined || type === null) {
    context.collector.report('SVC8031', {
      message:
        type === null
          ? `The security scheme "${name}" has no "type"`
          : `Unknown type "${type}" of a security scheme`,
      at: typeAt,
      help: () => (type === null ? undefined : (SWAGGER_TYPES[type] ?? didYouMean(type, TYPES))),
    })
    return null
  }
  const scheme: SecurityScheme = {
    name,
    nameAt: keyAt,
    type,
    typeAt,
    kind: 'custom',
    description: textAt(node, 'description'),
    settings: [],
    inputs: [],
    oauth: null,
  }
  switch (known) {
    case 'apiKey':
      return readApiKey(scheme, node, context)
    case 'http':
      return readHttp(scheme, node, context)
    case 'oauth2':
      return { ...scheme, kind: 'bearer', oauth: oauthOf(valueOf(node, 'flows')) }
    case 'openIdConnect':
      return { ...scheme, kind: 'bearer' }
    case 'mutualTLS':
      return scheme
  }
}

const SWAGGER_TYPES: Readonly<Record<string, string>> = {
  basic: 'Write "type: http" and "scheme: basic"',
  bearer: 'Write "type: http" and "scheme: bearer"',
}

function readHttp(scheme: SecurityScheme, node: MapNode, { collector }: Context): SecurityScheme | null {
  const written = textAt(node, 'scheme')
  if (written === null) {
    collector.report('SVC8031', {
      message: `The security scheme "${scheme.name}" has no "scheme"`,
      at: scheme.typeAt,
      help: 'Add "scheme: bearer" or "scheme: basic"',
    })
    return null
  }
  return { ...scheme, kind: HTTP_KINDS.find((kind) => kind === written.toLowerCase()) ?? scheme.kind }
}

const HTTP_KINDS = ['bearer', 'basic', 'digest'] as const

function readApiKey(scheme: SecurityScheme, node: MapNode, context: Context): SecurityScheme | null {
  const name = textAt(node, 'name')
  const location = textAt(node, 'in')
  if (
    name === null ||
    name === '' ||
    (location !== 'header' && location !== 'query' && location !== 'cookie')
  ) {
    const isNamed = name !== null && name !== ''
    context.collector.report('SVC8031', {
      message: isNamed
        ? `The security scheme "${scheme.name}" must be in a header, the query or a cookie`
        : `The security scheme "${scheme.name}" has no "name"`,
      at: (isNamed ? valueOf(node, 'in')?.at : undefined) ?? scheme.typeAt,
      help: isNamed
        ? 'Write "in: header", "in: query" or "in: cookie"'
        : 'Add the name of the header, parameter or cookie',
    })
    return null
  }
  const ticket = entryOf(node, 'x-ticket')
  if (ticket !== undefined && isPresent(ticket)) {
    if (location === 'cookie') return { ...scheme, kind: 'ticket', settings: ticketSettings(ticket, node) }
    reportMisplaced(ticket, 'an apiKey in a cookie', context)
  }
  const isAuthorization = location === 'header' && name.toLowerCase() === 'authorization'
  const apiKey = entryOf(node, 'x-api-key')
  if (apiKey !== undefined && isPresent(apiKey)) {
    if (isAuthorization) return { ...scheme, kind: 'api_key' }
    reportMisplaced(apiKey, 'an apiKey in the header "Authorization"', context)
  }
  if (isAuthorization) return scheme
  return { ...scheme, inputs: [{ in: location, name: location === 'header' ? name.toLowerCase() : name }] }
}

/** Returns whether a key says that svcgen checks the credentials: with settings, or with true. */
function isPresent({ value }: Entry): boolean {
  return value.kind === 'map' || isTrue(value)
}

/** Returns the settings of a ticket: those of `x-ticket`, and the name of the cookie. */
function ticketSettings({ value }: Entry, node: MapNode): readonly Entry[] {
  const cookie = entryOf(node, 'name')
  const others = entriesIn(value).filter(({ key }) => key !== 'cookie_name')
  return cookie === undefined ? others : [...others, { ...cookie, key: 'cookie_name' }]
}

function reportMisplaced({ key, keyAt }: Entry, where: string, { collector }: Context): void {
  collector.report('SVC8032', { message: `"${key}" is allowed only for ${where}`, at: keyAt })
}

/** The names of grants in the settings of OAuth 2.0, by the names of flows. */
const GRANTS = new Map([...OAUTH_FLOWS].map(([grant, { flow }]) => [flow, grant]))

function oauthOf(flows: Node | undefined): OAuthSettings {
  const known = entriesIn(flows).filter(({ key, value }) => GRANTS.has(key) && value.kind === 'map')
  const first = (key: string): string | null =>
    known.map(({ value }) => textAt(value, key)).find((text) => text !== null) ?? null
  const scopes = known.flatMap(({ value }) => entriesIn(valueOf(value, 'scopes')).map(({ key }) => key))
  return {
    authorizationUri: first('authorizationUrl'),
    accessTokenUri: first('tokenUrl'),
    grants: known.flatMap(({ key }) => GRANTS.get(key) ?? []),
    scopes: [...new Set(scopes)],
  }
}

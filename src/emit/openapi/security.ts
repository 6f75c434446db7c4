import { acceptedCredentials, issuedCredentials } from '../../access/caller.js'
import { verdictOn } from '../../access/verdict.js'
import {
  type Credential,
  type CustomAction,
  type ExternalScheme,
  OAUTH_FLOWS,
  type OAuthSettings,
  type Route,
  type Service,
} from '../../ir/index.js'
import { scopesOf } from '../../ir/lookup.js'
import { UniqueNames } from '../../naming/unique.js'
import type { JsonObject } from '../../ir/json.js'

export function securitySchemes(service: Service): JsonObject {
  const { ticket = null, apiKey = null } = service.auth ?? {}
  const keys = issuedKeys(service)
  return {
    ...(ticket && {
      [keys.ticket]: {
        type: 'apiKey',
        in: 'cookie',
        name: ticket.cookieName,
        description: 'The ticket from POST /auth/login.',
      },
    }),
    ...(apiKey && {
      [keys.api_key]: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: '`ApiKey <username>:<token>`, with the token from POST /auth/token.',
      },
    }),
    ...Object.fromEntries(
      [...entriesOf(service)].flatMap(([, alternatives]) =>
        alternatives.flatMap((parts) => parts.map(({ key, scheme }) => [key, scheme] as const)),
      ),
    ),
  }
}

interface Entry {
  readonly key: string
  readonly scheme: JsonObject
}

/**
 * Returns the security schemes for each external scheme: a list of alternatives, each of which is a list of schemes
 * that a request must satisfy together.
 */
function entriesOf(service: Service): ReadonlyMap<string, readonly (readonly Entry[])[]> {
  const { auth } = service
  const keys = issuedKeys(service)
  const taken = issuedCredentials(auth).map((credential) => keys[credential].toLowerCase())
  const names = new UniqueNames({ taken })
  const named = (wanted: string, scheme: JsonObject): Entry => ({
    key: names.take(wanted.replaceAll(/[^\w.-]+/g, '_')),
    scheme,
  })
  return new Map((auth?.schemes ?? []).map((scheme) => [scheme.name, alternativesOf(scheme, named)]))
}

function alternativesOf(
  { name, kind, description, inputs, oauth }: ExternalScheme,
  named: (wanted: string, scheme: JsonObject) => Entry,
): readonly (readonly Entry[])[] {
  const about = description === null ? {} : { description }
  switch (kind) {
    case 'basic':
    case 'digest':
      return [[named(name, { type: 'http', scheme: kind, ...about })]]
    case 'bearer': {
      const flows = oauth === null ? {} : flowsOf(oauth)
      const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }
      if (Object.keys(flows).length === 0) return [[named(name, { ...bearer, ...about })]]
      // The documentation page has an input for a token only for this scheme.
      const token = { ...bearer, description: `An access token of the scheme ${name}.` }
      return [[named(name, { type: 'oauth2', flows, ...about })], [named(`${name}Token`, token)]]
    }
    case 'custom':
      if (inputs.length === 0)
        return [[named(name, { type: 'apiKey', in: 'header', name: 'Authorization', ...about })]]
      return [
        inputs.map((input) =>
          named(inputs.length === 1 ? name : `${name}-${input.name}`, {
            type: 'apiKey',
            in: input.in,
            name: input.name,
            ...about,
          }),
        ),
      ]
  }
}

/** Returns the flows of the declared grants; if there are none, the authorization code flow. */
function flowsOf({ authorizationUri, accessTokenUri, grants, scopes }: OAuthSettings): JsonObject {
  const addresses = { authorizationUrl: authorizationUri, tokenUrl: accessTokenUri }
  const known = grants.filter((grant) => OAUTH_FLOWS.has(grant))
  const flows = (known.length === 0 ? ['code'] : known).flatMap((grant) => {
    const { flow, uris } = OAUTH_FLOWS.get(grant) ?? { flow: grant, uris: [] }
    const given = uris.map((uri) => [uri, addresses[uri]] as const)
    if (given.some(([, address]) => address === null)) return []
    const texts = Object.fromEntries(scopes.map((scope) => [scope, '']))
    return [[flow, { ...Object.fromEntries(given), scopes: texts }] as const]
  })
  return Object.fromEntries(flows)
}

/**
 * Returns the security requirements of a route: any of its accepted schemes, or none if no scheme applies or the ACL
 * allows anonymous callers. Principals that are functions are assumed not to match. An empty requirement means that
 * callers can also be anonymous.
 */
export function routeSecurity(service: Service, route: Route | CustomAction): readonly JsonObject[] {
  const schemes = acceptedSchemes(service, route.accepts, route)
  if (schemes.length === 0) return []
  if (!route.authenticated) return (route.accepts ?? []).length > 0 ? [{}, ...schemes] : []
  const verdict = verdictOn(route, { kind: 'anonymous' }, service)
  const isOpen = (verdict.kind === 'depends' ? verdict.otherwise : verdict.kind) === 'allow'
  return isOpen ? [] : schemes
}

/**
 * Returns the names of the schemes whose credentials the service issues. An OpenAPI document names them; the names of
 * RAML's schemes are usually not those of the credentials, such as `auth_tkt`.
 */
function issuedKeys({ auth, schemas }: Service): Readonly<Record<'ticket' | 'api_key', string>> {
  const declared = schemas === undefined ? null : auth
  return { ticket: declared?.ticket?.name ?? 'cookie', api_key: declared?.apiKey?.name ?? 'apiKey' }
}

/** Returns security requirements that can be satisfied by any of the accepted schemes. */
export function acceptedSchemes(
  service: Service,
  accepts: readonly Credential[] | null,
  required: Pick<Route, 'scopes' | 'requires'> = {},
): readonly JsonObject[] {
  const external = entriesOf(service)
  const keys = issuedKeys(service)
  const alternativesFor = (credential: Credential): readonly JsonObject[] => {
    if (credential === 'ticket' || credential === 'api_key') return [{ [keys[credential]]: [] }]
    const name = credential.slice('scheme:'.length)
    return (external.get(name) ?? []).map((parts) =>
      Object.fromEntries(parts.map(({ key }) => [key, scopesOf(required, name)])),
    )
  }
  if (required.requires === undefined) return acceptedCredentials(service, accepts).flatMap(alternativesFor)
  return required.requires.map((all) =>
    Object.assign({}, ...all.map((credential) => alternativesFor(credential)[0])),
  )
}

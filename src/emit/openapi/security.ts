import { acceptedCredentials } from '../../access/caller.js'
import { verdictOn } from '../../access/verdict.js'
import type { Credential, CustomAction, Route, Service } from '../../ir/index.js'
import type { JsonObject } from './json.js'

/** Returns the security schemes, keyed by name. */
export function securitySchemes({ auth }: Service): JsonObject {
  const { ticket = null, apiKey = null } = auth ?? {}
  return {
    ...(ticket === null
      ? {}
      : {
          cookie: {
            type: 'apiKey',
            in: 'cookie',
            name: ticket.cookieName,
            description: 'The ticket from POST /auth/login.',
          },
        }),
    ...(apiKey === null
      ? {}
      : {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`ApiKey <username>:<token>`, with the token from POST /auth/token.',
          },
        }),
  }
}

/**
 * Returns the security requirements of a route: any of its accepted schemes, or none if no scheme applies or the ACL
 * allows anonymous callers. Principals that are functions are assumed not to match.
 */
export function routeSecurity(service: Service, route: Route | CustomAction): readonly JsonObject[] {
  const schemes = acceptedSchemes(service, route.accepts)
  if (schemes.length === 0 || !route.authenticated) return []
  const verdict = verdictOn(route, { kind: 'anonymous' }, service)
  const isOpen = (verdict.kind === 'depends' ? verdict.otherwise : verdict.kind) === 'allow'
  return isOpen ? [] : schemes
}

const SCHEME_OF: Readonly<Record<Credential, string>> = { ticket: 'cookie', api_key: 'apiKey' }

/** Returns security requirements that can be satisfied by any of the accepted schemes. */
export function acceptedSchemes(
  service: Service,
  accepts: readonly Credential[] | null,
): readonly JsonObject[] {
  return acceptedCredentials(service, accepts).map((name) => ({ [SCHEME_OF[name]]: [] }))
}

/** Returns whether the service has any authentication scheme, in which case `auth = true` has an effect. */
export function canAuthenticate({ auth }: Service): boolean {
  return auth !== null && (auth.ticket ?? auth.apiKey) !== null
}

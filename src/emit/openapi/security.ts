import { acceptedCredentials } from '../../access/caller.js'
import { verdictOn } from '../../access/verdict.js'
import type { Credential, Route, Service } from '../../ir/index.js'
import type { JsonObject } from './json.js'

/** The ways to say who calls, by name (SPEC 10). */
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
            description: 'The ticket that POST /auth/login gives.',
          },
        }),
    ...(apiKey === null
      ? {}
      : {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`ApiKey <username>:<token>`; POST /auth/token gives the token.',
          },
        }),
  }
}

/** Who may call a route: any of the schemes that it accepts, or also nobody in particular, where the ACL does not ask for more. */
export function routeSecurity(service: Service, route: Route): readonly JsonObject[] {
  const schemes = acceptedSchemes(service, route.accepts)
  if (schemes.length === 0 || !route.authenticated) return []
  return verdictOn(route, { kind: 'anonymous' }, service).kind === 'deny' ? schemes : [{}, ...schemes]
}

const SCHEME_OF: Readonly<Record<Credential, string>> = { ticket: 'cookie', api_key: 'apiKey' }

/** Any of the schemes that are accepted. */
export function acceptedSchemes(
  service: Service,
  accepts: readonly Credential[] | null,
): readonly JsonObject[] {
  return acceptedCredentials(service, accepts).map((name) => ({ [SCHEME_OF[name]]: [] }))
}

/** Whether callers can be told apart at all, so that `auth = true` means something. */
export function canAuthenticate({ auth }: Service): boolean {
  return auth !== null && (auth.ticket ?? auth.apiKey) !== null
}

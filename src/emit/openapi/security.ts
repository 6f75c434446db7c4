import { verdictOn } from '../../access/verdict.js'
import type { Route, Service } from '../../ir/index.js'
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

/** Who may call a route: any of the schemes, or also nobody in particular, where the ACL does not ask for more. */
export function routeSecurity(service: Service, route: Route): readonly JsonObject[] {
  const schemes = anyScheme(service)
  if (schemes.length === 0 || !route.authenticated) return []
  return verdictOn(route, { kind: 'anonymous' }, service).kind === 'deny' ? schemes : [{}, ...schemes]
}

/** Any of the schemes. */
export function anyScheme(service: Service): readonly JsonObject[] {
  return Object.keys(securitySchemes(service)).map((name) => ({ [name]: [] }))
}

/** Whether callers can be told apart at all, so that `auth = true` means something. */
export function canAuthenticate({ auth }: Service): boolean {
  return auth !== null && (auth.ticket ?? auth.apiKey) !== null
}

import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Forbidden } from '../errors.js'
import type { Settings } from '../settings/settings.js'

/** Schemes whose credentials browsers add to all requests, after they asked the user or on their own. */
export const BY_DIALOG = /^(?:basic|digest|negotiate|ntlm)(?: |$)/i

export const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns a hook against cross-site request forgery. It rejects unsafe requests with credentials that browsers add on
 * their own (cookies, passwords that the user entered in the browser's dialog, and client certificates), and whose `Origin` is
 * neither the service's own nor in `cors.allow_origins`.
 * @param cookies the names of the cookies with credentials
 * @param isAmbient whether the route accepts credentials that no header shows, such as client certificates
 */
export function rejectForeignOrigins(
  cookies: readonly string[],
  settings: Settings,
  isAmbient: (request: FastifyRequest) => boolean = () => false,
): onRequestHookHandler {
  const rejectForeign = rejectAllForeignOrigins(settings)
  return function (request, reply, done) {
    const hasCredentials =
      cookies.some((name) => hasCookie(request, name)) ||
      isAmbient(request) ||
      BY_DIALOG.test(request.headers.authorization ?? '')
    if (SAFE.has(request.method) || !hasCredentials) done()
    else rejectForeign.call(this, request, reply, done)
  }
}

/** Like {@link rejectForeignOrigins}, but applies to all methods of a route, including requests without credentials. */
export function rejectAllForeignOrigins(settings: Settings): onRequestHookHandler {
  return (request, _reply, done) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    // Browsers send no Origin with a GET request, such as a link or an image.
    const isForeign = origin === undefined ? site === 'cross-site' : !isOwn(request, origin, settings)
    const from = origin === undefined ? '' : ` from ${origin}`
    done(isForeign ? new Forbidden(`Cross-site requests${from} are not allowed.`) : undefined)
  }
}

function isOwn(request: FastifyRequest, origin: string, { cors, publicUrl }: Settings): boolean {
  if (origin === `${request.protocol}://${request.host}` || origin === publicUrl) return true
  return cors.enable && cors.allowOrigins.includes(origin)
}

function hasCookie(request: FastifyRequest, name: string): boolean {
  const pairs = request.headers.cookie?.split(';') ?? []
  return pairs.some((pair) => pair.slice(0, pair.indexOf('=')).trim() === name)
}

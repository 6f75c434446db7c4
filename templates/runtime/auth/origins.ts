import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Forbidden } from '../errors.js'
import type { Settings } from '../settings/settings.js'

/** Schemes for which browsers ask the user, and whose credentials they then add to all requests. */
const BY_DIALOG = /^(?:basic|digest) /i

export const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns a hook against cross-site request forgery. It rejects unsafe requests with credentials that browsers add on
 * their own (the cookie, or a password that the user entered in the browser's dialog), and whose `Origin` is neither the
 * service's own nor in `cors.allow_origins`.
 * @param cookieName null for passwords only
 */
export function rejectForeignOrigins(cookieName: string | null, settings: Settings): onRequestHookHandler {
  const rejectForeign = rejectAllForeignOrigins(settings)
  return function (request, reply, done) {
    const hasCredentials =
      (cookieName !== null && hasCookie(request, cookieName)) ||
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
    if (isForeign)
      done(
        new Forbidden(`Cross-site requests${origin === undefined ? '' : ` from ${origin}`} are not allowed.`),
      )
    else done()
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

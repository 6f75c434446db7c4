import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Forbidden } from '../errors.js'
import type { Settings } from '../settings/index.js'

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A hook that refuses what another site makes a browser do: a request that changes something, carries the cookie and comes with an `Origin` that
 * is neither the service's own nor named in `cors.allow_origins` (SPEC 16).
 */
export function refuseForeignOrigins(cookieName: string, settings: Settings): onRequestHookHandler {
  const refuseForeign = refuseAllForeignOrigins(settings)
  return function (request, reply, done) {
    const isHarmless = SAFE.has(request.method) || !hasCookie(request, cookieName)
    if (isHarmless) done()
    else refuseForeign.call(this, request, reply, done)
  }
}

/** {@link refuseForeignOrigins} for a route that changes something by each of its methods, also in a browser that keeps its cookie back. */
export function refuseAllForeignOrigins(settings: Settings): onRequestHookHandler {
  return (request, _reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || isOwn(request, origin, settings)) done()
    else
      done(new Forbidden(`pages of ${origin} may not change anything here in the name of who is logged in`))
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

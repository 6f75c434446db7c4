import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import { Faults } from '../query/parameters.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route reads its query, although its path is not that of a collection. */
    readonly readsQuery?: true
  }
}

/**
 * Rejects query parameters on routes that do not use any: items, attributes and POST. Applies to routes registered
 * after this call. Queries on collections are validated when they are parsed.
 * @param collections the paths of collections
 */
export function rejectParameters(app: FastifyInstance, collections: readonly string[]): void {
  const paths = new Set(collections.map((path) => app.prefix + path))
  const reject: preHandlerHookHandler = (request, _reply, done) => {
    const faults = new Faults()
    for (const name of Object.keys(Object(request.query)))
      faults.add(name, 'unknown parameter; this request accepts none')
    faults.throwIfAny()
    done()
  }
  app.addHook('onRoute', (route) => {
    const { config = {}, method, url } = route
    const selects = paths.has(url) && method !== 'POST'
    if ('contract' in config || config.readsQuery === true || method === 'OPTIONS' || selects) return
    route.preHandler = [reject, ...[route.preHandler ?? []].flat()]
  })
}

import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The headers that tell clients until when they can use the operation. */
    readonly lifecycle?: { readonly deprecation?: string; readonly sunset?: string }
  }
}

/** Sends `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) with all responses of operations that have them. */
export function deprecationHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { lifecycle } = request.routeOptions.config
    if (lifecycle !== undefined) reply.headers(lifecycle)
    done()
  })
}

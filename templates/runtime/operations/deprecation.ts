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

/** Shows the dates of deprecated operations in their descriptions on the documentation page. */
export const DEPRECATION_DATES = `[{ statePlugins: { spec: { wrapActions: { updateJsonSpec: (update) => (api) => {
  for (const operation of Object.values(api.paths ?? {}).flatMap((item) => Object.values(item))) {
    const since = operation?.['x-deprecated-at']
    const until = operation?.['x-sunset']
    const dates = [since && 'Deprecated since ' + since + '.', until && 'Available until ' + until + '.']
    const shown = [...dates, operation?.description].filter((text) => text)
    if (since || until) operation.description = shown.join(' ')
  }
  return update(api)
} } } } }]`

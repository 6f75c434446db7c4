import type { FastifyInstance } from 'fastify'

/** A parameter in quotation marks, in the path of a route. */
const QUOTED = /\(':([^(]+)\(/g

/** Decodes keys in quotation marks, such as `/Pets('O''Malley')` (OData, URL Conventions, section 4.3). */
export function decodeQuotedKeys(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const params: Readonly<Record<string, string>> = Object(request.params)
    const keys = [...(request.routeOptions.url ?? '').matchAll(QUOTED)].map(
      ([, name = '']) => [name, params[name]?.replaceAll("''", "'")] as const,
    )
    if (keys.length > 0) request.params = { ...params, ...Object.fromEntries(keys) }
    done()
  })
}

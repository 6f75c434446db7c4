import type { FastifyInstance } from 'fastify'
import { BadRequest } from '../errors.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the response to this write waits until full-text searches can find the changes. */
    waitsForSearch: boolean
  }
}

const REFRESH: Readonly<Record<string, readonly string[]>> = {
  _refresh: ['wait'],
  _refresh_index: ['true', 'wait'],
}

/**
 * Accepts the `_refresh=wait` parameter of a write, or its alias `_refresh_index`. It has no effect while the database
 * executes full-text searches, because they always see committed changes.
 */
export function acceptRefresh(app: FastifyInstance): void {
  if (!app.hasRequestDecorator('waitsForSearch')) app.decorateRequest('waitsForSearch', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const query: Record<string, unknown> = Object(request.query)
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    for (const [name, values] of Object.entries(REFRESH)) {
      if (!Object.hasOwn(query, name)) continue
      if (!isWrite || !values.some((value) => value === query[name])) {
        const message = isWrite ? `must be ${values.join(' or ')}` : 'applies only to write requests'
        throw new BadRequest(`Invalid query: ${name}: ${message}.`, { errors: [{ path: name, message }] })
      }
      Reflect.deleteProperty(query, name)
      request.waitsForSearch = true
    }
    done()
  })
}

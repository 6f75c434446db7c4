import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.js'
import { addedEntries } from './outbox.js'
import type { SearchService } from './search.js'

/** The accepted values of the parameter and of its alias. */
const REFRESH: Readonly<Record<string, readonly string[]>> = {
  _refresh: ['wait'],
  _refresh_index: ['true', 'wait'],
}

/**
 * Sends the response to a write with `_refresh=wait` once full-text searches can find the changes. Applies to routes
 * registered after this call.
 * @param search null if `search.url` is not set: then there is nothing to wait for, because searches in the database
 * always see committed changes
 */
export function waitForSearch(app: FastifyInstance, search: SearchService | null): void {
  const entriesOf = new WeakMap<FastifyRequest, Map<string, string>>()
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
      entriesOf.set(request, new Map())
    }
    done()
  })
  if (search === null) return
  app.addHook('preHandler', (request, _reply, done) => {
    const entries = entriesOf.get(request)
    if (entries === undefined) done()
    else addedEntries.run(entries, done)
  })
  app.addHook('onSend', async (request) => {
    const entries = entriesOf.get(request)
    if (entries !== undefined && entries.size > 0) await search.searchable(entries)
  })
}

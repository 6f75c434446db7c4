import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.js'

/** A name or an address, and a port (RFC 9110, 7.2; RFC 3986, 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{1,5})?$/i

/**
 * Refuses requests whose `Host` is missing, given twice or none (RFC 9112, 3.2): addresses in answers are made of it. HTTP/1.0 need not have one, and
 * probes often do not.
 */
export function refuseBadHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      hasGoodHost(request)
        ? undefined
        : new BadRequest('the request must have one Host header that names a host'),
    )
  })
}

function hasGoodHost(request: FastifyRequest): boolean {
  const { host, raw } = request
  if (host === '') return raw.httpVersion === '1.0' && raw.headers.host === undefined
  return HOST.test(host) && timesGiven(raw.rawHeaders) < 2
}

/** How often `Host` stands among names and values, which take turns. */
function timesGiven(rawHeaders: readonly string[]): number {
  let times = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') times += 1
  }
  return times
}

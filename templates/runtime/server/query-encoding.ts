import type { FastifyInstance } from 'fastify'
import { BadRequest } from '../errors.js'

/** Answers 400 where a query is not encoded as a URL must be (RFC 3986, 2.1, in UTF-8): what cannot be read must not be taken for another text. */
export function refuseBadQueries(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isEncoded(request.url) ? undefined : new BadRequest('the query is not encoded as a URL must be'))
  })
}

function isEncoded(url: string): boolean {
  const start = url.indexOf('?')
  if (start === -1 || !url.includes('%', start)) return true
  try {
    decodeURIComponent(url.slice(start))
    return true
  } catch {
    return false
  }
}

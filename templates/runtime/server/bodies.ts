import type { FastifyInstance } from 'fastify'
import type { BodyParser } from '../body/parser.js'
import { HttpError } from '../errors.js'

/** Takes bodies of JSON alone, and merge patches (RFC 7396) for PATCH; others are a 415 (SPEC 6). */
export function jsonBodies(app: FastifyInstance, parse: BodyParser): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, parse)
  app.addContentTypeParser<string>(
    'application/merge-patch+json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (request.method === 'PATCH') parse(request, text, done)
      else done(new HttpError(415, 'application/merge-patch+json is for PATCH; send application/json'))
    },
  )
}

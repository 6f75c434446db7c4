import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BodyParser } from '../body/parser.js'
import { HttpError } from '../errors.js'

/** Takes bodies of JSON alone, and merge patches (RFC 7396) for PATCH; others, and encoded ones, are a 415 (SPEC 6). */
export function jsonBodies(app: FastifyInstance, parse: BodyParser): void {
  const parsePlain = (request: FastifyRequest, text: string, done: Parameters<BodyParser>[2]): void => {
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.toLowerCase() === 'identity') parse(request, text, done)
    else done(new HttpError(415, 'the body must not be encoded: send it without Content-Encoding'))
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, parsePlain)
  app.addContentTypeParser<string>(
    'application/merge-patch+json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (request.method === 'PATCH') parsePlain(request, text, done)
      else done(new HttpError(415, 'application/merge-patch+json is for PATCH; send application/json'))
    },
  )
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BodyParser } from '../body/parser.js'
import { HttpError } from '../errors.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the body cannot be read; null where it can. */
    bodyFault: Error | null
  }
  interface FastifyContextConfig {
    /** Whether there is an item to be found before it is told what is wrong with the body. */
    readonly hasItem?: boolean
  }
}

/** The body of a request. @throws BadRequest where it cannot be read */
export function bodyOf({ body, bodyFault }: FastifyRequest): unknown {
  if (bodyFault !== null) throw bodyFault
  return body
}

/** Takes bodies of JSON alone, and merge patches (RFC 7396) for PATCH; others, and encoded ones, are a 415 (SPEC 6). */
export function jsonBodies(app: FastifyInstance, parse: BodyParser): void {
  const parsePlain = (request: FastifyRequest, bytes: Buffer, done: Parameters<BodyParser>[2]): void => {
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.toLowerCase() === 'identity') parse(request, bytes, later(request, done))
    else done(new HttpError(415, 'the body must not be encoded: send it without Content-Encoding'))
  }
  app.decorateRequest('bodyFault', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, parsePlain)
  app.addContentTypeParser<Buffer>(
    'application/merge-patch+json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (request.method === 'PATCH') parsePlain(request, bytes, done)
      else done(new HttpError(415, 'application/merge-patch+json is for PATCH; send application/json'))
    },
  )
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT'])

/**
 * Lets what is wrong with a body wait, in routes that are added from here on, until the items of their paths are found and may be written (SPEC 6):
 * {@link bodyOf} tells it.
 */
export function itemsBeforeBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isWrite = [route.method].flat().every((method) => WRITES.has(method))
    if (isWrite && route.url.includes(':')) route.config = { ...route.config, hasItem: true }
  })
}

function later(request: FastifyRequest, done: Parameters<BodyParser>[2]): typeof done {
  if (request.routeOptions.config.hasItem !== true) return done
  return (fault, body) => {
    request.bodyFault = fault
    done(null, body)
  }
}

import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import { Readable } from 'node:stream'
import { HttpError } from '../errors.js'

const RAW_BODIES = new WeakMap<FastifyRequest, Buffer>()

/** Returns the bytes of a request's body as they arrived, if {@link keepRawBody} kept them. Empty without a body. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return RAW_BODIES.get(request) ?? Buffer.alloc(0)
}

/** A hook that keeps the bytes of a request's body, for signatures. The parts of multipart forms are not kept. */
export const keepRawBody: preParsingAsyncHookHandler = async (request, reply, payload) => {
  if (/^multipart\//i.test(request.headers['content-type'] ?? '')) return payload
  const limit = request.routeOptions.bodyLimit ?? request.server.settings.bodyLimit
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of payload) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limit) {
      // The rest of the body is not read, so the connection can carry no further request.
      void reply.header('connection', 'close')
      throw new HttpError(413, 'The body is too large.')
    }
    chunks.push(bytes)
  }
  const body = Buffer.concat(chunks)
  RAW_BODIES.set(request, body)
  return Object.assign(Readable.from(body.length === 0 ? [] : [body]), { receivedEncodedLength: body.length })
}

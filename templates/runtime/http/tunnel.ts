import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.js'
import type { ModelSpec, Models } from '../model.js'
import { readTunnel } from '../query/index.js'

/**
 * `GET …?_m=POST`: acts as that method, the other parameters being its body, for clients that can only GET (SPEC 7). A 400 where
 * `enable_get_tunneling` is off, and for a request with a cookie, since any page could make a browser send it.
 */
export function tunneling(app: FastifyInstance, models: Models): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !Object.hasOwn(Object(request.query), '_m')) return
    const pattern = request.routeOptions.url ?? ''
    const model = modelAt(models, pattern)
    if (model === undefined) throw new BadRequest('_m: nothing can be tunneled here')
    if (request.headers.cookie !== undefined)
      throw new BadRequest('_m: is refused for a request with a cookie')
    const tunnel = readTunnel(model, Object(request.query), {
      enabled: app.settings.enableGetTunneling,
      collection: !lastSegment(pattern).startsWith(':'),
      maxDepth: app.settings.maxJsonDepth,
    })
    if (tunnel === undefined) return
    const answer = await app.inject({
      method: tunnel.verb,
      url: request.url.split('?')[0] ?? '',
      headers: headersOf(request),
      payload: JSON.stringify(tunnel.body),
      remoteAddress: request.ip,
    })
    return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
  })
}

/** The model that the last name in a route's path stands for. */
function modelAt(models: Models, pattern: string): ModelSpec | undefined {
  const name = lastName(pattern)
  return Object.values(models).find((model) => model.path !== null && lastName(model.path) === name)
}

function lastName(pattern: string): string | undefined {
  return pattern.split('/').findLast((segment) => segment !== '' && !segment.startsWith(':'))
}

function lastSegment(pattern: string): string {
  return pattern.split('/').at(-1) ?? ''
}

function headersOf({ headers }: FastifyRequest): Record<string, string | string[] | undefined> {
  return {
    ...headers,
    'content-type': 'application/json',
    'content-length': undefined,
    connection: undefined,
  }
}

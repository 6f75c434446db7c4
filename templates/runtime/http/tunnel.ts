import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify'
import { BadRequest } from '../errors.js'
import type { ModelSpec, Models } from '../model.js'
import { Faults, readTunnel, type TunnelModel } from '../query/index.js'

/**
 * `GET …?_m=POST`: acts as that method, the other parameters being its body, for clients that can only GET (SPEC 7). A 400 where
 * `enable_get_tunneling` is off, and for a request with a cookie, since any page could make a browser send it.
 */
export function tunneling(app: FastifyInstance, models: Models): void {
  const answerTunneled = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const place = placeAt(models, request.routeOptions.url ?? '')
    if (place === undefined) throw new BadRequest('_m: nothing can be tunneled here')
    if (request.headers.cookie !== undefined)
      throw new BadRequest('_m: is refused for a request with a cookie')
    const tunnel = readTunnel(place.model, Object(request.query), {
      enabled: app.settings.enableGetTunneling,
      collection: place.collection,
      maxDepth: app.settings.maxJsonDepth,
    })
    if (tunnel === undefined) return false
    const answer = await app.inject({
      method: tunnel.verb,
      url: request.url.split('?')[0] ?? '',
      headers: headersOf(request),
      payload: JSON.stringify(tunnel.body),
      remoteAddress: request.ip,
    })
    reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
    return true
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' || !Object.hasOwn(Object(request.query), '_m')) return done()
    void answerTunneled(request, reply).then((answered) => answered || done(), done)
  })
}

/**
 * Refuses query parameters, in routes that are added from here on, where they mean nothing: on items, attributes, and for POST. Queries of collections
 * are checked where they are read.
 */
export function refuseParameters(app: FastifyInstance, models: Models): void {
  const refuse: preHandlerHookHandler = (request, _reply, done) => {
    const faults = new Faults()
    for (const name of Object.keys(Object(request.query)))
      faults.add(name, 'Unknown parameter: this request takes none')
    faults.refuse()
    done()
  }
  app.addHook('onRoute', (route) => {
    if (takesParameters(models, route)) return
    route.preHandler = [refuse, ...[route.preHandler ?? []].flat()]
  })
}

function takesParameters(models: Models, { method, url }: Pick<RouteOptions, 'method' | 'url'>): boolean {
  const place = placeAt(models, url)
  const isCollection = place === undefined || (place.collection && place !== ATTRIBUTE)
  return method === 'OPTIONS' || (isCollection && method !== 'POST')
}

/** What a route's path leads to. */
interface Place {
  readonly model: TunnelModel
  readonly collection: boolean
}

/** An attribute has no fields of its own: its values are texts. */
const ATTRIBUTE: Place = { model: { fields: {}, relations: {} }, collection: true }

/** Follows a route's path: a root collection, then relations and attributes by name; a parameter is an item. */
function placeAt(models: Models, pattern: string): Place | undefined {
  let place: Place | undefined
  for (const segment of pattern.split('/')) {
    if (!segment.startsWith(':')) place = stepTo(models, place?.model, segment)
    else if (place !== undefined) place = { ...place, collection: false }
  }
  return place
}

function stepTo(models: Models, from: TunnelModel | undefined, name: string): Place | undefined {
  const relation = from?.relations[name]
  if (relation === undefined && from?.fields[name] !== undefined) return ATTRIBUTE
  const model = relation === undefined ? collectionNamed(models, name) : models[relation.model]
  return model && { model, collection: relation?.many ?? true }
}

function collectionNamed(models: Models, name: string): ModelSpec | undefined {
  return Object.values(models).find(
    ({ path }) => path?.split('/').findLast((segment) => !segment.startsWith(':')) === name,
  )
}

function headersOf({ headers }: FastifyRequest): Record<string, string | string[] | undefined> {
  const { 'content-length': _length, connection: _connection, ...kept } = headers
  return { ...kept, 'content-type': 'application/json' }
}

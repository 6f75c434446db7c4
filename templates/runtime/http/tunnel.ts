import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  preHandlerHookHandler,
} from 'fastify'
import { parseBody } from '../body/parser.js'
import { BadRequest } from '../errors.js'
import type { Json, JsonObject } from '../json.js'
import type { FieldSpec, ModelSpec, Models, RelationSpec } from '../model.js'
import { Faults, type QueryParameters, valuesOf } from '../query/parameters.js'
import { REFUSED_NAMES, type ValueSpec } from '../values/text.js'
import { parseValue } from '../values/values.js'

const VERBS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
export type TunnelVerb = (typeof VERBS)[number]

/** The fields and relations by which the parameters are typed. */
export type TunnelModel = Pick<ModelSpec, 'fields' | 'relations'>

/** What a GET with `_m` stands for. */
export interface Tunnel {
  readonly verb: TunnelVerb
  /** The other parameters as the JSON body that they stand for, still to be validated as any body. */
  readonly body: JsonObject
}

export interface TunnelOptions {
  readonly enabled: boolean
  /** On a collection only POST can be tunneled: a PATCH, a PUT (which is the same there) or a DELETE of items takes its selection from the query. */
  readonly collection: boolean
  readonly maxDepth: number
}

/**
 * Reads `_m=VERB` of a GET (SPEC 7); undefined where there is none.
 * @throws BadRequest where tunneling is off, or the verb cannot be tunneled here
 */
export function readTunnel(
  model: TunnelModel,
  parameters: QueryParameters,
  { enabled, collection, maxDepth }: TunnelOptions,
): Tunnel | undefined {
  const [given, ...more] = valuesOf(parameters, '_m')
  if (given === undefined) return undefined
  if (!enabled) throw refused('tunneling is off here: send the request with its own method')
  const verb = VERBS.find((each) => each === given.toUpperCase())
  if (verb === undefined || more.length > 0) throw refused(`must be one of ${VERBS.join(', ')}`)
  if (collection && verb !== 'POST') throw refused(`${verb} on a collection cannot be tunneled`)
  return { verb, body: bodyOf(model, parameters, maxDepth) }
}

function refused(message: string): BadRequest {
  return new BadRequest(`_m: ${message}`, { errors: [{ path: '_m', message }] })
}

function bodyOf(model: TunnelModel, parameters: QueryParameters, maxDepth: number): JsonObject {
  const body: Record<string, Json> = {}
  for (const name of Object.keys(parameters)) {
    if (name === '_m') continue
    if (REFUSED_NAMES.has(name))
      throw new BadRequest(`${name} is refused as a name`, {
        errors: [{ path: name, message: 'is refused as a name' }],
      })
    body[name] = typed(model, name, valuesOf(parameters, name), maxDepth)
  }
  return body
}

/** The value that the texts mean by the field's type. A text that means none stays as it is: validation then tells what is wrong. */
function typed(model: TunnelModel, name: string, texts: readonly string[], maxDepth: number): Json {
  if (Object.hasOwn(model.relations, name)) return ofRelation(model.relations[name], texts)
  const field = Object.hasOwn(model.fields, name) ? model.fields[name] : undefined
  return field === undefined ? one(texts, (text) => text) : ofField(field, texts, maxDepth)
}

function ofRelation(relation: RelationSpec | undefined, texts: readonly string[]): Json {
  const spec: ValueSpec = { type: relation?.keyType ?? 'string' }
  return relation?.many === true
    ? itemsOf(texts).map((text) => single(spec, text))
    : one(texts, (text) => orNull(spec, text))
}

function ofField(field: FieldSpec, texts: readonly string[], maxDepth: number): Json {
  switch (field.type) {
    case 'list':
      return itemsOf(texts).map((text) => single(field, text))
    case 'dict':
    case 'pickle':
      return one(texts, (text) => parseBody(text, maxDepth) ?? null)
    case 'string':
    case 'text':
      return one(texts, (text) => text)
    default:
      return one(texts, (text) => orNull(field, text))
  }
}

/** An empty text is no value of any type but text. */
function orNull(spec: ValueSpec, text: string): Json {
  return text === '' ? null : single(spec, text)
}

function one(texts: readonly string[], read: (text: string) => Json): Json {
  const [text, ...more] = texts
  return text === undefined || more.length > 0 ? texts : read(text)
}

/** The items of a list: a parameter each, or one with commas; none in an empty one. */
function itemsOf(texts: readonly string[]): readonly string[] {
  const [only] = texts
  if (texts.length !== 1 || only === undefined) return texts
  return only === '' ? [] : only.split(',')
}

function single(spec: ValueSpec, text: string): Json {
  const checked = parseValue(spec, text)
  return checked.ok ? checked.value : text
}

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

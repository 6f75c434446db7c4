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
import { FORBIDDEN_NAMES, type ValueSpec } from '../values/scalars.js'
import { parseValue } from '../values/values.js'

const VERBS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
export type TunnelVerb = (typeof VERBS)[number]

/** The fields and relations that determine the types of the parameters. */
export type TunnelModel = Pick<ModelSpec, 'fields' | 'relations'>

/** The request that a GET with `_m` represents. */
export interface Tunnel {
  readonly verb: TunnelVerb
  /** The other parameters as a JSON body, which is validated like any other body. */
  readonly body: JsonObject
}

export interface TunnelOptions {
  /**
   * Whether the path is a collection, where only POST can be tunneled: PATCH, PUT and DELETE use the query to select
   * items.
   */
  readonly collection: boolean
  readonly maxDepth: number
}

/**
 * Reads `_m=VERB` from a GET request. Returns undefined if the parameter is missing.
 * @throws BadRequest if the verb cannot be tunneled on this path
 */
export function readTunnel(
  model: TunnelModel,
  parameters: QueryParameters,
  { collection, maxDepth }: TunnelOptions,
): Tunnel | undefined {
  const [given, ...more] = valuesOf(parameters, '_m')
  if (given === undefined) return undefined
  const verb = VERBS.find((each) => each === given.toUpperCase())
  if (verb === undefined || more.length > 0) throw tunnelError(`must be one of ${VERBS.join(', ')}`)
  if (collection && verb !== 'POST') throw tunnelError(`${verb} on a collection cannot be tunneled`)
  return { verb, body: bodyOf(model, parameters, maxDepth) }
}

function tunnelError(message: string): BadRequest {
  return new BadRequest(`Invalid query: _m: ${message}.`, { errors: [{ path: '_m', message }] })
}

function bodyOf(model: TunnelModel, parameters: QueryParameters, maxDepth: number): JsonObject {
  const body: Record<string, Json> = {}
  for (const name of Object.keys(parameters)) {
    if (name === '_m') continue
    if (FORBIDDEN_NAMES.has(name))
      throw new BadRequest(`The name "${name}" is not allowed.`, {
        errors: [{ path: name, message: 'is not allowed as a name' }],
      })
    body[name] = typed(model, name, valuesOf(parameters, name), maxDepth)
  }
  return body
}

/**
 * Parses strings according to the field's type. A string that cannot be parsed is kept, so that validation reports it.
 */
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

/** Only text fields can contain an empty string. */
function orNull(spec: ValueSpec, text: string): Json {
  return text === '' ? null : single(spec, text)
}

function one(texts: readonly string[], read: (text: string) => Json): Json {
  const [text, ...more] = texts
  return text === undefined || more.length > 0 ? texts : read(text)
}

/**
 * Returns the items in a list, which is sent as one parameter per item or as a single comma-separated parameter. An
 * empty parameter is an empty list.
 */
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
 * Lets clients that can send only GET requests use other methods: `GET …?_m=POST` acts as a POST with the other
 * parameters as its body. Responds with 400 if `enable_get_tunneling` is off, or if the request has a cookie, because
 * any web page could make a browser send such a request.
 */
export function tunneling(app: FastifyInstance, models: Models): void {
  const respondToTunnel = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const place = placeAt(models, request.routeOptions.url ?? '')
    if (place === undefined) throw tunnelError('this path does not support tunneling')
    if (!app.settings.enableGetTunneling)
      throw tunnelError('tunneling is off (enable_get_tunneling); send the request with the actual method')
    if (request.headers.cookie !== undefined) throw tunnelError('requests with cookies cannot be tunneled')
    const tunnel = readTunnel(place.model, Object(request.query), {
      collection: place.collection,
      maxDepth: app.settings.maxJsonDepth,
    })
    if (tunnel === undefined) return false
    const response = await app.inject({
      method: tunnel.verb,
      url: request.url.split('?')[0] ?? '',
      headers: headersOf(request),
      payload: JSON.stringify(tunnel.body),
      remoteAddress: request.ip,
    })
    reply.code(response.statusCode).headers(response.headers).send(response.rawPayload)
    return true
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' || !Object.hasOwn(Object(request.query), '_m')) return done()
    void respondToTunnel(request, reply).then((isSent) => isSent || done(), done)
  })
}

/**
 * Rejects query parameters on routes that do not use any: items, attributes and POST. Applies to routes registered
 * after this call. Queries on collections are validated when they are parsed.
 */
export function rejectParameters(app: FastifyInstance, models: Models): void {
  const reject: preHandlerHookHandler = (request, _reply, done) => {
    const faults = new Faults()
    for (const name of Object.keys(Object(request.query)))
      faults.add(name, 'unknown parameter; this request accepts none')
    faults.throwIfAny()
    done()
  }
  app.addHook('onRoute', (route) => {
    if (takesParameters(models, route)) return
    route.preHandler = [reject, ...[route.preHandler ?? []].flat()]
  })
}

function takesParameters(models: Models, { method, url }: Pick<RouteOptions, 'method' | 'url'>): boolean {
  const place = placeAt(models, url)
  const isCollection = place === undefined || (place.collection && place !== ATTRIBUTE)
  return method === 'OPTIONS' || (isCollection && method !== 'POST')
}

/** What a route's path refers to. */
interface Place {
  readonly model: TunnelModel
  readonly collection: boolean
}

/** An attribute has no fields. Its values are strings. */
const ATTRIBUTE: Place = { model: { fields: {}, relations: {} }, collection: true }

/**
 * Returns what a route's path refers to. A path starts with a root collection, followed by the names of relations and
 * attributes, with parameters for items.
 */
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

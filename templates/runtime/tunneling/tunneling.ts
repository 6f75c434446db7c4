import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseBody } from '../body/parser.js'
import { BadRequest } from '../errors.js'
import type { Json, JsonObject } from '../json.js'
import { type Models, keySpec } from '../model.js'
import { type QueryParameters, valuesOf } from '../query/parameters.js'
import { BY_DIALOG } from '../sessions/origins.js'
import { FORBIDDEN_NAMES, type ValueSpec } from '../values/scalars.js'
import { parseValue } from '../values/values.js'
import { type Place, placeAt } from './places.js'
import type { TunnelingSettings } from './settings.js'

const VERBS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Reads the request that a GET with `_m=VERB` represents: the other parameters are its JSON body, which is validated
 * like any other body. Returns undefined if the parameter is missing. On a collection, only POST can be tunneled: PATCH,
 * PUT and DELETE use the query to select items.
 * @throws BadRequest if the verb cannot be tunneled on this path
 */
export function readTunnel(
  { model, collection }: Place,
  parameters: QueryParameters,
  maxDepth: number,
): { readonly verb: (typeof VERBS)[number]; readonly body: JsonObject } | undefined {
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

function bodyOf(model: Place['model'], parameters: QueryParameters, maxDepth: number): JsonObject {
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
 * Parses strings according to the type of the field or relation. A string that cannot be parsed is kept, so that
 * validation reports it.
 */
function typed(
  { fields, relations }: Place['model'],
  name: string,
  texts: readonly string[],
  maxDepth: number,
): Json {
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined
  const field = relation === undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
  const spec: ValueSpec = field ?? (relation === undefined ? { type: 'string' } : keySpec(relation))
  if (relation?.many === true || spec.type === 'list') return itemsOf(texts).map((each) => parsed(spec, each))
  const [text, ...more] = texts
  if (text === undefined || more.length > 0) return texts
  if (spec.type === 'dict' || spec.type === 'pickle') return parseBody(text, maxDepth) ?? null
  // Only text fields can contain an empty string.
  const isText = relation === undefined && (spec.type === 'string' || spec.type === 'text')
  if (isText) return text
  return text === '' ? null : parsed(spec, text)
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

function parsed(spec: ValueSpec, text: string): Json {
  const checked = parseValue(spec, text)
  return checked.ok ? checked.value : text
}

/**
 * Lets clients that can send only GET requests use other methods: `GET …?_m=POST` acts as a POST with the other
 * parameters as its body. Responds with 400 if `enable_get_tunneling` is off, or if the request has a cookie or other
 * credentials that browsers add on their own, because any web page could make a browser send such a request.
 */
export function tunneling(
  app: FastifyInstance,
  models: Models,
  { enableGetTunneling }: TunnelingSettings,
): void {
  const respondToTunnel = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const place = placeAt(models, request.routeOptions.url ?? '')
    if (place === undefined) throw tunnelError('this path does not support tunneling')
    if (!enableGetTunneling)
      throw tunnelError('tunneling is off (enable_get_tunneling); send the request with the actual method')
    if (request.headers.cookie !== undefined || BY_DIALOG.test(request.headers.authorization ?? ''))
      throw tunnelError('requests with cookies, or with passwords that browsers keep, cannot be tunneled')
    const tunnel = readTunnel(place, Object(request.query), app.settings.maxJsonDepth)
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

function headersOf({ headers }: FastifyRequest): Record<string, string | string[] | undefined> {
  const { 'content-length': _length, connection: _connection, ...kept } = headers
  return { ...kept, 'content-type': 'application/json' }
}

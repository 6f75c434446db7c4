import { Ajv } from 'ajv'
import ajvFormats from 'ajv-formats'

// Schemas of bodies and queries. Unknown names are errors, and all errors are reported together.

const text = { type: ['string', 'null'], format: 'text' }

/** Document metadata, which clients are allowed to send back. */
const SENT_BACK = { _type: {}, _pk: {}, _self: {}, id: {} }

/** The body of a PATCH on a story. */
export const story = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...SENT_BACK,
    title: { type: 'string', format: 'text', maxLength: 200 },
    body: text,
    progress: { type: ['number', 'null'], minimum: 0, maximum: 1 },
    status: { enum: ['draft', 'published'] },
    topic: text,
    tags: { type: ['array', 'null'], items: { type: 'string', format: 'text' } },
    created_at: { type: ['string', 'null'], format: 'date-time' },
    owner: text,
  },
}

/** The body of a POST that creates a story; the key is generated. */
export const newStory = {
  ...story,
  required: ['title'],
  properties: { ...story.properties, id: false },
}

/** The body of a PATCH on a note. */
export const note = {
  type: 'object',
  additionalProperties: false,
  properties: { ...SENT_BACK, title: { type: 'string', format: 'text', maxLength: 200 }, body: text },
}

const bodies = new Ajv({ allErrors: true, allowUnionTypes: true })
const queries = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true })
ajvFormats.default(bodies)
// Some databases cannot store these characters.
for (const ajv of [bodies, queries])
  ajv.addFormat('text', (value) => !value.includes('\0') && value.isWellFormed())

/** Compiles a schema to a validation function, for Fastify. */
export function validatorOf({ schema, httpPart }) {
  return (httpPart === 'body' ? bodies : queries).compile(schema)
}

/** Returns the values to store from a valid body. @throws Refusal if it contains a different item's key */
export function changesIn({ body, params }) {
  const { _type, _self, _pk = params.id, id = params.id, ...changes } = body
  if (_pk !== params.id) throw new Refusal(400, [{ path: '/_pk', message: 'is not the key of this item' }])
  if (String(id) !== String(params.id))
    throw new Refusal(400, [{ path: '/id', message: 'cannot be changed' }])
  return changes
}

/** An error that makes the service respond with a given status. */
export class Refusal extends Error {
  constructor(status, errors = []) {
    super(`refused: ${status}`)
    this.status = status
    this.errors = errors
  }
}

/** Responds to errors from Fastify, Ajv, the service and its database. All other errors result in a 500. */
export function sendError(error, request, reply) {
  const status = error.status ?? error.statusCode ?? 500
  if (status === 500) request.log.error(error)
  const errors = error.errors ?? error.validation?.map(faultOf) ?? []
  const headers = status === 503 ? { 'retry-after': '5' } : {}
  return reply
    .code(status)
    .headers(headers)
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', status, instance: request.url, errors }))
}

function faultOf({ instancePath, params, message }) {
  const name = params.missingProperty ?? params.additionalProperty
  return { path: name === undefined ? instancePath : `${instancePath}/${name}`, message }
}

import type { Route, Service } from '../../../ir/index.js'
import { reference, schemaName } from '../references.js'
import { canAuthenticate } from '../../../access/caller.js'
import { emptyResponse } from './content.js'
import { type JsonObject, objectOf } from '../../../ir/json.js'

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 501 | 503

interface ProblemResponse {
  readonly name: string
  readonly description: string
  /** The names of the components. */
  readonly headers?: readonly string[]
}

const RESPONSES: Readonly<Record<ErrorStatus, ProblemResponse>> = {
  400: { name: 'BadRequest', description: 'The path, the query or the body is invalid.' },
  401: { name: 'Unauthorized', description: 'Authentication is required, or the credentials are invalid.' },
  403: { name: 'Forbidden', description: 'The caller does not have permission.' },
  404: { name: 'NotFound', description: 'The item does not exist.' },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not support this method.',
    headers: ['Allow'],
  },
  409: {
    name: 'Conflict',
    description:
      'The request conflicts with stored data. For example, a unique value is already in use, or another item refers to this item.',
  },
  412: { name: 'PreconditionFailed', description: 'The item no longer matches If-Match.' },
  413: { name: 'ContentTooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The media type of the body is not supported.' },
  429: { name: 'TooManyRequests', description: 'Too many requests.', headers: ['RetryAfter'] },
  500: { name: 'InternalServerError', description: 'Internal server error. See the service log.' },
  501: { name: 'NotImplemented', description: 'The function for this operation is not implemented yet.' },
  503: {
    name: 'ServiceUnavailable',
    description: 'The database or the search engine is currently unavailable.',
    headers: ['RetryAfter'],
  },
}

/** The error statuses that every operation can return. */
const ALWAYS: readonly ErrorStatus[] = [400, 429, 500, 503]

/** Returns the error responses of an operation with these statuses besides those of all operations, as references. */
export function problemReferences(statuses: readonly ErrorStatus[]): JsonObject {
  return Object.fromEntries(
    [...ALWAYS, ...statuses].map((status) => [status, reference('responses', RESPONSES[status].name)]),
  )
}

function problemContent(service: Service): JsonObject {
  return { 'application/problem+json': { schema: reference('schemas', problemName(service)) } }
}

/** Adds the document that the service itself sends with a status to the response that the API declares for it. */
export function withProblem(service: Service, response: JsonObject): JsonObject {
  return { ...response, content: { ...problemContent(service), ...objectOf(response['content']) } }
}

export function problemResponses(service: Service): JsonObject {
  return Object.fromEntries(
    Object.values(RESPONSES).map(({ name, description, headers = [] }) => [
      name,
      { ...emptyResponse(description, headers), content: problemContent(service) },
    ]),
  )
}

/** Returns the schema for error responses (RFC 9457), keyed by its name. */
export function problemSchema(service: Service): JsonObject {
  return { [problemName(service)]: PROBLEM }
}

const PROBLEM: JsonObject = {
  type: 'object',
  description: 'An error (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string' },
    instance: { type: 'string', format: 'uri-reference', description: 'The request path.' },
    errors: {
      type: 'array',
      description: 'The invalid fields or parameters (at most 100), if they caused the error.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: {
            type: 'string',
            description: 'A JSON pointer into the body, or the name of a parameter.',
          },
          message: { type: 'string' },
          in: {
            enum: ['path', 'query', 'header', 'cookie'],
            description: 'Where the parameter of an operation is.',
          },
        },
      },
    },
  },
}

/** Returns the name of the schema, which must differ from the name of every model. */
function problemName(service: Service): string {
  const isModel = service.models.some(({ names }) => names.type === 'Problem')
  const name = isModel ? 'Response.Problem' : 'Problem'
  // The document can be an openapi.json of svcgen's.
  return service.schemas?.[name]?.['description'] === PROBLEM['description']
    ? name
    : schemaName(service, name)
}

/** Returns the error statuses of a route that do not depend on its action. */
export function errorStatuses(service: Service, route: Route): readonly ErrorStatus[] {
  const onCollection = route.kind === 'collection' && route.parents.length === 0
  return [
    ...(canAuthenticate(service) ? ([401, 403] as const) : []),
    ...(onCollection || route.method === 'OPTIONS' ? [] : ([404] as const)),
    ...(route.method === 'GET' ? ([405] as const) : ([413, 415] as const)),
  ]
}

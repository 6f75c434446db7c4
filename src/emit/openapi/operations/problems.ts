import type { Action, Route, Service } from '../../../ir/index.js'
import type { JsonObject } from '../json.js'
import { reference } from '../references.js'
import { canAuthenticate } from '../security.js'

/** The statuses of errors that operations answer (SPEC 6). */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 503

interface ProblemResponse {
  readonly name: string
  readonly description: string
  readonly headers?: JsonObject
}

const retryAfter = { 'Retry-After': reference('headers', 'RetryAfter') }

const RESPONSES: Readonly<Record<ErrorStatus, ProblemResponse>> = {
  400: { name: 'BadRequest', description: 'The path, the query or the body is not as it must be.' },
  401: { name: 'Unauthorized', description: 'Nobody is logged in, or the login is wrong.' },
  403: { name: 'Forbidden', description: 'The caller may not do this.' },
  404: { name: 'NotFound', description: 'There is no such item.' },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not take this method.',
    headers: { Allow: reference('headers', 'Allow') },
  },
  409: { name: 'Conflict', description: 'Another item has this value, or refers to the item.' },
  412: { name: 'PreconditionFailed', description: 'The item is no longer the one that If-Match names.' },
  413: { name: 'ContentTooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is of a type that is not taken.' },
  429: { name: 'TooManyRequests', description: 'There were too many requests.', headers: retryAfter },
  500: { name: 'InternalServerError', description: 'The service failed; its log tells why.' },
  503: {
    name: 'ServiceUnavailable',
    description: 'The database cannot be reached now.',
    headers: retryAfter,
  },
}

const REFERENCES: Readonly<Record<ErrorStatus, JsonObject>> = {
  400: answer(400),
  401: answer(401),
  403: answer(403),
  404: answer(404),
  405: answer(405),
  409: answer(409),
  412: answer(412),
  413: answer(413),
  415: answer(415),
  429: answer(429),
  500: answer(500),
  503: answer(503),
}

function answer(status: ErrorStatus): JsonObject {
  return reference('responses', RESPONSES[status].name)
}

/** The answers of these statuses, as references. */
export function problemAnswers(statuses: readonly ErrorStatus[]): JsonObject {
  const answers: Record<string, JsonObject> = {}
  for (const status of statuses) answers[status] = REFERENCES[status]
  return answers
}

/** All answers that are errors, by the name of their component. */
export function problemResponses(service: Service): JsonObject {
  return Object.fromEntries(
    Object.values(RESPONSES).map(({ name, description, headers }) => [
      name,
      {
        description,
        ...(headers === undefined ? {} : { headers }),
        content: { 'application/problem+json': { schema: reference('schemas', problemName(service)) } },
      },
    ]),
  )
}

/** The schema of an error by its name (RFC 9457). */
export function problemSchema(service: Service): JsonObject {
  return {
    [problemName(service)]: {
      type: 'object',
      description: 'An error (RFC 9457).',
      required: ['type', 'title', 'status', 'detail', 'instance'],
      properties: {
        type: { type: 'string', format: 'uri-reference' },
        title: { type: 'string' },
        status: { type: 'integer', minimum: 400, maximum: 599 },
        detail: { type: 'string' },
        instance: { type: 'string', format: 'uri-reference', description: "The request's path." },
        errors: {
          type: 'array',
          description: 'All faults, where they have a place.',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: {
                type: 'string',
                description: 'A JSON pointer into the body, or the name of a parameter.',
              },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  }
}

/** A model may be called Problem, too. */
function problemName({ models }: Service): string {
  return models.some(({ names }) => names.type === 'Problem') ? 'Answer.Problem' : 'Problem'
}

/** What any operation may come to. */
const ALWAYS: readonly ErrorStatus[] = [400, 429, 500, 503]

/** Statuses beside those that any operation, and any with a body, may come to (SPEC 6). */
const OF_ACTION: Readonly<Record<Action, readonly ErrorStatus[]>> = {
  index: [],
  create: [409],
  update_many: [409],
  delete_many: [409],
  collection_options: [],
  show: [],
  update: [409, 412],
  replace: [409, 412],
  delete: [409, 412],
  item_options: [],
}

/** The statuses of errors that a route may answer, in order. */
export function errorStatuses(service: Service, route: Route): readonly ErrorStatus[] {
  const onCollection = route.kind === 'collection' && route.parents.length === 0
  const statuses = new Set<ErrorStatus>([
    ...ALWAYS,
    ...(canAuthenticate(service) ? ([401, 403] as const) : []),
    ...(onCollection || route.method === 'OPTIONS' ? [] : ([404] as const)),
    ...(route.method === 'GET' ? ([405] as const) : ([413, 415] as const)),
    ...(route.kind === 'attribute' && route.method === 'POST' ? ([409] as const) : []),
    ...(route.kind === 'attribute' ? [] : OF_ACTION[route.action]),
  ])
  return [...statuses].toSorted((a, b) => a - b)
}

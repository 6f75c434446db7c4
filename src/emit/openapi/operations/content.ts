import { reference } from '../references.js'
import type { Model, Service } from '../../../ir/index.js'
import { sampleBody } from '../../../sample-values/sample-body.js'
import { requiredLinks } from '../schemas/body-schemas.js'
import { type JsonObject, present } from '../../../ir/json.js'

export function emptyResponse(description: string, headers: readonly string[]): JsonObject {
  return { description, ...headersOf(headers) }
}

/** Returns a JSON response. `headers` contains component names. */
export function jsonResponse(
  description: string,
  schema: JsonObject,
  headers: readonly string[] = [],
): JsonObject {
  return { description, ...headersOf(headers), content: { 'application/json': { schema } } }
}

/**
 * Returns a required JSON body.
 * @param example a sample body, if there is one
 */
export function jsonBody(schema: JsonObject, example?: JsonObject): JsonObject {
  return { required: true, content: { 'application/json': present({ schema, example }) } }
}

/** Returns a JSON body that can also be sent as a merge patch (RFC 7396). */
export function patchBody(schema: JsonObject): JsonObject {
  return {
    required: true,
    content: { 'application/json': { schema }, 'application/merge-patch+json': { schema } },
  }
}

/** The names of headers that differ from the names of their components, keyed by component name. */
const HEADER_NAMES: Readonly<Record<string, string>> = {
  Redirect: 'Location',
  RetryAfter: 'Retry-After',
  SetCookie: 'Set-Cookie',
}

export const ALLOWED_METHODS = { 204: emptyResponse('The allowed methods.', ['Allow']) }

function headersOf(names: readonly string[]): JsonObject {
  if (names.length === 0) return {}
  return {
    headers: Object.fromEntries(
      names.map((name) => [HEADER_NAMES[name] ?? name, reference('headers', name)]),
    ),
  }
}

/** The response headers, keyed by component name. */
export const HEADERS: JsonObject = {
  Allow: header('The methods that the path supports, sorted.'),
  ETag: header('The entity tag of this version of the document, for If-Match and If-None-Match.'),
  Link: header('The next page: `<url>; rel="next"`.'),
  Location: header('The URL of the new document.', 'uri-reference'),
  Redirect: header('The path from `next`.', 'uri-reference'),
  RetryAfter: {
    description: 'The number of seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0 },
  },
  SetCookie: header('The session ticket.'),
}

function header(description: string, format?: string): JsonObject {
  return { description, schema: present({ type: 'string', format }) }
}

/**
 * Returns a sample body for POST. Returns undefined if no body is certain to be valid, for example because it must
 * refer to another item.
 * @param link the relation that the path sets, or null at the root
 */
export function exampleBody(service: Service, model: Model, link: string | null): JsonObject | undefined {
  if (requiredLinks(service, model).some((name) => name !== link)) return undefined
  const sample = sampleBody(model, 1)
  return sample === null ? undefined : { ...sample.stored, ...sample.virtual }
}

import { type JsonObject, present } from '../json.js'
import { reference } from '../references.js'
import type { Model, Service } from '../../../ir/index.js'
import { sampleBody } from '../../samples/sample-body.js'
import { requiredLinks } from '../schemas/body-schemas.js'

/** An answer without a body. */
export function emptyAnswer(description: string, headers: readonly string[]): JsonObject {
  return { description, ...headersOf(headers) }
}

/** An answer of JSON; `headers` are names of components. */
export function jsonAnswer(
  description: string,
  schema: JsonObject,
  headers: readonly string[] = [],
): JsonObject {
  return { description, ...headersOf(headers), content: { 'application/json': { schema } } }
}

/**
 * A body of JSON that must be there.
 * @param example a body to begin with; undefined where none is at hand
 */
export function jsonBody(schema: JsonObject, example?: JsonObject): JsonObject {
  return { required: true, content: { 'application/json': present({ schema, example }) } }
}

/** A body of JSON that may also be sent as a merge patch (RFC 7396). */
export function patchBody(schema: JsonObject): JsonObject {
  return {
    required: true,
    content: { 'application/json': { schema }, 'application/merge-patch+json': { schema } },
  }
}

/** Where a component's name is not that of its header. */
const HEADER_NAMES: Readonly<Record<string, string>> = {
  Redirect: 'Location',
  RetryAfter: 'Retry-After',
  SetCookie: 'Set-Cookie',
}

function headersOf(names: readonly string[]): JsonObject {
  if (names.length === 0) return {}
  return {
    headers: Object.fromEntries(
      names.map((name) => [HEADER_NAMES[name] ?? name, reference('headers', name)]),
    ),
  }
}

/** The headers of answers. */
export const HEADERS: JsonObject = {
  Allow: header('The methods that the path takes, sorted.'),
  ETag: header('The tag of this state of the document, for If-Match and If-None-Match.'),
  Link: header('The next page: `<url>; rel="next"`.'),
  Location: header('Where the new document is.', 'uri-reference'),
  Redirect: header('The path that `next` gave.', 'uri-reference'),
  RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
  SetCookie: header('The ticket of the session.'),
}

function header(description: string, format?: string): JsonObject {
  return { description, schema: { type: 'string', ...(format === undefined ? {} : { format }) } }
}

/**
 * A body that a POST takes as it stands; undefined where none is sure to be taken, such as one that must name another item.
 * @param link the relation that the path sets; null at the root
 */
export function exampleBody(service: Service, model: Model, link: string | null): JsonObject | undefined {
  if (requiredLinks(service, model).some((name) => name !== link)) return undefined
  const sample = sampleBody(model, 1)
  return sample === null ? undefined : { ...sample.stored, ...sample.virtual }
}

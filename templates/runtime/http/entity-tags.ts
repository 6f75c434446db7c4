import type { FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { jsonBeforeHandlers } from '../events/event.js'

/** Returns the JSON of a document, or of what the route shows of it. */
export function shownJson({ routeOptions: { config } }: FastifyRequest, document: object): string {
  return config.shown?.(document) ?? JSON.stringify(document)
}

/** Returns the entity tag of a response. */
export function tagOf(payload: string): string {
  return `"${hash('sha1', payload, 'base64url')}"`
}

/**
 * Returns a test for the entity tags of items that can be changed according to `If-Match` and `If-None-Match`, or
 * undefined if the request has neither. `*` matches every tag, a weak tag only `If-None-Match` (RFC 9110, 13.1), and the
 * tag of a document that handlers have changed matches its item.
 */
export function precondition({ headers }: FastifyRequest): ((itemTag: string) => boolean) | undefined {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers
  if (wanted === undefined && unwanted === undefined) return undefined
  const matches = (header: string, itemTag: string): boolean =>
    tagsOf(header).some((tag) => tag === '*' || tag.replace(/\..*(?=")/, '') === itemTag)
  return (itemTag) =>
    (wanted === undefined || matches(wanted, itemTag)) &&
    (unwanted === undefined || !matches(unwanted.replaceAll('W/', ''), itemTag))
}

/**
 * Returns a document's entity tag: its item's tag, followed by `.` and a hash of the response if an `after_*` handler
 * changed the document. `If-Match` compares the first part, and `If-None-Match` compares the whole tag.
 */
function documentTag(request: FastifyRequest, document: object, payload: string): string {
  const before = jsonBeforeHandlers(document)
  const original = before === undefined ? payload : shownJson(request, JSON.parse(before))
  const itemTag = tagOf(original)
  return original === payload ? itemTag : `${itemTag.slice(0, -1)}.${tagOf(payload).slice(1)}`
}

/** Sends a document with its `ETag`, or 304 if `If-None-Match` contains that tag (RFC 9110, 13.1.2). */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, document: object): FastifyReply {
  const payload = shownJson(request, document)
  const tag = documentTag(request, document, payload)
  reply.header('ETag', tag)
  // Routes with a contract compare the tag of what they send.
  if (request.routeOptions.config.shown !== undefined) return reply.send(document)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && isKnown(tag, request.headers['if-none-match'])) return reply.code(304).send()
  return reply.type('application/json').send(payload)
}

/** Returns whether `If-None-Match` contains a tag. */
export function isKnown(tag: string, header = ''): boolean {
  return tagsOf(header).some((known) => known === '*' || known.replace(/^W\//, '') === tag)
}

function tagsOf(header: string): string[] {
  return header.match(/\*|(?:W\/)?"[^"]*"/g) ?? []
}

/** Sends 201 with the created document and its `Location`, or with all documents if the body was a list. */
export function created(
  request: FastifyRequest,
  reply: FastifyReply,
  documents: readonly object[],
): FastifyReply {
  reply.code(201)
  if (Array.isArray(request.body)) return reply.send({ count: documents.length, data: documents })
  const [document = {}] = documents
  if ('_self' in document && typeof document._self === 'string') reply.header('Location', document._self)
  return sendTagged(request, reply, document)
}

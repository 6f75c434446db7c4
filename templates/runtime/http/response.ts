import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { hash } from 'node:crypto'
import { HttpError } from '../errors.js'
import type { Row } from '../model.js'
import { type Store, UniqueViolation } from '../store.js'

/** Returns an error about one item of a list, with the index of the item in its paths: `/1/name`. */
export function placed(error: unknown, index: number): unknown {
  if (error instanceof UniqueViolation) return new UniqueViolation(error.model, error.fields, index)
  if (!(error instanceof HttpError)) return error
  const { status, message, headers, errorCount } = error
  const errors =
    error.errors.length === 0
      ? [{ path: `/${index}`, message }]
      : error.errors.map((fault) => ({ ...fault, path: `/${index}${fault.path}` }))
  return new HttpError(status, message, { errors, errorCount, headers })
}

/** Like {@link placed}, for rows that were inserted at once: finds the first row whose value exists in an earlier row or in the database. */
export async function placedAmong(error: unknown, rows: readonly Row[], store: Store): Promise<unknown> {
  if (!(error instanceof UniqueViolation)) return error
  const [field] = error.fields
  if (field === undefined) return error
  const values = rows.map((row) => row[field] ?? null)
  const stored = await store.find({
    where: { kind: 'compare', field, op: 'in', value: values.filter((value) => value !== null) },
    orderBy: [{ field: store.spec.key, direction: 'asc' }],
  })
  const taken = new Set(stored.map((row) => row[field]))
  const index = values.findIndex((value) => {
    const isTaken = value !== null && taken.has(value)
    if (value !== null) taken.add(value)
    return isTaken
  })
  return index === -1 ? error : placed(error, index)
}

/** The condition in an `If-Match` header. */
export interface IfMatch {
  /** Whether an item with this tag may be changed. Weak tags never match (RFC 9110, 13.1.1). */
  matches(tag: string): boolean
}

/** Returns the strong entity tag of a response body. */
export function etagOf(payload: string): string {
  return `"${hash('sha1', payload, 'base64url')}"`
}

/** Returns the condition of `If-Match`; undefined without this header. `*` matches every tag. */
export function ifMatch(request: FastifyRequest): IfMatch | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const tags = tagsOf(header)
  return { matches: (tag) => tags.includes('*') || tags.includes(tag) }
}

/** Sends a document with its `ETag`, or 304 if `If-None-Match` has that tag (RFC 9110, 13.1.2). */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, document: object): FastifyReply {
  const payload = JSON.stringify(document)
  const tag = etagOf(payload)
  reply.header('ETag', tag)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('application/json').send(payload)
}

function isKnown(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined && tagsOf(header).some((known) => known === '*' || known.replace(/^W\//, '') === tag)
  )
}

function tagsOf(header: string): string[] {
  return header.match(/\*|(?:W\/)?"[^"]*"/g) ?? []
}

/**
 * Runs `work` for the items of a body one after the other, so that each sees the changes of the one before. If the body is a list, errors contain
 * the index of the item.
 */
export async function each<In, Out>(
  request: FastifyRequest,
  items: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  for (const item of items) {
    try {
      results.push(await work(item))
    } catch (error) {
      throw Array.isArray(request.body) ? placed(error, results.length) : error
    }
  }
  return results
}

/**
 * Returns the handler of an OPTIONS route: it sends the methods of the path in `Allow`.
 * @param methods `GET, HEAD, OPTIONS`
 * @param check refuses callers without permission
 */
export function optionsHandler(
  methods: string,
  check?: (request: FastifyRequest) => Promise<void>,
): RouteHandlerMethod {
  return async (request, reply) => {
    await check?.(request)
    return reply.code(204).header('Allow', methods).send()
  }
}

/**
 * Sends 201 with the created document and its `Location`, or with all documents if the body was a list.
 */
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

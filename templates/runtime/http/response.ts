import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { hash } from 'node:crypto'
import { HttpError } from '../errors.js'
import type { ResponseBody } from '../events/types.js'
import type { Row } from '../model.js'
import { type Store, UniqueViolation } from '../store.js'

/** An error of one item of a list that was sent, with that item's place in it (SPEC 6): `/1/name`. */
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

/** {@link placed} for rows that were inserted at once: the first whose value another row of the list, or a stored one, has. */
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

/** What a request's `If-Match` asks for. */
export interface IfMatch {
  /** Whether an item with this tag may be changed (RFC 9110, 13.1.1: weak tags never match). */
  matches(tag: string): boolean
}

/** The strong entity tag of an answer's text. */
export function etagOf(payload: string): string {
  return `"${hash('sha1', payload, 'base64url')}"`
}

/** The condition of `If-Match`; undefined where the request has none. `*` matches whatever is there. */
export function ifMatch(request: FastifyRequest): IfMatch | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const tags = tagsOf(header)
  return { matches: (tag) => tags.includes('*') || tags.includes(tag) }
}

/** Answers a document with its `ETag`, or 304 without a body where `If-None-Match` says that the caller has it (RFC 9110, 13.1.2). */
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
 * Runs `work` for one item of a body after the other, so that each sees what the former has done. Of a list that was sent, errors tell which item
 * they are about.
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
 * Answers what a POST made (SPEC 6): one document with its `Location`, or, for a list that was sent, all of them.
 */
export function created(
  request: FastifyRequest,
  reply: FastifyReply,
  documents: readonly ResponseBody[],
): FastifyReply {
  reply.code(201)
  if (Array.isArray(request.body)) return reply.send({ count: documents.length, data: documents })
  const [document = {}] = documents
  if (typeof document['_self'] === 'string') reply.header('Location', document['_self'])
  return sendTagged(request, reply, document)
}

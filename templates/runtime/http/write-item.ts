import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Conflict, HttpError, UniqueViolation } from '../errors.js'
import { jsonBeforeHandlers } from '../events/event.js'
import type { Row } from '../model.js'
import type { ModelTypes } from '../repository/repository.js'
import type { Database, Session } from '../store.js'
import type { Resource } from './resource.js'
import { hash } from 'node:crypto'

/** Returns an error about one item in a list. The paths in the error contain the item's index: `/1/name`. */
export function withItemIndex(error: unknown, index: number): unknown {
  if (error instanceof UniqueViolation) return new UniqueViolation(error.model, error.fields, index)
  if (!(error instanceof HttpError)) return error
  const { status, message, headers, errorCount } = error
  const errors =
    error.errors.length === 0
      ? [{ path: `/${index}`, message }]
      : error.errors.map((fault) => ({ ...fault, path: `/${index}${fault.path}` }))
  return new HttpError(status, message, { errors, errorCount, headers })
}

export function etagOf(payload: string): string {
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
function documentTag(document: object, payload: string): string {
  const original = jsonBeforeHandlers(document) ?? payload
  const itemTag = etagOf(original)
  return original === payload ? itemTag : `${itemTag.slice(0, -1)}.${etagOf(payload).slice(1)}`
}

/** Sends a document with its `ETag`, or 304 if `If-None-Match` contains that tag (RFC 9110, 13.1.2). */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, document: object): FastifyReply {
  const payload = JSON.stringify(document)
  const tag = documentTag(document, payload)
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
 * Runs `work` for the items in a body one at a time, so that each call sees the changes made by earlier calls. If the
 * body is a list, errors contain the index of the item.
 */
export async function forEachItem<In, Out>(
  request: FastifyRequest,
  items: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  for (const item of items) {
    try {
      results.push(await work(item))
    } catch (error) {
      throw Array.isArray(request.body) ? withItemIndex(error, results.length) : error
    }
  }
  return results
}

/**
 * Returns the handler for an OPTIONS route, which sends the path's methods in the `Allow` header.
 * @param methods the value of `Allow`: `GET, HEAD, OPTIONS`
 * @param check rejects callers without permission
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

export interface WritePermission {
  /** Returns whether the caller has this permission for every item. */
  isGiven(request: FastifyRequest): boolean
  /** Checks the permission on an item. @throws Unauthorized, Forbidden */
  check(session: Session, request: FastifyRequest, item: Row): Promise<void>
}

/** What a write of an item needs. Without a permission, everyone is allowed to write every item. */
type ItemWrite<T extends ModelTypes> = [
  resource: Resource<T>,
  database: Database,
  request: FastifyRequest,
  param: string,
  permission?: WritePermission,
]

/**
 * DELETE: deletes the item identified by a path parameter.
 * @throws NotFound; Unauthorized; Forbidden; Conflict if other items refer to it; HttpError 412 if a
 * precondition does not hold
 */
export async function deleteItem<T extends ModelTypes>(
  ...[resource, database, request, param, permission]: ItemWrite<T>
): Promise<void> {
  if (!mustBeRead(database, request, permission)) {
    const key = resource.keyIn(request, param)
    if (key === undefined || !(await resource.items(database).delete(key))) throw resource.missing()
    return
  }
  await database.transaction(async (session) => {
    const item = await resource.lockToWrite(session, request, param)
    await permission?.check(session, request, item)
    await resource.checkMatch(session, request, item)
    await resource.delete(session, item)
  })
}

function mustBeRead(
  { access }: Database,
  request: FastifyRequest,
  permission: WritePermission | undefined,
): boolean {
  return access !== undefined || precondition(request) !== undefined || permission?.isGiven(request) === false
}

/**
 * PATCH: changes the item identified by a path parameter, and returns it as stored.
 * @throws NotFound; BadRequest; Forbidden; UniqueViolation; HttpError 412 if a precondition does not hold
 */
export function updateItem<T extends ModelTypes>(...write: ItemWrite<T>): Promise<T['Row']> {
  return writeItem('changes', ...write)
}

/** PUT: like {@link updateItem}, but replaces the item. */
export function replaceItem<T extends ModelTypes>(...write: ItemWrite<T>): Promise<T['Row']> {
  return writeItem('replacement', ...write)
}

/**
 * Writes with a single statement if only the item's key is needed. If that fails, reads the item to find out whether the
 * item is missing or the body is invalid.
 * @param read the method of the resource that reads the body
 */
async function writeItem<T extends ModelTypes>(
  read: 'changes' | 'replacement',
  ...[resource, database, request, param, permission]: ItemWrite<T>
): Promise<T['Row']> {
  const isRead = mustBeRead(database, request, permission) || resource.needsItem(request)
  const key = isRead ? undefined : resource.keyIn(request, param)
  if (key !== undefined) {
    try {
      const data = await resource[read](database, request, { [resource.model.key]: key })
      const written = await resource.items(database).update(key, data)
      if (written !== undefined) return written
    } catch (error) {
      if (!(error instanceof HttpError) || error instanceof Conflict) throw error
    }
  }
  return database.transaction(async (session) => {
    const item = await resource.lockToWrite(session, request, param)
    await permission?.check(session, request, item)
    await resource.checkMatch(session, request, item)
    return resource.update(session, item, await resource[read](session, request, item))
  })
}

import type { FastifyRequest } from 'fastify'
import { HttpError } from '../errors.js'
import type { Key, Row } from '../model.js'
import { ifMatch } from '../server/etag.js'
import type { Database } from '../store.js'
import type { Resource } from './resource.js'

/** What a body makes of an item. @throws BadRequest, Forbidden */
type Change = (item: Row) => Row

/**
 * PATCH: changes the item that a parameter of the path names; answers it as stored.
 * @throws NotFound; BadRequest; Forbidden; UniqueViolation; HttpError 412 where `If-Match` does not hold
 */
export function changeItem(
  resource: Resource,
  database: Database,
  request: FastifyRequest,
  param: string,
): Promise<Row> {
  const change: Change = (item) => resource.changes(request, item)
  return write(resource, database, request, param, change, resource.mergesDicts(request))
}

/** PUT: {@link changeItem}, with all that the body leaves out cleared. */
export function replaceItem(
  resource: Resource,
  database: Database,
  request: FastifyRequest,
  param: string,
): Promise<Row> {
  return write(resource, database, request, param, (item) => resource.replacement(request, item), false)
}

/**
 * DELETE: deletes the item that a parameter of the path names.
 * @throws NotFound; Conflict where others refer to it; HttpError 412 where `If-Match` does not hold
 */
export async function deleteItem(
  resource: Resource,
  database: Database,
  request: FastifyRequest,
  param: string,
): Promise<void> {
  if (ifMatch(request) === undefined) {
    const key = resource.keyIn(request, param)
    if (key === undefined || !(await resource.items(database).delete(key))) throw resource.missing()
    return
  }
  await database.transaction(async (session) => {
    const item = await resource.lock(session, request, param)
    await resource.checkMatch(session, request, item)
    await resource.items(session).delete(resource.key(item))
  })
}

/** By one statement where the key is all that must be known of the item before. */
async function write(
  resource: Resource,
  database: Database,
  request: FastifyRequest,
  param: string,
  change: Change,
  mustBeRead: boolean,
): Promise<Row> {
  const key = mustBeRead || ifMatch(request) !== undefined ? undefined : resource.keyIn(request, param)
  const written = key === undefined ? undefined : await writeUnread(resource, database, key, change)
  return (
    written ??
    database.transaction(async (session) => {
      const item = await resource.lock(session, request, param)
      await resource.checkMatch(session, request, item)
      return resource.update(session, item, change(item))
    })
  )
}

/** Undefined where there is no such item, or the body is refused: which of both it is, is told when the item is looked for. */
async function writeUnread(
  resource: Resource,
  database: Database,
  key: Key,
  change: Change,
): Promise<Row | undefined> {
  try {
    return await resource.items(database).update(key, change({ [resource.model.key]: key }))
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

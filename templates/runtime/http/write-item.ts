import type { FastifyRequest } from 'fastify'
import { HttpError } from '../errors.js'
import type { Key, Row } from '../model.js'
import type { Database } from '../store.js'
import type { Resource } from './resource.js'
import { ifMatch } from './response.js'

/** What a body makes of an item. @throws BadRequest, Forbidden */
type Change = (item: Row) => Row

/** What must be allowed before an item is written; left out where everyone may everything. */
export interface WritePermission {
  /** Whether it is allowed whatever the item is. */
  isGiven(request: FastifyRequest): boolean
  /** @throws Unauthorized, Forbidden */
  check(request: FastifyRequest, item: Row): Promise<void>
}

/**
 * PATCH: changes the item that a parameter of the path names; answers it as stored.
 * @throws NotFound; BadRequest; Forbidden; UniqueViolation; HttpError 412 where `If-Match` does not hold
 */
export function changeItem(
  resource: Resource,
  database: Database,
  request: FastifyRequest,
  param: string,
  permission?: WritePermission,
): Promise<Row> {
  const change: Change = (item) => resource.changes(request, item)
  const place = { resource, database, param, permission }
  return write(place, request, change, resource.mergesDicts(request))
}

/** PUT: {@link changeItem}, with all that the body leaves out cleared. */
export function replaceItem(
  resource: Resource,
  database: Database,
  request: FastifyRequest,
  param: string,
  permission?: WritePermission,
): Promise<Row> {
  const place = { resource, database, param, permission }
  return write(place, request, (item) => resource.replacement(request, item), false)
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
  permission?: WritePermission,
): Promise<void> {
  if (!mustBeRead(request, permission)) {
    const key = resource.keyIn(request, param)
    if (key === undefined || !(await resource.items(database).delete(key))) throw resource.missing()
    return
  }
  await database.transaction(async (session) => {
    const item = await resource.lock(session, request, param)
    await permission?.check(request, item)
    await resource.checkMatch(session, request, item)
    await resource.items(session).delete(resource.key(item))
  })
}

/** Which item is written, and on which condition. */
interface WritePlace {
  readonly resource: Resource
  readonly database: Database
  readonly param: string
  readonly permission: WritePermission | undefined
}

/** Whether anything but the key must be known of the item before. */
function mustBeRead(request: FastifyRequest, permission: WritePermission | undefined): boolean {
  return ifMatch(request) !== undefined || permission?.isGiven(request) === false
}

/** By one statement where the key is all that must be known of the item before. */
function write(
  place: WritePlace,
  request: FastifyRequest,
  change: Change,
  changesWhatIsThere: boolean,
): Promise<Row> {
  const isRead = changesWhatIsThere || mustBeRead(request, place.permission)
  const key = isRead ? undefined : place.resource.keyIn(request, place.param)
  return key === undefined ? writeLocked(place, request, change) : writeUnread(place, request, change, key)
}

/** Where there is no such item, or the body is refused, it is told which of both it is when the item is looked for. */
async function writeUnread(
  place: WritePlace,
  request: FastifyRequest,
  change: Change,
  key: Key,
): Promise<Row> {
  const { resource, database } = place
  try {
    const written = await resource.items(database).update(key, change({ [resource.model.key]: key }))
    if (written !== undefined) return written
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
  }
  return writeLocked(place, request, change)
}

function writeLocked(
  { resource, database, param, permission }: WritePlace,
  request: FastifyRequest,
  change: Change,
): Promise<Row> {
  return database.transaction(async (session) => {
    const item = await resource.lock(session, request, param)
    await permission?.check(request, item)
    await resource.checkMatch(session, request, item)
    return resource.update(session, item, change(item))
  })
}

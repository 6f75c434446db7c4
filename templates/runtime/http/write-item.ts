import type { FastifyRequest } from 'fastify'
import { HttpError } from '../errors.js'
import type { Row } from '../model.js'
import type { ModelTypes } from '../repository/repository.js'
import type { Database } from '../store.js'
import type { Resource } from './resource.js'
import { ifMatch } from './response.js'

/** The permission that a write needs. */
export interface WritePermission {
  /** Whether the caller has it for every item. */
  isGiven(request: FastifyRequest): boolean
  /** @throws Unauthorized, Forbidden */
  check(request: FastifyRequest, item: Row): Promise<void>
}

/**
 * PATCH: changes the item that a path parameter names and returns it as stored.
 * @param permission undefined if everyone may change every item
 * @throws NotFound; BadRequest; Forbidden; UniqueViolation; HttpError 412 if `If-Match` does not match
 */
export function changeItem<T extends ModelTypes>(
  resource: Resource<T>,
  database: Database,
  request: FastifyRequest,
  param: string,
  permission?: WritePermission,
): Promise<T['Row']> {
  const target = { resource, database, param, permission }
  const change = (item: T['Row']): T['Update'] => resource.changes(request, item)
  return resource.mergesDicts(request) ? writeLocked(target, request, change) : write(target, request, change)
}

/** PUT: replaces the item that a path parameter names and returns it as stored. Parameters and errors as {@link changeItem}. */
export function replaceItem<T extends ModelTypes>(
  resource: Resource<T>,
  database: Database,
  request: FastifyRequest,
  param: string,
  permission?: WritePermission,
): Promise<T['Row']> {
  const target = { resource, database, param, permission }
  return write(target, request, (item) => resource.replacement(request, item))
}

/**
 * DELETE: deletes the item that a path parameter names.
 * @throws NotFound; Conflict if other items refer to it; HttpError 412 if `If-Match` does not match
 */
export async function deleteItem<T extends ModelTypes>(
  resource: Resource<T>,
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
    await resource.delete(session, item)
  })
}

interface WriteTarget<T extends ModelTypes> {
  readonly resource: Resource<T>
  readonly database: Database
  readonly param: string
  readonly permission: WritePermission | undefined
}

/** Returns the changes to an item. @throws BadRequest, Forbidden */
type Change<T extends ModelTypes> = (item: T['Row']) => T['Update']

/** Whether the permission or `If-Match` depends on the item. */
function mustBeRead(request: FastifyRequest, permission: WritePermission | undefined): boolean {
  return ifMatch(request) !== undefined || permission?.isGiven(request) === false
}

/**
 * Writes with one statement if nothing but the key of the item is needed. If that fails, the item is read to find out whether it is missing or the
 * body is wrong.
 */
async function write<T extends ModelTypes>(
  target: WriteTarget<T>,
  request: FastifyRequest,
  change: Change<T>,
): Promise<T['Row']> {
  const { resource, database, param, permission } = target
  const key = mustBeRead(request, permission) ? undefined : resource.keyIn(request, param)
  if (key !== undefined) {
    try {
      const written = await resource.items(database).update(key, change({ [resource.model.key]: key }))
      if (written !== undefined) return written
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
    }
  }
  return writeLocked(target, request, change)
}

function writeLocked<T extends ModelTypes>(
  { resource, database, param, permission }: WriteTarget<T>,
  request: FastifyRequest,
  change: Change<T>,
): Promise<T['Row']> {
  return database.transaction(async (session) => {
    const item = await resource.lock(session, request, param)
    await permission?.check(request, item)
    await resource.checkMatch(session, request, item)
    return resource.update(session, item, change(item))
  })
}

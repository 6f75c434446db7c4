import type { FastifyRequest } from 'fastify'
import { HttpError } from '../errors.js'
import type { Key, Row } from '../model.js'
import { ALL_ROWS } from '../repository/items.js'
import type { ModelTypes } from '../repository/types.js'
import type { Database, Session } from '../store.js'
import { precondition } from './entity-tags.js'
import type { Resource } from './resource.js'

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
export async function deleteItem<T extends ModelTypes>(...write: ItemWrite<T>): Promise<void> {
  const [resource, database, request] = write
  await writeItem(write, false, {
    directly: async (key) => ((await resource.items(database, request).delete(key)) ? true : undefined),
    async locked(session, item) {
      await resource.delete(session, request, item)
      return true
    },
  })
}

/**
 * PATCH: changes the item identified by a path parameter, and returns it as stored.
 * @throws NotFound; BadRequest; Forbidden; UniqueViolation; HttpError 412 if a precondition does not hold
 */
export function updateItem<T extends ModelTypes>(...write: ItemWrite<T>): Promise<T['Row']> {
  const [resource, , request] = write
  return storeItem(write, (session, item) => resource.changes(session, request, item))
}

/** PUT: like {@link updateItem}, but replaces the item. */
export function replaceItem<T extends ModelTypes>(...write: ItemWrite<T>): Promise<T['Row']> {
  const [resource, , request] = write
  return storeItem(write, (session, item) => resource.replacement(session, request, item))
}

/** @param read reads the body */
function storeItem<T extends ModelTypes>(
  write: ItemWrite<T>,
  read: (session: Session, item: T['Row']) => Promise<T['Update']>,
): Promise<T['Row']> {
  const [resource, database, request] = write
  return writeItem(write, resource.needsItem(request), {
    directly: async (key) =>
      resource.items(database, request).update(key, await read(database, { [resource.model.key]: key })),
    locked: async (session, item) => resource.update(session, request, item, await read(session, item)),
  })
}

/**
 * Writes an item: with a single statement if only its key is needed, and otherwise in a transaction, after the caller's
 * permission and the preconditions of the request have been checked.
 * @param needsItem whether the data to store depends on the stored item
 */
async function writeItem<T extends ModelTypes, Result>(
  [resource, database, request, param, grant]: ItemWrite<T>,
  needsItem: boolean,
  work: {
    /** Returns undefined if there is no item. */
    directly(key: Key): Promise<Result | undefined>
    locked(session: Session, item: T['Row']): Promise<Result>
  },
): Promise<Result> {
  const isRead =
    needsItem ||
    resource.policy(request).rows !== ALL_ROWS ||
    precondition(request) !== undefined ||
    grant?.isGiven(request) === false
  const key = resource.keyIn(request, param)
  if (key === undefined) throw resource.missing()
  if (isRead)
    return database.transaction(async (session) => {
      const permission = request.method === 'DELETE' ? 'delete' : 'update'
      const find = (): Promise<T['Row']> => resource.lock(session, request, param)
      const item = await resource.items(session, request).lockToWrite(key, permission, find)
      if (item === undefined) throw resource.missing()
      await grant?.check(session, request, item)
      await resource.checkMatch(session, request, item)
      return work.locked(session, item)
    })
  try {
    const result = await work.directly(key)
    if (result !== undefined) return result
  } catch (error) {
    // The response to a request for a missing item does not depend on its body.
    if (error instanceof HttpError) await resource.find(database, request, param)
    throw error
  }
  throw resource.missing()
}

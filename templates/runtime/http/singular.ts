import type { FastifyRequest } from 'fastify'
import { BadRequest, Conflict, HttpError, NotFound } from '../errors.js'
import type { Items } from '../repository/items.js'
import type { ModelTypes } from '../repository/types.js'
import type { RowLock, Session } from '../store.js'
import type { Resource, Within } from './resource.js'

/**
 * Returns the only item linked to the parent.
 * @param lock also locks the item until the transaction ends
 * @throws NotFound if there is none
 */
export async function findOnly<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  within: Within,
  lock: RowLock = false,
): Promise<T['Row']> {
  const items = resource.items(session, request)
  const row = await first(resource, items, within)
  if (row === undefined) throw new NotFound(`This item has no ${resource.model.name}.`)
  return (lock && (await items.store.findByKey(resource.key(row), lock))) || row
}

/**
 * Reads the body of a POST that creates the only item linked to the parent.
 * @throws Conflict if the parent already has an item; HttpError (412) for `If-Match`; BadRequest that lists all errors
 */
export async function newOnly<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  within: Within,
): Promise<T['Create']> {
  const existing = await first(resource, resource.items(session, request), within)
  if (existing !== undefined) throw new Conflict(`This item already has a related ${resource.model.name}.`)
  if (request.headers['if-match'] !== undefined) throw new HttpError(412, 'The item does not exist.')
  const [item] = await resource.newItems(session, request, within)
  if (item === undefined || Array.isArray(request.body))
    throw new BadRequest('The body must be a single object.')
  return item
}

async function first<T extends ModelTypes>(
  resource: Resource<T>,
  { store }: Items,
  within: Within,
): Promise<T['Row'] | undefined> {
  const orderBy = [{ field: resource.model.key, direction: 'asc' }] as const
  return (await store.find({ where: resource.linked(within), orderBy, take: 1 }))[0]
}

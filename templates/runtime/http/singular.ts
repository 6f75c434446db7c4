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
 * Returns whether a PUT creates the only item linked to the parent, because there is none (RFC 9110, section 9.3.4).
 * @throws HttpError 412 if the request requires an item with `If-Match`
 */
export async function isNewOnly<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  within: Within,
): Promise<boolean> {
  if ((await first(resource, resource.items(session, request), within)) !== undefined) return false
  if (request.headers['if-match'] === undefined) return true
  throw new HttpError(412, `This item has no ${resource.model.name}.`)
}

/**
 * Reads the body of a POST or PUT that creates the only item linked to the parent.
 * @throws Conflict if the parent already has an item; BadRequest that lists all errors
 */
export async function newOnly<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  within: Within,
): Promise<T['Create']> {
  if ((await first(resource, resource.items(session, request), within)) !== undefined)
    throw new Conflict(`This item already has a related ${resource.model.name}.`)
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
  const [row] = await store.find({
    where: resource.linked(within),
    orderBy: [{ field: resource.model.key, direction: 'asc' }],
    take: 1,
  })
  return row
}

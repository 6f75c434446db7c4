import { Conflict, NotFound } from '../errors.js'
import type { ModelTypes } from '../repository/repository.js'
import type { Session } from '../store.js'
import type { Resource, Within } from './resource.js'

/**
 * Returns the only item linked to the parent.
 * @throws NotFound if there is none
 */
export async function findOnly<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  within: Within,
): Promise<T['Row']> {
  const row = await first(resource, session, within)
  if (row === undefined) throw new NotFound(`This item has no ${resource.model.name}.`)
  return row
}

/** Like {@link findOnly}, but also locks the item until the transaction ends. */
export async function lockOnly<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  within: Within,
): Promise<T['Row']> {
  const found = await findOnly(resource, session, within)
  return (await resource.items(session).findByKey(resource.key(found), 'delete')) ?? found
}

/** @throws Conflict if the parent already has an item */
export async function rejectSecond<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  within: Within,
): Promise<void> {
  if ((await first(resource, session, within)) !== undefined)
    throw new Conflict(`This item already has a related ${resource.model.name}.`)
}

async function first<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  within: Within,
): Promise<T['Row'] | undefined> {
  const [row] = await resource.items(session).find({
    where: resource.linked(within),
    orderBy: [{ field: resource.model.key, direction: 'asc' }],
    take: 1,
  })
  return row
}

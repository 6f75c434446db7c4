import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../errors.js'
import type { Resource, Within } from '../http/resource.js'
import { type Row, modelNamed } from '../model.js'
import { ALL_ROWS } from '../repository/items.js'
import { isKey, keyOf } from '../repository/parts.js'
import type { ModelTypes } from '../repository/repository.js'
import { type Condition, type Session, both, equal } from '../store.js'

/**
 * Removes an item from the list of its parent. The item is not deleted.
 * @throws Forbidden if rules do not allow the caller to change the item or the parent
 */
export async function unlink<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  within: Within,
  item: T['Row'],
): Promise<void> {
  const own = equal(resource.model.key, resource.key(item))
  if ((await unlinkMany(resource, session, request, within, own)) === 0) throw forbidden(resource.model.name)
}

/**
 * Removes the selected items from the list of their parent, and returns how many there were. Items that rules do not
 * allow the caller to change stay in the list.
 * @throws Forbidden if rules do not allow the caller to change the parent
 */
export async function unlinkMany<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  within: Within,
  where: Condition,
): Promise<number> {
  const { model } = resource
  const items = resource.items(session, request)
  let count = 0
  for (const [name, key] of Object.entries(within)) {
    const parent = modelNamed(items.models, model.relations[name]?.model ?? '')
    const parents = items.access.items(session, items.models, parent)
    if (!isKey(key) || (await first(parents.locked(equal(parent.key, key)))) === undefined)
      throw forbidden(parent.name)
    for await (const row of items.locked(where)) {
      const selected = both(equal(name, key), equal(model.key, keyOf(model, row)))
      count += await session.store(model.name, ALL_ROWS).updateMany(selected, { [name]: null })
    }
  }
  return count
}

async function first(rows: AsyncIterable<Row>): Promise<Row | undefined> {
  for await (const row of rows) return row
  return undefined
}

function forbidden(model: string): Forbidden {
  return new Forbidden(`You do not have permission to update this ${model}.`)
}

import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../errors.js'
import type { Resource, Within } from '../http/resource.js'
import { type Row, modelNamed } from '../model.js'
import { ALL_ROWS, type Items } from '../repository/items.js'
import { isKey, keyOf } from '../repository/parts.js'
import type { ModelTypes } from '../repository/types.js'
import { type Condition, type Session, both, equal } from '../store.js'

/**
 * Removes an item from the list of its parent. The item is not deleted.
 * @throws Forbidden if the caller is not allowed to change the item or the parent
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
 * Removes the selected items from the list of their parent, and returns how many there were. Items that the caller is not
 * allowed to change stay in the list.
 * @throws Forbidden if the caller is not allowed to change the parent, or to write the list at one of its ends
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
  const policy = resource.policy(request)
  const write = { session, items, action: 'update' } as const
  let count = 0
  for (const [name, key] of Object.entries(within)) {
    const { model: parentName = '', inverse = '' } = model.relations[name] ?? {}
    const parent = modelNamed(items.models, parentName)
    const parents = items.access.items(session, items.models, parent)
    const [holder] = isKey(key) ? await lockedRows(parents, equal(parent.key, key)) : []
    if (holder === undefined || !(await policy.mayLink(write, parent, inverse, holder)))
      throw forbidden(parent.name)
    for (const row of await lockedRows(items, where)) {
      if (!(await policy.mayLink(write, model, name, row))) continue
      const own = equal(model.key, keyOf(model, row))
      const selected = both(equal(name, key), own)
      count += await session.store(model.name, ALL_ROWS).updateMany(selected, { [name]: null })
      // Rules can lead through the list, and the items must be covered after the change as well.
      if ((await lockedRows(items, own)).length === 0) throw forbidden(model.name)
    }
    if ((await lockedRows(parents, equal(parent.key, key))).length === 0) throw forbidden(parent.name)
  }
  return count
}

async function lockedRows(items: Items, where: Condition): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of items.locked(where)) rows.push(row)
  return rows
}

function forbidden(model: string): Forbidden {
  return new Forbidden(`You do not have permission to update this ${model}.`)
}

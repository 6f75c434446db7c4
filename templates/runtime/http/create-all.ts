import type { FastifyRequest } from 'fastify'
import { UniqueViolation, withItemIndex } from '../errors.js'
import type { Row } from '../model.js'
import type { ModelTypes } from '../repository/types.js'
import type { Session, Store } from '../store.js'
import type { Resource, Within } from './resource.js'

/**
 * Creates all items in the body of a POST, or none.
 * @throws BadRequest, Forbidden, UniqueViolation; for a list, with the index of the item
 */
export async function createAll<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  within?: Within,
): Promise<T['Row'][]> {
  const rows = await resource.newItems(session, request, within)
  const items = resource.items(session, request)
  const isList = Array.isArray(request.body)
  try {
    return await items.create(rows, isList)
  } catch (error) {
    throw isList ? await withRowIndex(error, rows, items.store) : error
  }
}

/**
 * Like {@link withItemIndex}, but for rows inserted together: finds the first row whose unique values already exist in
 * an earlier row or in the database.
 */
async function withRowIndex(error: unknown, rows: readonly Row[], store: Store): Promise<unknown> {
  if (!(error instanceof UniqueViolation) || error.fields.length === 0) return error
  const { fields } = error
  const stored = await store.find({
    where: {
      kind: 'and',
      of: fields.map((field) => {
        const value = rows.flatMap((row) => row[field] ?? [])
        return { kind: 'compare', field, op: 'in', value }
      }),
    },
    orderBy: [{ field: store.spec.key, direction: 'asc' }],
  })
  const textOf = (row: Row): string => JSON.stringify(fields.map((field) => row[field]))
  const taken = new Set(stored.map(textOf))
  const index = rows.findIndex((row) => {
    if (fields.some((field) => (row[field] ?? null) === null)) return false
    const isTaken = taken.has(textOf(row))
    taken.add(textOf(row))
    return isTaken
  })
  return index === -1 ? error : withItemIndex(error, index)
}

import { ALL_ROWS } from '../repository/items.js'
import type { FindWithRelated } from '../users/users.js'

/** Finds an item and the related items at the same time. */
export const findWithRelated: FindWithRelated = async (session, model, key, relatedFields) => {
  const [row, ...others] = await Promise.all([
    session.store(model, ALL_ROWS).findByKey(key),
    ...relatedFields.map((related) => session.store(related.model, ALL_ROWS).findByKey(related.key)),
  ])
  return (
    row && { row, relatedFields: relatedFields.map(({ field }, index) => others[index]?.[field] ?? null) }
  )
}

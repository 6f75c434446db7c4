import { models } from '../models/index.js'
import { type CategoryTypes, categoryModel } from '../models/category.js'
import { ALL_ROWS } from '../runtime/repository/items.js'
import { repository } from '../runtime/repository/repository.js'
import type { Repository } from '../runtime/repository/types.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes categories. */
export type CategoryRepository = Repository<CategoryTypes>

/**
 * Returns the repository for categories in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function categoryRepository(session: Session): CategoryRepository {
  return repository(session, ALL_ROWS, models, categoryModel)
}

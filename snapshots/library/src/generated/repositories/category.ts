import { type CategoryTypes, categoryModel } from '../models/category.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Category. */
export type CategoryRepository = Repository<CategoryTypes>

/** The repository of Category in a session: in a transaction it sees and makes that transaction's changes. */
export function categoryRepository(session: Session): CategoryRepository {
  return repository(session, models, categoryModel)
}

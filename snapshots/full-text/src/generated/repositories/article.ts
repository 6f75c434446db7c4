import { type ArticleTypes, articleModel } from '../models/article.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Article. */
export type ArticleRepository = Repository<ArticleTypes>

/** The repository of Article in a session: in a transaction it sees and makes that transaction's changes. */
export function articleRepository(session: Session): ArticleRepository {
  return repository(session, models, articleModel)
}

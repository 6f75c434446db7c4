import { models } from '../models/index.js'
import { type ArticleTypes, articleModel } from '../models/article.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes articles. */
export type ArticleRepository = Repository<ArticleTypes>

/**
 * Returns the repository for articles in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function articleRepository(session: Session): ArticleRepository {
  return repository(session, models, articleModel)
}

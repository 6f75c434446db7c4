import { models } from '../models/index.js'
import { type StoryTypes, storyModel } from '../models/story.js'
import { ALL_ROWS } from '../runtime/repository/items.js'
import { repository } from '../runtime/repository/repository.js'
import type { Repository } from '../runtime/repository/types.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes stories. */
export type StoryRepository = Repository<StoryTypes>

/**
 * Returns the repository for stories in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function storyRepository(session: Session): StoryRepository {
  return repository(session, ALL_ROWS, models, storyModel)
}

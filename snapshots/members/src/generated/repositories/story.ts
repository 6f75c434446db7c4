import { type StoryTypes, storyModel } from '../models/story.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Story schema. */
export type StoryRepository = Repository<StoryTypes>

/** The repository of Story in a session: in a transaction it sees and makes that transaction's changes. */
export function storyRepository(session: Session): StoryRepository {
  return repository(session, models, storyModel)
}

import { models } from '../models/index.js'
import { type PictureTypes, pictureModel } from '../models/picture.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes pictures. */
export type PictureRepository = Repository<PictureTypes>

/**
 * Returns the repository for pictures in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function pictureRepository(session: Session): PictureRepository {
  return repository(session, models, pictureModel)
}

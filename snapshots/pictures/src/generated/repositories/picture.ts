import { type PictureTypes, pictureModel } from '../models/picture.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Picture schema. */
export type PictureRepository = Repository<PictureTypes>

/** The repository of Picture in a session: in a transaction it sees and makes that transaction's changes. */
export function pictureRepository(session: Session): PictureRepository {
  return repository(session, models, pictureModel)
}

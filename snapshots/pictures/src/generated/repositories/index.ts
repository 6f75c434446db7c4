import type { Session } from '../runtime/store.js'
import { pictureRepository, type PictureRepository } from './picture.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly picture: PictureRepository
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get picture() {
      return pictureRepository(session)
    },
  }
}

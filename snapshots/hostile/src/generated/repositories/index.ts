import type { Session } from '../runtime/store.js'
import { indexRepository, type IndexRepository } from './index2.js'
import { sessionItemRepository, type SessionModelRepository } from './session.js'

/** The repositories of all models, by name. */
export interface Repositories {
  readonly index: IndexRepository
  readonly sessionItem: SessionModelRepository
}

/** The repositories in one session; each is made when it is first asked for. */
export function repositories(session: Session): Repositories {
  return {
    get index() {
      return indexRepository(session)
    },
    get sessionItem() {
      return sessionItemRepository(session)
    },
  }
}

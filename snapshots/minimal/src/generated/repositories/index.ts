import type { Session } from '../runtime/store.js'
import { noteRepository, type NoteRepository } from './note.js'

/** The repositories of all models, by name. */
export interface Repositories {
  readonly note: NoteRepository
}

/** The repositories in one session; each is made when it is first asked for. */
export function repositories(session: Session): Repositories {
  return {
    get note() {
      return noteRepository(session)
    },
  }
}

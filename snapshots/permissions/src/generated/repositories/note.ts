import { type NoteTypes, noteModel } from '../models/note.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Note schema. */
export type NoteRepository = Repository<NoteTypes>

/** The repository of Note in a session: in a transaction it sees and makes that transaction's changes. */
export function noteRepository(session: Session): NoteRepository {
  return repository(session, models, noteModel)
}

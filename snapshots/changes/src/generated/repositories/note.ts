import { models } from '../models/index.js'
import { type NoteTypes, noteModel } from '../models/note.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes notes. */
export type NoteRepository = Repository<NoteTypes>

/**
 * Returns the repository for notes in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function noteRepository(session: Session): NoteRepository {
  return repository(session, models, noteModel)
}

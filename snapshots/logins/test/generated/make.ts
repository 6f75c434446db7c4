import type { Note, NoteCreate } from '../../src/generated/models/note.js'
import type { User, UserCreate } from '../../src/generated/models/user.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a note. The given values override the sample. */
export async function note(items: Repositories, given: Partial<NoteCreate> = {}): Promise<Note> {
  return items.note.create({ data: { ...samples.note.first, ...given } })
}

/** Creates a user. The given values override the sample. */
export async function user(items: Repositories, given: Partial<UserCreate> = {}): Promise<User> {
  return items.user.create({ data: { ...samples.user.first, ...given } })
}

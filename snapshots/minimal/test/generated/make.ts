import type { Note, NoteCreate } from '../../src/generated/models/note.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a note. The given values override the sample. */
export async function note(items: Repositories, given: Partial<NoteCreate> = {}): Promise<Note> {
  const sample = Object.values(samples.note)[await items.note.count()] ?? samples.note.first
  return items.note.create({ data: { ...sample, ...given } })
}

import type * as types from '../../src/generated/index.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
// Models can have any name, so that this file refers to its own functions as users do.
import * as make from './make.js'
import { samples } from './samples.js'

/** Creates a note. The given values override the sample. */
export async function note(items: Repositories, given: Partial<types.NoteCreate> = {}): Promise<types.Note> {
  return items.note.create({
    data: { ...(Object.values(samples.note)[await items.note.count()] ?? samples.note.first), ...given },
  })
}

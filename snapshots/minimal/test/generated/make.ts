// Imports begin with an uppercase letter here, so that they do not clash with functions, which are named after models.
import type * as Types from '../../src/generated/index.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import * as Make from './make.js'
import { samples as Samples } from './samples.js'

/** Creates a note. The given values override the sample. */
export async function note(items: Repositories, given: Partial<Types.NoteCreate> = {}): Promise<Types.Note> {
  return items.note.create({
    data: { ...(Object.values(Samples.note)[await items.note.count()] ?? Samples.note.first), ...given },
  })
}

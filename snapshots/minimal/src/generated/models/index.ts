import type { Models } from '../runtime/model.js'
import { noteModel } from './note.js'

/** All models by name. */
export const models: Models = {
  Note: noteModel,
}

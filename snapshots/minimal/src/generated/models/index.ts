import type { Models } from '../runtime/model.js'
import { noteModel } from './note.js'

/** All models, keyed by name. */
export const models: Models = {
  Note: noteModel,
}

import type { Models } from '../runtime/model.js'
import { noteModel } from './note.js'
import { userModel } from './user.js'

/** All models, keyed by name. */
export const models: Models = {
  Note: noteModel,
  User: userModel,
}

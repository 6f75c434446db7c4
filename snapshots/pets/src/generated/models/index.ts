import type { Models } from '../runtime/model.js'
import { userModel } from './user.js'

/** All models, keyed by name. */
export const models: Models = {
  User: userModel,
}

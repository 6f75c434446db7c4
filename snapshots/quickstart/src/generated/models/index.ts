import type { Models } from '../runtime/model.js'
import { storyModel } from './story.js'
import { userModel } from './user.js'

/** All models, keyed by name. */
export const models: Models = {
  Story: storyModel,
  User: userModel,
}

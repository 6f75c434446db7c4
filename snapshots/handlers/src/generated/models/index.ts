import type { Models } from '../runtime/model.js'
import { profileModel } from './profile.js'
import { storyModel } from './story.js'
import { userModel } from './user.js'

/** All models, keyed by name. */
export const models: Models = {
  Profile: profileModel,
  Story: storyModel,
  User: userModel,
}

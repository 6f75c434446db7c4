import type { Models } from '../runtime/model.js'
import { membershipModel } from './membership.js'
import { noteModel } from './note.js'
import { organizationModel } from './organization.js'
import { profileModel } from './profile.js'
import { projectModel } from './project.js'
import { userModel } from './user.js'

/** All models, keyed by name. */
export const models: Models = {
  Membership: membershipModel,
  Note: noteModel,
  Organization: organizationModel,
  Profile: profileModel,
  Project: projectModel,
  User: userModel,
}

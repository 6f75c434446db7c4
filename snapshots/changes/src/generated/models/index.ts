import type { Models } from '../runtime/model.js'
import { entryModel } from './entry.js'
import { noteModel } from './note.js'
import { taskModel } from './task.js'
import { teamModel } from './team.js'
import { userModel } from './user.js'

/** All models, keyed by name. */
export const models: Models = {
  Entry: entryModel,
  Note: noteModel,
  Task: taskModel,
  Team: teamModel,
  User: userModel,
}

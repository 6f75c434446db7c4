import type { Models } from '../runtime/model.js'
import { commentModel } from './comment.js'
import { draftModel } from './draft.js'
import { noticeModel } from './notice.js'
import { pageModel } from './page.js'
import { profileModel } from './profile.js'
import { storyModel } from './story.js'
import { userModel } from './user.js'

/** All models, keyed by name. */
export const models: Models = {
  Comment: commentModel,
  Draft: draftModel,
  Notice: noticeModel,
  Page: pageModel,
  Profile: profileModel,
  Story: storyModel,
  User: userModel,
}

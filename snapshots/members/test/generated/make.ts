import type { Comment, CommentCreate } from '../../src/generated/models/comment.js'
import type { Draft, DraftCreate } from '../../src/generated/models/draft.js'
import type { Notice, NoticeCreate } from '../../src/generated/models/notice.js'
import type { Page, PageCreate } from '../../src/generated/models/page.js'
import type { Profile, ProfileCreate } from '../../src/generated/models/profile.js'
import type { Story, StoryCreate } from '../../src/generated/models/story.js'
import type { User, UserCreate } from '../../src/generated/models/user.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a comment. The given values override the sample. */
export async function comment(items: Repositories, given: Partial<CommentCreate> = {}): Promise<Comment> {
  return items.comment.create({ data: { ...samples.comment.first, ...given } })
}

/** Creates a draft. The given values override the sample. */
export async function draft(items: Repositories, given: Partial<DraftCreate> = {}): Promise<Draft> {
  return items.draft.create({ data: { ...samples.draft.first, ...given } })
}

/** Creates a notice. The given values override the sample. */
export async function notice(items: Repositories, given: Partial<NoticeCreate> = {}): Promise<Notice> {
  return items.notice.create({ data: { ...samples.notice.first, ...given } })
}

/** Creates a page. The given values override the sample. */
export async function page(items: Repositories, given: Partial<PageCreate> = {}): Promise<Page> {
  return items.page.create({ data: { ...samples.page.first, ...given } })
}

/** Creates a profile. The given values override the sample. */
export async function profile(items: Repositories, given: Partial<ProfileCreate> = {}): Promise<Profile> {
  return items.profile.create({ data: { ...samples.profile.first, ...given } })
}

/** Creates a story. The given values override the sample. */
export async function story(items: Repositories, given: Partial<StoryCreate> = {}): Promise<Story> {
  return items.story.create({ data: { ...samples.story.first, ...given } })
}

/** Creates a user. The given values override the sample. */
export async function user(items: Repositories, given: Partial<UserCreate> = {}): Promise<User> {
  return items.user.create({ data: { ...samples.user.first, ...given } })
}

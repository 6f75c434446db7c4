import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { commentRepository, type CommentRepository } from './comment.js'
import { draftRepository, type DraftRepository } from './draft.js'
import { noticeRepository, type NoticeRepository } from './notice.js'
import { pageRepository, type PageRepository } from './page.js'
import { profileRepository, type ProfileRepository } from './profile.js'
import { storyRepository, type StoryRepository } from './story.js'
import { userRepository, type UserRepository } from './user.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly comment: CommentRepository
  readonly draft: DraftRepository
  readonly notice: NoticeRepository
  readonly page: PageRepository
  readonly profile: ProfileRepository
  readonly story: StoryRepository
  readonly user: UserRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get comment() {
      return commentRepository(session)
    },
    get draft() {
      return draftRepository(session)
    },
    get notice() {
      return noticeRepository(session)
    },
    get page() {
      return pageRepository(session)
    },
    get profile() {
      return profileRepository(session)
    },
    get story() {
      return storyRepository(session)
    },
    get user() {
      return userRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}

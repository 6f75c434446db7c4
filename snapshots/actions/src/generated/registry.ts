import type { PostPasswordResetConfirm } from './actions/password-reset.js'
import type { GetReportsMonthly, GetReportsNameCsv, HeadReportsSize } from './actions/reports.js'
import type { PostSearch, PutSearch } from './actions/search.js'
import type { DeleteStoriesIdPublish, PostStoriesId, PostStoriesIdPublish } from './actions/stories.js'
import type {
  GetUsersUsernameAvatar,
  PostUsersUsername,
  PostUsersUsernameStoriesIdPublish,
  PutUsersUsernameAvatar,
} from './actions/users.js'
import type * as events from './events.js'
import type { Story } from './models/story.js'
import type { User } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import type { PrincipalFunction } from './runtime/auth/principals.js'
import { OperationRegistry } from './runtime/events/operation-registry.js'
import type { ActionFunction } from './runtime/operations/actions.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  is_author: PrincipalFunction<events.Caller, Story, Repositories>
  is_self: PrincipalFunction<events.Caller, Omit<User, 'password'>, Repositories>
}

/** The type of each custom action's function. */
export type Actions = {
  post_password_reset_confirm: ActionFunction<
    PostPasswordResetConfirm,
    Repositories,
    events.Caller,
    events.EventModels
  >
  get_reports_monthly: ActionFunction<GetReportsMonthly, Repositories, events.Caller, events.EventModels>
  head_reports_size: ActionFunction<HeadReportsSize, Repositories, events.Caller, events.EventModels>
  get_reports_name_csv: ActionFunction<GetReportsNameCsv, Repositories, events.Caller, events.EventModels>
  post_search: ActionFunction<PostSearch, Repositories, events.Caller, events.EventModels>
  put_search: ActionFunction<PutSearch, Repositories, events.Caller, events.EventModels>
  post_stories_id: ActionFunction<PostStoriesId, Repositories, events.Caller, events.EventModels>
  post_stories_id_publish: ActionFunction<
    PostStoriesIdPublish,
    Repositories,
    events.Caller,
    events.EventModels
  >
  delete_stories_id_publish: ActionFunction<
    DeleteStoriesIdPublish,
    Repositories,
    events.Caller,
    events.EventModels
  >
  post_users_username: ActionFunction<PostUsersUsername, Repositories, events.Caller, events.EventModels>
  get_users_username_avatar: ActionFunction<
    GetUsersUsernameAvatar,
    Repositories,
    events.Caller,
    events.EventModels
  >
  put_users_username_avatar: ActionFunction<
    PutUsersUsernameAvatar,
    Repositories,
    events.Caller,
    events.EventModels
  >
  post_users_username_stories_id_publish: ActionFunction<
    PostUsersUsernameStoriesIdPublish,
    Repositories,
    events.Caller,
    events.EventModels
  >
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)` or
 * `registry.action('name', …)`.
 */
export const registry = new OperationRegistry<Functions, Actions>({
  is_author: { kind: 'principal', file: 'src/principals/is-author.ts' },
  is_self: { kind: 'principal', file: 'src/principals/is-self.ts' },
  'action post_password_reset_confirm': {
    kind: 'action',
    file: 'src/actions/post-password-reset-confirm.ts',
  },
  'action get_reports_monthly': { kind: 'action', file: 'src/actions/get-reports-monthly.ts' },
  'action head_reports_size': { kind: 'action', file: 'src/actions/head-reports-size.ts' },
  'action get_reports_name_csv': { kind: 'action', file: 'src/actions/get-reports-name-csv.ts' },
  'action post_search': { kind: 'action', file: 'src/actions/post-search.ts' },
  'action put_search': { kind: 'action', file: 'src/actions/put-search.ts' },
  'action post_stories_id': { kind: 'action', file: 'src/actions/post-stories-id.ts' },
  'action post_stories_id_publish': { kind: 'action', file: 'src/actions/post-stories-id-publish.ts' },
  'action delete_stories_id_publish': { kind: 'action', file: 'src/actions/delete-stories-id-publish.ts' },
  'action post_users_username': { kind: 'action', file: 'src/actions/post-users-username.ts' },
  'action get_users_username_avatar': { kind: 'action', file: 'src/actions/get-users-username-avatar.ts' },
  'action put_users_username_avatar': { kind: 'action', file: 'src/actions/put-users-username-avatar.ts' },
  'action post_users_username_stories_id_publish': {
    kind: 'action',
    file: 'src/actions/post-users-username-stories-id-publish.ts',
  },
})

import type * as events from './events.js'
import type { Profile } from './models/profile.js'
import type { Story, StoryFields } from './models/story.js'
import type { User, UserFields, UserTypes } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import type { PrincipalFunction } from './runtime/auth/principals.js'
import type { DefaultFunction } from './runtime/events/default-functions.js'
import type { ProcessorContext, ProcessorFunction } from './runtime/events/processors.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  count_words: (event: events.StoryEvent<'after_index' | 'after_show'>) => unknown
  keep_authors: (event: events.UserEvent<'before_delete'>) => unknown
  make_profile: (event: events.UserEvent<'after_register'>) => unknown
  readonly_slug: (event: events.StoryEvent<'before_set'>) => unknown
  set_item_owner: (event: events.StoryEvent<'before_create'>) => unknown
  encrypt: ProcessorFunction<
    UserFields['passphrase'],
    ProcessorContext<UserTypes, 'passphrase', events.UserEvent<'before_set'>>
  >
  lowercase: ProcessorFunction<
    UserFields['email' | 'username'],
    ProcessorContext<UserTypes, 'email' | 'username', events.UserEvent<'before_set'>>
  >
  item_owner: PrincipalFunction<events.Caller, Story, Repositories>
  user_profile: PrincipalFunction<events.Caller, Profile, Repositories>
  user_self: PrincipalFunction<events.Caller, Omit<User, 'password'>, Repositories>
  make_slug: DefaultFunction<StoryFields['slug']>
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  count_words: { kind: 'handler', file: 'src/handlers/count-words.ts' },
  keep_authors: { kind: 'handler', file: 'src/handlers/keep-authors.ts' },
  make_profile: { kind: 'handler', file: 'src/handlers/make-profile.ts' },
  readonly_slug: { kind: 'handler', file: 'src/handlers/readonly-slug.ts' },
  set_item_owner: { kind: 'handler', file: 'src/handlers/set-item-owner.ts' },
  encrypt: { kind: 'processor', file: 'src/processors/encrypt.ts' },
  lowercase: { kind: 'processor', file: 'src/processors/lowercase.ts' },
  item_owner: { kind: 'principal', file: 'src/principals/item-owner.ts' },
  user_profile: { kind: 'principal', file: 'src/principals/user-profile.ts' },
  user_self: { kind: 'principal', file: 'src/principals/user-self.ts' },
  make_slug: { kind: 'default', file: 'src/defaults/make-slug.ts' },
})

import type * as events from './events.js'
import type { Comment } from './models/comment.js'
import type { Profile } from './models/profile.js'
import type { Story } from './models/story.js'
import type { User } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import type { PrincipalFunction } from './runtime/auth/principals.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  is_owner: PrincipalFunction<events.Caller, Comment | Story, Repositories>
  is_self: PrincipalFunction<events.Caller, Profile | User, Repositories>
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  is_owner: { kind: 'principal', file: 'src/principals/is-owner.ts' },
  is_self: { kind: 'principal', file: 'src/principals/is-self.ts' },
})

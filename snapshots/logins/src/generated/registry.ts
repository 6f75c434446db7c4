import type * as events from './events.js'
import type { Note } from './models/note.js'
import type { User } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import type { PrincipalFunction } from './runtime/auth/principals.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  reject_banned: (event: events.UserEvent<'before_login'>) => unknown
  is_this_user: PrincipalFunction<events.Caller, Note | User, Repositories>
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  reject_banned: { kind: 'handler', file: 'src/handlers/reject-banned.ts' },
  is_this_user: { kind: 'principal', file: 'src/principals/is-this-user.ts' },
})

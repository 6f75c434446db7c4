import type * as events from './events.js'
import type { Entry } from './models/entry.js'
import type { Memo } from './models/memo.js'
import type { Note } from './models/note.js'
import type { Repositories } from './repositories/index.js'
import type { PrincipalFunction } from './runtime/auth/principals.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  is_owner: PrincipalFunction<events.Caller, Entry | Note, Repositories>
  is_sealed: PrincipalFunction<events.Caller, Memo, Repositories>
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  is_owner: { kind: 'principal', file: 'src/principals/is-owner.ts' },
  is_sealed: { kind: 'principal', file: 'src/principals/is-sealed.ts' },
})

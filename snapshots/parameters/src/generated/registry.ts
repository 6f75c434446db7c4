import type * as events from './events.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  check_reason: (event: events.BookEvent<'before_delete_many'>) => unknown
  show_query: (event: events.BookEvent<'after_create' | 'after_index' | 'after_show'>) => unknown
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  check_reason: { kind: 'handler', file: 'src/handlers/check-reason.ts' },
  show_query: { kind: 'handler', file: 'src/handlers/show-query.ts' },
})

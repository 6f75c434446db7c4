import type * as events from './events.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  class: (event: events.SessionEvent<'before_create'>) => unknown
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  class: { kind: 'handler', file: 'src/handlers/class.ts' },
})

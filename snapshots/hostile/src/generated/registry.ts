import type * as events from './events.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function that a schema or an ACL names. */
export type Functions = {
  class: (event: events.SessionModelEvent<'before_create'>) => unknown
}

/**
 * Your functions by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  class: { kind: 'handler', file: 'src/handlers/class.ts' },
})

import type * as events from './events.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  tidy_title: (event: events.StoryEvent<'before_create'>) => unknown
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  tidy_title: { kind: 'handler', file: 'src/handlers/tidy-title.ts' },
})

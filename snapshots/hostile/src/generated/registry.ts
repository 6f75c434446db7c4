import type * as events from './events.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function that a schema or an ACL names. */
export type Functions = {
  class: (event: events.SessionModelEvent<'before_create'>) => unknown
}

/** Where the project's functions are registered by name: `registry.add('name', …)` in the file of that name. */
export const registry = new Registry<Functions>({
  class: { kind: 'handler', file: 'src/handlers/class.ts' },
})

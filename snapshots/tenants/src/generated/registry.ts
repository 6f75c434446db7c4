import type * as events from './events.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  assign_organization: (event: events.UserEvent<'before_register'>) => unknown
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  assign_organization: { kind: 'handler', file: 'src/handlers/assign-organization.ts' },
})

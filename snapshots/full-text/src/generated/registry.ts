import { Registry } from './runtime/events/registry.js'

/** The type of each function that a schema or an ACL names. */
export type Functions = {}

/** Where the project's functions are registered by name: `registry.add('name', …)` in the file of that name. */
export const registry = new Registry<Functions>({})

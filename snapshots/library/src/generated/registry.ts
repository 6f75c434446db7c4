import { Registry } from './runtime/events/registry.js'

/** The type of each function that a schema or an ACL names. */
export type Functions = {}

/** Where the project's functions are registered by name. */
export const registry = new Registry<Functions>({})

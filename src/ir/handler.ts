import type { JsonSchema } from './json-schema.js'

/** The kinds of user-defined functions. All functions with the same name have the same kind. */
export const HANDLER_KINDS = [
  'handler',
  'processor',
  'principal',
  'filter',
  'default',
  'change handler',
  'list filter',
  'error body',
] as const
export type HandlerKind = (typeof HANDLER_KINDS)[number]

/**
 * A use of a function. `on` is an event tag, the name of a field, the ID of an ACL for a principal in a rule, or the name of
 * a schema for the body of an error.
 */
export interface HandlerUse {
  /** ID of the model, or null for a principal in an ACL and the body of an error. */
  readonly model: string | null
  readonly on: string
}

export interface Handler {
  readonly kind: HandlerKind
  readonly name: string
  /** The stub: `src/handlers/lowercase-title.ts`. */
  readonly file: string
  /** Sorted by model, then `on`. */
  readonly uses: readonly HandlerUse[]
  /** The values of the parameter whose filter it is, or the bodies of errors that it makes. */
  readonly values?: JsonSchema
}

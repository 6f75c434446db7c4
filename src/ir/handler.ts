import type { Action } from './route.js'

/** The kinds of functions that users write (SPEC 13.4). A name has one kind. */
export const HANDLER_KINDS = ['handler', 'processor', 'principal', 'default'] as const
export type HandlerKind = (typeof HANDLER_KINDS)[number]

/** All actions that events can be about: those of routes and of authentication, and `set`, which stands for several (SPEC 13.1). */
export type EventAction = Action | 'login' | 'logout' | 'register' | 'set'
export type EventTag = `before_${EventAction}` | `after_${EventAction}`

/** One place that calls a function. `on` is an event tag (handler), a field's name (processor, default), or an ACL's id (principal). */
export interface HandlerUse {
  /** Id of the model; null for a principal. */
  readonly model: string | null
  readonly on: string
}

/** A function of the user's that the input names. */
export interface Handler {
  readonly kind: HandlerKind
  readonly name: string
  /** The stub: `src/handlers/lowercase-title.ts`. */
  readonly file: string
  /** Sorted by model, then `on`. */
  readonly uses: readonly HandlerUse[]
}

import { ACTIONS } from './route.js'

/** The kinds of user-defined functions. All functions with the same name have the same kind. */
export const HANDLER_KINDS = ['handler', 'processor', 'principal', 'filter', 'default'] as const
export type HandlerKind = (typeof HANDLER_KINDS)[number]

/** The authentication actions that fire events. */
export const AUTH_ACTIONS = ['login', 'logout', 'register'] as const
export type AuthAction = (typeof AUTH_ACTIONS)[number]

/** All actions that have events. */
export const EVENT_ACTIONS = [...ACTIONS, ...AUTH_ACTIONS] as const
export type EventAction = (typeof EVENT_ACTIONS)[number]

/** The actions that the tags `before_set` and `after_set` include. */
export const SET_ACTIONS: ReadonlySet<EventAction> = new Set<EventAction>([
  'create',
  'update',
  'replace',
  'update_many',
  'register',
])

/** The tags of `_event_handlers`. */
export type EventTag = `${'before' | 'after'}_${EventAction | 'set'}`
export const EVENT_TAGS: readonly EventTag[] = (['before', 'after'] as const).flatMap((when) =>
  [...EVENT_ACTIONS, 'set' as const].map((action): EventTag => `${when}_${action}`),
)

/**
 * A use of a function. `on` is an event tag (for a handler), a field's name (for a processor, a default or a principal
 * in `_writable_by`), or an ACL's ID (for a principal in a rule).
 */
export interface HandlerUse {
  /** ID of the model, or null for a principal in an ACL. */
  readonly model: string | null
  readonly on: string
}

/** A user-defined function. */
export interface Handler {
  readonly kind: HandlerKind
  readonly name: string
  /** The stub: `src/handlers/lowercase-title.ts`. */
  readonly file: string
  /** Sorted by model, then `on`. */
  readonly uses: readonly HandlerUse[]
}

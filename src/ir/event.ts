import {
  type ActionTraits,
  type ActionWith,
  EVENT_ACTIONS as TRAITS,
  type EventAction,
  isEventAction,
} from '../../templates/runtime/spec/event-actions.js'

export type { EventAction }

export const EVENT_ACTIONS: readonly EventAction[] = Object.keys(TRAITS).filter(isEventAction)

export type AuthAction = ActionWith<{ on: 'account' }>
export const AUTH_ACTIONS: readonly AuthAction[] = EVENT_ACTIONS.filter(isAuthAction)

/** The actions that a route in the RAML file can have. */
export type Action = Exclude<EventAction, AuthAction>
export const ACTIONS: readonly Action[] = EVENT_ACTIONS.filter((action) => !isAuthAction(action))

function isAuthAction(action: EventAction): action is AuthAction {
  return TRAITS[action].on === 'account'
}

export function traitsOf(action: EventAction): ActionTraits {
  return TRAITS[action]
}

/** The actions that the tags `before_set` and `after_set` include. */
export const SET_ACTIONS: readonly EventAction[] = EVENT_ACTIONS.filter((action) => traitsOf(action).sets)

/** The tag for handlers of changed rows, whatever changes them. */
export const CHANGE_TAG = 'on_change'

export const HANDLER_TAGS: readonly string[] = [
  ...['before', 'after'].flatMap((when) => [...EVENT_ACTIONS, 'set'].map((action) => `${when}_${action}`)),
  CHANGE_TAG,
]

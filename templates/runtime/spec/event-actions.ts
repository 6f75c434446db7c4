export interface ActionTraits {
  /** What the request refers to: a collection, an existing item, or the account of the caller. */
  readonly on: 'collection' | 'item' | 'account'
  /** What the response contains. */
  readonly response: 'page' | 'document' | 'message' | 'nothing'
  readonly selects?: true
  /** Whether the request sets fields, so that the tags `before_set` and `after_set` include the action. */
  readonly sets?: true
}

/** The actions that have events, each with the request that triggers them. */
export const EVENT_ACTIONS = {
  /** GET on a collection */
  index: { on: 'collection', response: 'page', selects: true },
  /** POST on a collection; in a bulk create, once for each item */
  create: { on: 'collection', response: 'document', sets: true },
  /** PATCH or PUT on a collection */
  update_many: { on: 'collection', response: 'message', selects: true, sets: true },
  /** DELETE on a collection */
  delete_many: { on: 'collection', response: 'message', selects: true },
  /** OPTIONS on a collection */
  collection_options: { on: 'collection', response: 'nothing' },
  /** GET on an item */
  show: { on: 'item', response: 'document' },
  /** PATCH on an item; POST on an attribute of an item */
  update: { on: 'item', response: 'document', sets: true },
  /** PUT on an item */
  replace: { on: 'item', response: 'document', sets: true },
  /** DELETE on an item */
  delete: { on: 'item', response: 'message' },
  /** OPTIONS on an item */
  item_options: { on: 'item', response: 'nothing' },
  /** POST on `/auth/login`; in `after_login`, `event.user` is the user who logged in */
  login: { on: 'account', response: 'document' },
  /** GET or POST on `/auth/logout` */
  logout: { on: 'account', response: 'message' },
  /** POST on `/auth/register`; in `after_register`, `event.user` is the new user */
  register: { on: 'account', response: 'document', sets: true },
} as const satisfies Readonly<Record<string, ActionTraits>>

export type EventAction = keyof typeof EVENT_ACTIONS

/** The actions that have these traits. */
export type ActionWith<Traits extends Partial<ActionTraits>> = {
  [Action in EventAction]: (typeof EVENT_ACTIONS)[Action] extends Traits ? Action : never
}[EventAction]

export function isEventAction(name: string): name is EventAction {
  return Object.hasOwn(EVENT_ACTIONS, name)
}

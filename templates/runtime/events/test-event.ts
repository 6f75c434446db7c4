import type { FastifyRequest } from 'fastify'
import type { Models as ModelSpecs, Row } from '../model.js'
import type { ModelTypes } from '../repository/types.js'
import { ActionEvent, type EventContext, type Query, type SearchOptions } from './action-event.js'
import { EVENT_ACTIONS, type FiredTag, type HandlerEvent, type ResponseBody } from './types.js'

/** What an event for a test is made of; all of it may be left out. */
export interface TestEventParts<T extends ModelTypes, Models, User> {
  /** What the request sets. */
  readonly fields?: Partial<T['Fields']>
  /** The item before the change. */
  readonly instance?: T['Row']
  /** After the action: the body of the answer. */
  readonly response?: ResponseBody
  readonly user?: User
  /** Parts of Fastify's request: `{ headers: {}, body: {} }`. */
  readonly request?: Partial<FastifyRequest>
  /** The query's parameters. */
  readonly query?: Query
  /** The repositories that the handler uses, or what stands in for them. */
  readonly models?: Partial<Models>
  /** What `event.search` answers. */
  readonly search?: (model: string, expression: string, options: SearchOptions) => Promise<Row[]>
}

const noSearch = (): Promise<never> => Promise.reject(new TypeError('testEvent was given no search'))

/**
 * Makes the event that a handler is tested with.
 * @throws TypeError for an unknown model
 */
export function makeTestEvent<T extends ModelTypes, Tag extends FiredTag, Models, User>(
  specs: ModelSpecs,
  name: string,
  tag: Tag,
  parts: TestEventParts<T, Models, User>,
): HandlerEvent<T, Tag, Models, User> {
  const spec = specs[name]
  if (spec === undefined) throw new TypeError(`there is no model ${name}`)
  const { fields, instance, response, user, request, query = {}, models = {}, search = noSearch } = parts
  const action = EVENT_ACTIONS.find((known) => tag.endsWith(`_${known}`)) ?? 'show'
  // The types of T, Models and User are emitted from the same schemas as `specs`, which the compiler cannot know.
  const context: EventContext = Object({ request: { ...request, query }, models: () => models, user, search })
  const event = new ActionEvent(action, spec, context, Object({ instance, data: fields }))
  if (tag.startsWith('after_')) event.answered({ ...response })
  return Object(event)
}

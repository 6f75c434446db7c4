import type { FastifyRequest } from 'fastify'
import { type Json, type JsonObject, rejectUndefined } from '../json.js'
import { type ModelSpec, type Models as ModelSpecs, type Row, modelNamed } from '../model.js'
import { withoutHashes } from '../repository/parts.js'
import type { ModelTypes } from '../repository/types.js'
import { EVENT_ACTIONS, type EventAction, isEventAction } from '../spec/event-actions.js'
import { type ChangedField, type FiredTag, type HandlerEvent, type ResponseBody } from './types.js'

export type Query = Record<string, string | string[] | undefined>

/** The values of declared parameters that are not part of the query language. Handlers receive them in the query. */
export const addedToQuery = new WeakMap<FastifyRequest, object>()

/** The JSON of documents from before handlers could change them. */
const originalJson = new WeakMap<object, string>()

/** Returns a document's JSON from before its `after_*` handlers ran, or undefined if no handlers received it. */
export function jsonBeforeHandlers(document: object): string | undefined {
  return originalJson.get(document)
}

/** What events need from the service. */
export interface EventContext {
  readonly request: FastifyRequest
  readonly models: () => object
  readonly user: Row | undefined
  readonly search: SearchFunction
  /** Runs work with the repositories outside the transaction, once the transaction is committed. */
  readonly afterCommit: (work: (models: object) => unknown) => void
}

export interface SearchOptions {
  readonly take?: number
  readonly skip?: number
  /** The sort order, in the form used by repositories. */
  readonly orderBy?: unknown
}

/** Finds the items that match an expression, or returns the search engine's response to a raw query. */
export type SearchFunction = (
  model: string,
  query: string | JsonObject,
  options: SearchOptions,
) => Promise<Row[] | JsonObject>

export interface EventSubject<Data extends Row = Row> {
  readonly instance?: Row | undefined
  readonly data?: Data | undefined
}

/**
 * The event for an action on an item or collection. The action's `before_*` and `after_*` handlers receive it as a
 * {@link HandlerEvent}.
 */
export class ActionEvent<Data extends Row = Row> {
  readonly action: EventAction
  readonly model: string
  readonly instance: Row | undefined
  readonly #spec: ModelSpec
  readonly #context: EventContext
  readonly #data: Record<string, Json>
  #view: { readonly request: FastifyRequest; readonly query: Query } | undefined
  readonly #assigned = new Set<string>()
  /** The conditions that handlers have added, in the repository's form. */
  readonly restrictions: object[] = []
  #models: object | undefined
  #response: object | undefined

  constructor(
    action: EventAction,
    spec: ModelSpec,
    context: EventContext,
    { instance, data }: EventSubject<Data> = {},
  ) {
    this.action = action
    this.#spec = spec
    this.model = spec.name
    this.instance = instance && withoutHashes(spec, instance)
    this.#context = context
    this.#data = ownValues(data)
  }

  get view(): { readonly request: FastifyRequest; readonly query: Query } {
    const { request } = this.#context
    return (this.#view ??= {
      request,
      query: new Proxy<Query>(
        { ...Object(request.query), ...addedToQuery.get(request) },
        {
          set: (target, name, value) => {
            this.#assigned.add(String(name))
            return Reflect.set(target, name, value)
          },
        },
      ),
    })
  }

  /**
   * The query that selects items, and the names of the parameters that handlers have assigned. Their values are not
   * expressions. Values added by {@link addedToQuery} do not select items.
   */
  get selection(): { readonly query: Query; readonly assigned: ReadonlySet<string> } {
    const { request, query } = this.view
    const others = addedToQuery.get(request) ?? {}
    const selecting = Object.entries(query).filter(([name]) => !Object.hasOwn(others, name))
    return { query: Object.fromEntries(selecting), assigned: this.#assigned }
  }

  get user(): Row | undefined {
    return this.#context.user
  }

  get models(): object {
    return (this.#models ??= this.#context.models())
  }

  /** `before_create` until {@link complete} is called, then `after_create`. */
  get tag(): FiredTag {
    return `${this.#response === undefined ? 'before' : 'after'}_${this.action}`
  }

  /** The values to store, including changes made by handlers and processors. */
  get data(): Data {
    // Safe because the compiler checks the values set by handlers and processors against the model's types.
    return this.#data as Data
  }

  get fields(): Readonly<Record<string, ChangedField<string, Json>>> {
    return Object.fromEntries(
      Object.entries(this.#data).map(([name, newValue]) => [
        name,
        { name, newValue, params: this.#spec.fields[name] },
      ]),
    )
  }

  get response(): object | undefined {
    return this.#response
  }

  /** Completes the action. From now on, handlers see this response body and can change it in place. */
  complete(response: object): void {
    this.#response = response
    if ('_type' in response) originalJson.set(response, JSON.stringify(response))
  }

  setFieldValue(name: string, value: Json): void {
    if (this.#spec.fields[name] === undefined && this.#spec.relations[name] === undefined) {
      throw new TypeError(`Unknown field ${JSON.stringify(name)} in ${this.model}`)
    }
    if (this.#response === undefined) {
      this.#data[name] = value
      return
    }
    for (const document of documentsOf(this.#response)) document[name] = value
  }

  /**
   * Undefined if a condition would have no effect, so that functions for several tags can find out.
   * @throws TypeError if a value is undefined, because the condition would then select more than intended
   */
  get restrict(): ((where: object) => void) | undefined {
    const add = (where: object): void => {
      rejectUndefined('event.restrict: where', where)
      this.restrictions.push(where)
    }
    return 'selects' in EVENT_ACTIONS[this.action] && this.#response === undefined ? add : undefined
  }

  afterCommit(work: (models: object) => unknown): void {
    this.#context.afterCommit(work)
  }

  search(
    model: string,
    query: string | JsonObject,
    options: SearchOptions = {},
  ): Promise<Row[] | JsonObject> {
    return this.#context.search(model, query, options)
  }
}

/** Copies lists and dicts, so that handlers can change them in place without changing the request body. */
function ownValues(data: Row = {}): Record<string, Json> {
  const own: Record<string, Json> = { ...data }
  for (const [name, value] of Object.entries(own))
    if (typeof value === 'object' && value !== null) own[name] = structuredClone(value)
  return own
}

/** Returns the documents in a response body: the documents in a page, the body itself, or none for a message. */
function documentsOf(response: object): Record<string, Json>[] {
  if ('_type' in response) return [Object(response)]
  return 'data' in response && Array.isArray(response.data) ? response.data.map(Object) : []
}

export interface TestEventParts<T extends ModelTypes, Models, User> {
  /** Values set by the request. */
  readonly fields?: Partial<T['Fields']>
  /** The item before the change. */
  readonly instance?: Partial<T['Row']>
  /** The response body, if the tag belongs to an `after_*` handler. */
  readonly response?: ResponseBody
  readonly user?: User
  /** Parts of Fastify's request: `{ headers: {}, body: {} }`. */
  readonly request?: Partial<FastifyRequest>
  /** Query parameters. */
  readonly query?: Query
  /** The repositories used by the handler, or mocks of them. */
  readonly models?: Partial<Models>
  /** The implementation of `event.search`. */
  readonly search?: SearchFunction
}

const noSearch = (): Promise<never> =>
  Promise.reject(new TypeError('event.search requires the "search" part: testEvent(…, { search })'))

/**
 * Creates an event for testing a handler.
 * @throws TypeError for an unknown model
 */
export function makeTestEvent<T extends ModelTypes, Tag extends FiredTag, Models, User>(
  specs: ModelSpecs,
  name: string,
  tag: Tag,
  parts: TestEventParts<T, Models, User>,
): HandlerEvent<T, Tag, Models, User> {
  const spec = modelNamed(specs, name)
  const { fields, instance, response, user, request, query = {}, models = {}, search = noSearch } = parts
  const named = tag.slice(tag.indexOf('_') + 1)
  const action = isEventAction(named) ? named : 'show'
  // Safe because T, Models and User are generated from the same schemas as `specs`.
  const context: EventContext = Object({
    request: { ...request, query },
    models: () => models,
    user,
    search,
    afterCommit: (work: (given: object) => unknown) => work(models),
  })
  const event = new ActionEvent(action, spec, context, Object({ instance, data: fields }))
  const isDocument = response !== undefined && !('data' in response) && !('message' in response)
  if (tag.startsWith('after_')) event.complete({ ...(isDocument ? { _type: name } : {}), ...response })
  return Object(event)
}

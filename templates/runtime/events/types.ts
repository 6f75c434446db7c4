import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { FieldSpec } from '../model.js'
import type { ModelTypes, SecretModel } from '../repository/types.js'
import type { ActionWith, EventAction } from '../spec/event-actions.js'

/** The tags of events: `before_create`, … */
export type FiredTag = `${'before' | 'after'}_${EventAction}`

/** The tags to which schemas can attach handlers. */
export type EventTag = FiredTag | 'before_set' | 'after_set'

/**
 * The tags of the events that a handler receives. For `before_set`, these are the tags of the actions: `before_create`,
 * `before_update`, …
 */
type Fired<Tag extends EventTag> = Tag extends `${infer When extends 'before' | 'after'}_set`
  ? `${When}_${ActionWith<{ sets: true }>}`
  : Extract<Tag, FiredTag>

/** A field set by a request. */
export interface ChangedField<Name extends string, Value> {
  readonly name: Name
  /** The value to store, including changes made by handlers and processors so far. */
  readonly newValue: Value
  /** The field's settings; undefined for a relation. */
  readonly params: FieldSpec | undefined
}

/** A response body. Handlers can change it. */
export type ResponseBody = { [name: string]: Json | undefined }

/**
 * The response body of an `index` action: `data` and `count`, or just the total or the aggregations if the query asks
 * for them.
 */
export interface ResponsePage<Document> {
  total?: number
  /** Whether the number of items exceeds the `max_total` setting. */
  total_exceeded?: boolean
  start?: number
  count?: number
  data?: Document[]
  aggregations?: Json
}

/** The response body of an action that returns no documents. */
export interface ResponseMessage {
  message: string
  /** Number of items changed or deleted, for update_many and delete_many. */
  count?: number
}

/** A model whose bodies can contain fields that are not in its schema. */
export interface OpenModel {
  Open: true
}

type ActionOf<Tag extends FiredTag> = Tag extends `${'before' | 'after'}_${infer Action}` ? Action : never

type InstanceOf<T extends ModelTypes, Tag extends FiredTag> =
  ActionOf<Tag> extends ActionWith<{ on: 'item' }> ? Known<T> : undefined

/** A stored item as your functions get it: without the password's hash. */
export type Known<T extends ModelTypes> = T extends SecretModel ? Omit<T['Row'], T['Secret']> : T['Row']

/** An item in a response, with the virtual fields that handlers can add to it. */
type ResponseDocument<T extends ModelTypes> = [VirtualField<T>] extends [never]
  ? T['Document']
  : T['Document'] & { [F in VirtualField<T>]?: T['Fields'][F] }

type VirtualField<T extends ModelTypes> = Exclude<keyof T['Fields'], keyof T['Row'] | keyof T['Document']>

type ResponseOf<T extends ModelTypes, Tag extends FiredTag> = Tag extends `before_${string}`
  ? undefined
  : ActionOf<Tag> extends ActionWith<{ response: 'page' }>
    ? ResponsePage<ResponseDocument<T>>
    : ActionOf<Tag> extends ActionWith<{ response: 'message' }>
      ? ResponseMessage
      : ActionOf<Tag> extends ActionWith<{ response: 'nothing' }>
        ? object
        : ResponseDocument<T>

type FieldsOf<T extends ModelTypes> = {
  readonly [F in keyof T['Fields'] & string]?: ChangedField<F, T['Fields'][F]>
} & (T extends OpenModel ? { readonly [name: string]: ChangedField<string, Json> | undefined } : unknown)

/**
 * Sets a field to a value of the field's type. The function has one signature per field, so that a handler for several
 * models can set the fields shared by these models, and an additional signature for names whose type is a union.
 */
type Setter<Fields> = IntersectionOf<
  { [F in keyof Fields & string]: (set: (name: F, value: Fields[F]) => void) => void }[keyof Fields & string]
> &
  (<F extends keyof Fields & string>(name: F, value: Fields[F]) => void)

type IntersectionOf<Functions> = [Functions] extends [(all: infer All) => void] ? All : never

/** A value of a query parameter. Only declared parameters can have a type other than text. */
type QueryValue = string | number | boolean | Date

type QueryOf<T extends ModelTypes, Tag extends FiredTag> = T extends { Queries: infer Queries }
  ? ActionOf<Tag> extends keyof Queries
    ? Queries[ActionOf<Tag>] & Record<string, QueryValue | QueryValue[] | undefined>
    : Record<string, string | string[] | undefined>
  : Record<string, string | string[] | undefined>

/** The tags whose handlers can change which items a request selects. */
type SelectingTag = `before_${ActionWith<{ selects: true }>}`

/** The event for an action, typed according to the model and the tag. */
export interface TaggedEvent<T extends ModelTypes, Tag extends FiredTag, Models, User> {
  /** The action's tag: `before_create`, `after_update`, … It is never `before_set` or `after_set`. */
  readonly tag: Tag
  /** The tag without `before_` or `after_`: `create`. */
  readonly action: ActionOf<Tag>
  readonly model: T['Name']
  /**
   * The fields set by the request, keyed by name, including virtual fields.
   * `event.fields.title?.newValue` is the value to store. To change it, use {@link setFieldValue}.
   */
  readonly fields: FieldsOf<T>
  /** The item before the change; undefined for actions on a collection, for new items and for OPTIONS. */
  readonly instance: InstanceOf<T, Tag>
  /** After the action: the response body, which can be changed in place. Before the action: undefined. */
  readonly response: ResponseOf<T, Tag>
  readonly view: {
    /** Fastify's request: `headers`, `params`, `body`, `ip`, `log`, … */
    readonly request: FastifyRequest
    /**
     * The query parameters. Parameters declared in the API have their declared types. Handlers for
     * `before_index`, `before_update_many` and `before_delete_many` can change the parameters to select different
     * items. Values that they assign are literal: never expressions, lists or patterns. To limit what a caller can
     * select, use `restrict`, which clients cannot influence.
     */
    readonly query: QueryOf<T, Tag>
  }
  /**
   * Adds a condition to what the client selects, in the form of repositories: `event.restrict({ owner: 'bob' })`. It also
   * applies to totals, aggregations and cursors. Only handlers for `before_index`, `before_update_many` and
   * `before_delete_many` have it.
   */
  readonly restrict: Tag extends SelectingTag ? (where: T['Where']) => void : undefined
  /**
   * The user who sent the request; undefined for an anonymous caller. After login and register, the user who has logged
   * in.
   */
  readonly user: User | undefined
  /**
   * The repositories, keyed by name. They use the request's transaction, which is rolled back if a handler throws.
   * Writes through them fire no events.
   */
  readonly models: Models
  /**
   * Before the action: sets the value to store. After the action: sets the value in every document in the response,
   * without storing it. `event.setFieldValue('title', 'A title')`
   */
  readonly setFieldValue: Setter<T['Fields']>
  /**
   * Runs `work` when the request's transaction is committed. Use it for emails and other side effects that cannot be
   * rolled back. If there is no transaction, runs `work` immediately. The response does not wait for `work`, and errors
   * in it are logged. `event.afterCommit(() => sendMail(address))`
   * @param work receives repositories outside the transaction, which has ended by then
   */
  afterCommit(work: (models: Models) => unknown): void
  /**
   * Finds a model's items that match an expression in the syntax of the `q` parameter:
   * `event.search('Story', 'name:foo AND progress:>0.5', { take: 5, orderBy: { progress: 'desc' } })`.
   * The search sees changes made in the transaction, unless a search engine executes the search.
   */
  search<Name extends SearchableName<Models>>(
    model: Name,
    expression: string,
    options?: {
      /** Maximum number of items. */
      readonly take?: number
      /** Number of items to skip. */
      readonly skip?: number
      /**
       * Fields to sort by, as in repositories. By default, items are sorted by relevance if a search engine executes
       * the search, otherwise by key.
       */
      readonly orderBy?: SearchOrder<Models, Name>
    },
  ): Promise<SearchResult<Models, Name>[]>
}

/** A handler's parameter: a union of one event type per tag, which `if (event.tag === …)` narrows. */
export type HandlerEvent<T extends ModelTypes, Tag extends EventTag, Models, User> = EventOf<
  T,
  Fired<Tag>,
  Models,
  User
>

type EventOf<T extends ModelTypes, Tag extends FiredTag, Models, User> = Tag extends FiredTag
  ? TaggedEvent<T, Tag, Models, User>
  : never

/** Names of models: `Story` for the `story` repository. */
export type SearchableName<Models> = Capitalize<keyof Models & string>

type SearchOrder<Models, Name extends string> =
  Uncapitalize<Name> extends keyof Models
    ? Models[Uncapitalize<Name>] extends { findMany(args: infer Args): unknown }
      ? NonNullable<Args> extends { readonly orderBy?: infer Order }
        ? Order
        : never
      : never
    : never

export type SearchResult<Models, Name extends string> =
  Uncapitalize<Name> extends keyof Models
    ? Models[Uncapitalize<Name>] extends { create(args: never): Promise<infer Row> }
      ? Row
      : never
    : never

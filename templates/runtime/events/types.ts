import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { FieldSpec, Row } from '../model.js'
import type { ModelTypes } from '../repository/repository.js'

/** Actions on an existing item. Their events have an `instance`. */
type ItemAction = 'show' | 'update' | 'replace' | 'delete'

/** The actions that the tags `before_set` and `after_set` include. */
type SetAction = 'create' | 'update' | 'replace' | 'update_many' | 'register'

/** Actions that have events. */
export const EVENT_ACTIONS = [
  'index',
  'create',
  'update_many',
  'delete_many',
  'collection_options',
  'show',
  'update',
  'replace',
  'delete',
  'item_options',
  'login',
  'logout',
  'register',
] as const
export type EventAction = (typeof EVENT_ACTIONS)[number]

/** The tags of events: `before_create`, … */
export type FiredTag = `${'before' | 'after'}_${EventAction}`

/** The tags that schemas attach handlers to. */
export type EventTag = FiredTag | 'before_set' | 'after_set'

/**
 * The tags of the events that a handler receives. For `before_set`, these are the tags of the actions: `before_create`,
 * `before_update`, …
 */
type Fired<Tag extends EventTag> = Tag extends `${infer When extends 'before' | 'after'}_set`
  ? `${When}_${SetAction}`
  : Extract<Tag, FiredTag>

/** A field that a request sets. */
export interface ChangedField<Name extends string, Value> {
  readonly name: Name
  /** The value to store, with the changes that handlers and processors have made so far. */
  readonly newValue: Value
  /** The field's settings; undefined for a relation. */
  readonly params: FieldSpec | undefined
}

/** A response body. Handlers may change it. */
export type ResponseBody = { [name: string]: Json | undefined }

/** An item in a response: `_type`, `_pk`, `_self`, and the fields that the caller may see. */
export interface ResponseDocument {
  _type: string
  _pk: string
  _self: string
  [name: string]: Json | undefined
}

/**
 * The response body of an `index` action: `data` and `count`, or only the total or the aggregations if the query asks
 * for them.
 */
export interface ResponsePage<Document = ResponseDocument> {
  total?: number
  /** Whether the number of items exceeds the setting `max_total`. */
  total_exceeded?: boolean
  start?: number
  count?: number
  data?: Document[]
  aggregations?: Json
}

/** The response body of an action that returns no documents. */
export interface ResponseMessage {
  message: string
  /** Number of items, for update_many and delete_many. */
  count?: number
}

/** A model whose bodies may contain fields that are not in its schema. */
export interface OpenModel {
  Open: true
}

type ActionOf<Tag extends FiredTag> = Tag extends `${'before' | 'after'}_${infer Action}` ? Action : never

type InstanceOf<T extends ModelTypes, Tag extends FiredTag> =
  ActionOf<Tag> extends ItemAction ? T['Row'] : undefined

type ResponseOf<Tag extends FiredTag> = Tag extends `before_${string}`
  ? undefined
  : ActionOf<Tag> extends 'index'
    ? ResponsePage
    : ActionOf<Tag> extends 'update_many' | 'delete_many' | 'delete' | 'logout'
      ? ResponseMessage
      : ResponseDocument

type FieldsOf<T extends ModelTypes> = {
  readonly [F in keyof T['Fields'] & string]?: ChangedField<F, T['Fields'][F]>
} & (T extends OpenModel ? { readonly [name: string]: ChangedField<string, Json> | undefined } : unknown)

/**
 * Sets a field to a value of its type. It has one signature per field, so that a handler for several models can set the
 * fields that these models share, and one more for a name whose type is a union.
 */
type Setter<Fields> = IntersectionOf<
  { [F in keyof Fields & string]: (set: (name: F, value: Fields[F]) => void) => void }[keyof Fields & string]
> &
  (<F extends keyof Fields & string>(name: F, value: Fields[F]) => void)

/** The intersection of the parameters of all functions. */
type IntersectionOf<Functions> = [Functions] extends [(all: infer All) => void] ? All : never

/** A value of a query parameter. Only declared parameters can have a type other than text. */
type QueryValue = string | number | boolean | Date

/** The query parameters of an action. */
type QueryOf<T extends ModelTypes, Tag extends FiredTag> = T extends { Queries: infer Queries }
  ? ActionOf<Tag> extends keyof Queries
    ? Queries[ActionOf<Tag>] & Record<string, QueryValue | QueryValue[] | undefined>
    : Record<string, string | string[] | undefined>
  : Record<string, string | string[] | undefined>

/** The event of one action, typed by the model and the tag. */
interface TaggedEvent<T extends ModelTypes, Tag extends FiredTag, Models, User> {
  /** The tag of the action, never `before_set` or `after_set`: `before_create`, `after_update`, … */
  readonly tag: Tag
  /** The tag without before or after: `create`. */
  readonly action: ActionOf<Tag>
  /** Name of the model. */
  readonly model: T['Name']
  /**
   * The fields that the request sets, by name, including virtual fields.
   * `event.fields.title?.newValue` is the value to store; {@link setFieldValue} changes it.
   */
  readonly fields: FieldsOf<T>
  /** The item before the change; undefined for actions on a collection, for new items and for OPTIONS. */
  readonly instance: InstanceOf<T, Tag>
  /** After the action: the response body, which may be changed in place. Undefined before the action. */
  readonly response: ResponseOf<Tag>
  readonly view: {
    /** Fastify's request: `headers`, `params`, `body`, `ip`, `log`, … */
    readonly request: FastifyRequest
    /**
     * Query parameters; those that the RAML file declares have their declared types. Handlers of `before_index`,
     * `before_update_many` and `before_delete_many` can change them to select other items.
     */
    readonly query: QueryOf<T, Tag>
  }
  /**
   * The user who makes the request; undefined for an anonymous caller. After login and register, the user who has
   * logged in.
   */
  readonly user: User | undefined
  /**
   * Repositories by name, in the request's transaction, which is rolled back if a handler throws. Their writes fire no
   * events.
   */
  readonly models: Models
  /**
   * Before the action: sets the value to store. After the action: sets the value in every document of the response, and
   * stores nothing. `event.setFieldValue('title', 'A title')`
   */
  readonly setFieldValue: Setter<T['Fields']>
  /**
   * Runs `work` when the request's transaction is committed, for emails and other effects that cannot be rolled back.
   * If there is no transaction, runs `work` immediately. The response does not wait for it, and its errors are logged.
   * `event.afterCommit(() => sendMail(address))`
   * @param work receives the repositories outside the transaction, which has ended
   */
  afterCommit(work: (models: Models) => unknown): void
  /**
   * Finds the items of a model that match an expression in the syntax of the parameter `q`:
   * `event.search('Story', 'name:foo AND progress:>0.5', { take: 5, orderBy: { progress: 'desc' } })`.
   * The search sees changes made in the transaction, unless a search engine executes it.
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
  /**
   * Sends a query to the search engine and returns its response:
   * `event.search('Story', { query: { match: { title: 'foo' } } })`. Fields have the same names as in the schema. The
   * query reads only the index of the model. Access rules do not apply to it. Requires the setting `search.url`.
   */
  search<Name extends SearchableName<Models>>(
    model: Name,
    query: RawQuery,
  ): Promise<RawResponse<SearchResult<Models, Name>>>
}

/** The body of a query in the search engine's syntax. */
export interface RawQuery {
  readonly [name: string]: unknown
}

/** A response of the search engine. */
export interface RawResponse<Row> {
  readonly took: number
  readonly timed_out: boolean
  readonly hits: {
    /** Undefined if the query turns off `track_total_hits`. */
    readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' }
    readonly max_score: number | null
    readonly hits: readonly {
      readonly _id: string
      readonly _score: number | null
      readonly _source: Partial<Row>
      readonly sort?: readonly Json[]
      readonly highlight?: Readonly<Record<string, readonly string[]>>
    }[]
  }
  readonly aggregations?: Readonly<Record<string, Json>>
}

/** The parameter of a handler: a union with one event for each tag, narrowed by `if (event.tag === …)`. */
export type HandlerEvent<T extends ModelTypes, Tag extends EventTag, Models, User> = EventOf<
  T,
  Fired<Tag>,
  Models,
  User
>

type EventOf<T extends ModelTypes, Tag extends FiredTag, Models, User> = Tag extends FiredTag
  ? TaggedEvent<T, Tag, Models, User>
  : never

/** Names of models: `Story` for the repository `story`. */
type SearchableName<Models> = Capitalize<keyof Models & string>

type SearchOrder<Models, Name extends string> =
  Uncapitalize<Name> extends keyof Models
    ? Models[Uncapitalize<Name>] extends { findMany(args: infer Args): unknown }
      ? NonNullable<Args> extends { readonly orderBy?: infer Order }
        ? Order
        : never
      : never
    : never

type SearchResult<Models, Name extends string> =
  Uncapitalize<Name> extends keyof Models
    ? Models[Uncapitalize<Name>] extends { findMany(): Promise<(infer Row)[]> }
      ? Row
      : never
    : never

/** The second parameter of a processor. */
export interface ProcessorContext<T extends ModelTypes, Field extends keyof T['Fields'], Event> {
  /** The item before the change; undefined for a new item, and for changes to many items. */
  readonly instance: T['Row'] | undefined
  /** Name of the field. */
  readonly field: Field
  /** The field's settings; undefined for a relation. */
  readonly params: FieldSpec | undefined
  /** Fastify's request. */
  readonly request: FastifyRequest
  /** Name of the model. */
  readonly model: T['Name']
  /** The event that the `before_*` handlers of the action receive. */
  readonly event: Event
}

/** Returns the value to store. Runs for each field that the request or a handler sets. */
export type ProcessorFunction<Value, Context> = (newValue: Value, context: Context) => Value | Promise<Value>

/** Returns a default value. It cannot be asynchronous. */
export type DefaultFunction<Value> = () => Value

/** The parameter of a principal function, which is `{{name}}` in an ACL. */
export interface PrincipalContext<User = Row, Item = Row, Models = object> {
  /** The rule that names the function. */
  readonly ace: {
    readonly effect: 'allow' | 'deny'
    /** `view`, `create`, `update`, `delete`, `options`. */
    readonly permissions: readonly string[]
  }
  /** Fastify's request. */
  readonly request: FastifyRequest
  /** The user who makes the request; undefined for an anonymous caller. */
  readonly user: User | undefined
  /** The item that the rule applies to; undefined for a collection. */
  readonly item: Item | undefined
  /** Repositories by name, in the request's transaction if it has one. */
  readonly models: Models
}

/** A rule that a principal function returns: text as in an ACL (`allow everyone view`), or the parts of the rule. */
export type GivenRule =
  | string
  | {
      readonly effect: 'allow' | 'deny'
      /** `everyone`, `authenticated`, `g:<group>`, or the key of a user. */
      readonly principal: string
      readonly permissions: readonly string[]
    }

/** The rules that a principal function returns: text as in an ACL, a list of rules, or undefined if there are none. */
type GivenRules = string | readonly GivenRule[] | undefined

/** Returns the rules that replace the rule that names the function. */
export type PrincipalFunction<User, Item, Models> = (
  context: PrincipalContext<User, Item, Models>,
) => GivenRules | Promise<GivenRules>

import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { FieldSpec, Row } from '../model.js'
import type { ModelTypes } from '../repository/repository.js'

/** Actions on one item that exists: their events have an `instance`. */
type ItemAction = 'show' | 'update' | 'replace' | 'delete'

/** What `set` stands for. */
type SetAction = 'create' | 'update' | 'replace' | 'update_many' | 'register'

/** Actions that events are about. */
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

/** The tags that events carry: `before_create`, … */
export type FiredTag = `${'before' | 'after'}_${EventAction}`

/** The tags that schemas attach handlers to. */
export type EventTag = FiredTag | 'before_set' | 'after_set'

/** What is carried by the events of a tag: for `before_set` that of the action, `before_create`, `before_update`, … */
type Fired<Tag extends EventTag> = Tag extends `${infer When extends 'before' | 'after'}_set`
  ? `${When}_${SetAction}`
  : Extract<Tag, FiredTag>

/** A field that a request sets. */
export interface ChangedField<Name extends string, Value> {
  readonly name: Name
  /** The value to be stored, with what handlers and processors have made of it so far. */
  readonly newValue: Value
  /** The field's settings; undefined for a relation. */
  readonly params: FieldSpec | undefined
}

/** The body of an answer; what a handler changes in it is answered. */
export type ResponseBody = { [name: string]: Json | undefined }

/** An item as it is answered: `_type`, `_pk`, `_self`, and the fields that the caller may see. */
export type ResponseDocument = { [name: string]: Json | undefined }

/** The body of an index: `data` and `count`, or only the total or the aggregations if the query asks for these. */
export interface ResponsePage<Document = ResponseDocument> {
  total?: number
  start?: number
  count?: number
  data?: Document[]
  aggregations?: Json
}

/** The body that tells what was done. */
export interface ResponseMessage {
  message: string
  /** Of update_many and delete_many: how many items there were. */
  count?: number
}

/** A model whose bodies may hold fields that its schema does not name. */
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
 * Takes the name of a field and a value of its type. One signature for each field, so that a handler of several models can set what all of them
 * have; and one for names that are known as one of some.
 */
type Setter<Fields> = Met<
  { [F in keyof Fields & string]: (set: (name: F, value: Fields[F]) => void) => void }[keyof Fields & string]
> &
  (<F extends keyof Fields & string>(name: F, value: Fields[F]) => void)

/** All that the functions take, at once. */
type Met<Takers> = [Takers] extends [(all: infer All) => void] ? All : never

/**
 * A request as far as it has come, typed by the model and the tag. It is made anew where MongoDB has the work done again, because another request has changed
 * the same items meanwhile: what a handler does elsewhere it must be able to do twice.
 */
interface TaggedEvent<T extends ModelTypes, Tag extends FiredTag, Models, User> {
  /** The action that runs: `before_create`, `after_update`, … A handler of `before_set` is told of the action, too. */
  readonly tag: Tag
  /** The tag without before or after: `create`. */
  readonly action: ActionOf<Tag>
  /** Name of the model that the action is about. */
  readonly model: T['Name']
  /**
   * The fields that the request sets, by name; one that it leaves out is not there. Virtual fields are among them.
   * `event.fields.title?.newValue` is what is to be stored; {@link setFieldValue} changes it.
   */
  readonly fields: FieldsOf<T>
  /** The item as it was before the change; undefined where the action is about a collection, about an item that is not there yet, or reads none (options). */
  readonly instance: InstanceOf<T, Tag>
  /** After the action: the body of the answer, which may be changed in place. Undefined before it. */
  readonly response: ResponseOf<Tag>
  readonly view: {
    /** Fastify's request: `headers`, `params`, `body`, `ip`, `log`, … */
    readonly request: FastifyRequest
    /** The query's parameters. What a handler before index, update_many or delete_many changes here selects the items. */
    readonly query: Record<string, string | string[] | undefined>
  }
  /** Who makes the request; undefined for an anonymous caller. After login and register: who has logged in. */
  readonly user: User | undefined
  /** Repositories by name, in the request's transaction: a throw takes back what they wrote. What they change fires no events. */
  readonly models: Models
  /**
   * Before the action: sets the value to store. After it: sets the value in every document of the answer, and stores nothing.
   * `event.setFieldValue('title', 'A title')`
   */
  readonly setFieldValue: Setter<T['Fields']>
  /**
   * Items of a model by an expression as `q` takes it: `event.search('Story', 'name:foo AND progress:>0.5', { take: 5, orderBy: '-progress' })`.
   * Sees what the transaction has written.
   */
  search<Name extends SearchableName<Models>>(
    model: Name,
    expression: string,
    options?: {
      /** At most so many items. */
      readonly take?: number
      /** How many to leave out first. */
      readonly skip?: number
      /** Fields to sort by, as `_sort` takes them: `'a,-b'`. */
      readonly orderBy?: string
    },
  ): Promise<SearchResult<Models, Name>[]>
}

/** What a handler is given: one event for each tag, so that `if (event.tag === …)` tells the others apart. */
export type HandlerEvent<T extends ModelTypes, Tag extends EventTag, Models, User> = EventOf<
  T,
  Fired<Tag>,
  Models,
  User
>

type EventOf<T extends ModelTypes, Tag extends FiredTag, Models, User> = Tag extends FiredTag
  ? TaggedEvent<T, Tag, Models, User>
  : never

/** Names of models as they stand in documents: `story` → `Story`. */
type SearchableName<Models> = Capitalize<keyof Models & string>

type SearchResult<Models, Name extends string> =
  Uncapitalize<Name> extends keyof Models
    ? Models[Uncapitalize<Name>] extends { findMany(): Promise<(infer Row)[]> }
      ? Row
      : never
    : never

/** What a processor knows beside the value. */
export interface ProcessorContext<T extends ModelTypes, Field extends keyof T['Fields'], Event> {
  /** The item before the change; undefined for a new one, and where many are changed at once. */
  readonly instance: T['Row'] | undefined
  /** Name of the field. */
  readonly field: Field
  /** The field's settings; undefined for a relation. */
  readonly params: FieldSpec | undefined
  /** Fastify's request. */
  readonly request: FastifyRequest
  /** Name of the model. */
  readonly model: T['Name']
  /** What the handlers before the action have been given. */
  readonly event: Event
}

/** Gives the value to store in place of the new one. Runs for each field that the request or a handler sets. */
export type ProcessorFunction<Value, Context> = (newValue: Value, context: Context) => Value | Promise<Value>

/** Makes a value where none is given; at once, since the database's own code waits for it. */
export type DefaultFunction<Value> = () => Value

/** What a principal of an ACL, written as `{{name}}`, is asked. */
export interface PrincipalContext<User = Row, Item = Row> {
  /** The rule that names it. */
  readonly ace: {
    readonly effect: 'allow' | 'deny'
    /** `view`, `create`, `update`, `delete`, `options`. */
    readonly permissions: readonly string[]
  }
  /** Fastify's request. */
  readonly request: FastifyRequest
  /** Who makes the request; undefined for an anonymous caller. */
  readonly user: User | undefined
  /** The item that the rule is about; undefined on a collection. */
  readonly item: Item | undefined
}

/** A rule that a principal gives: text as in an ACL, `allow everyone view`, or its parts. */
export type GivenRule =
  | string
  | {
      readonly effect: 'allow' | 'deny'
      /** `everyone`, `authenticated`, `g:<group>`, or the key of a user. */
      readonly principal: string
      readonly permissions: readonly string[]
    }

/** The rules that stand in a principal's place: text as in an ACL, a list, or undefined for none. */
type GivenRules = string | readonly GivenRule[] | undefined

/** Gives the rules that stand in its place. */
export type PrincipalFunction<User, Item> = (
  context: PrincipalContext<User, Item>,
) => GivenRules | Promise<GivenRules>

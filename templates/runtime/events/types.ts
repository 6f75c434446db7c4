import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { FieldSpec } from '../model.js'
import type { ModelTypes } from '../repository/types.js'

/** Actions on one item that exists: their events have an `instance`. */
type ItemAction = 'show' | 'update' | 'replace' | 'delete' | 'item_options'

/** Actions that events are about. */
export type EventAction =
  | ItemAction
  | 'index'
  | 'create'
  | 'update_many'
  | 'delete_many'
  | 'collection_options'
  | 'login'
  | 'logout'
  | 'register'

export type EventTag = `${'before' | 'after'}_${EventAction | 'set'}`

/** A field that a request sets. */
export interface ChangedField<Name extends string, Value> {
  readonly name: Name
  /** The value to be stored. */
  readonly newValue: Value
  /** The field's settings; undefined for a relation. */
  readonly params: FieldSpec | undefined
}

/** Documents of an answer, or its message. */
export type ResponseBody = { [name: string]: Json | undefined }

type ActionOf<Tag extends EventTag> = Tag extends `${'before' | 'after'}_${infer Action}` ? Action : never

type InstanceOf<T extends ModelTypes, Action> = Action extends ItemAction
  ? T['Row']
  : Action extends 'set'
    ? T['Row'] | undefined
    : undefined

/** What a handler is given: the request as far as it has come, typed by the model and the tag it is attached to. */
export interface HandlerEvent<T extends ModelTypes, Tag extends EventTag, Models, User> {
  /** `before_create`, … */
  readonly tag: Tag
  /** Name of the model. */
  readonly model: T['Name']
  /** The fields that the request sets, by name; a field that it leaves out is not there. */
  readonly fields: { readonly [F in keyof T['Fields'] & string]?: ChangedField<F, T['Fields'][F]> }
  /** The item before the change; undefined for collections and create. */
  readonly instance: InstanceOf<T, ActionOf<Tag>>
  /** After the action: the body of the answer, which may be changed. */
  readonly response: Tag extends `after_${string}` ? ResponseBody : undefined
  readonly view: {
    readonly request: FastifyRequest
    /** The query's parameters; what a before handler changes here, the action reads. */
    readonly query: Record<string, string | string[] | undefined>
  }
  /** Who makes the request; undefined for an anonymous caller. */
  readonly user: User | undefined
  /** Repositories by name, in the request's transaction. */
  readonly models: Models
  /** Before the action: the value to store. After it: the value in every document of the answer. */
  setFieldValue<F extends keyof T['Fields'] & string>(name: F, value: T['Fields'][F]): void
  /**
   * Items of a model by an expression: `event.search('Story', 'name:foo AND progress:>0.5', { take: 5 })`.
   * Sees what the transaction has written.
   */
  search<Name extends SearchableName<Models>>(
    model: Name,
    expression: string,
    options?: { readonly take?: number; readonly skip?: number; readonly orderBy?: string },
  ): Promise<SearchResult<Models, Name>[]>
}

/** Names of models as they stand in documents: `story` → `Story`. */
type SearchableName<Models> = Capitalize<keyof Models & string>

type SearchResult<Models, Name extends string> =
  Uncapitalize<Name> extends keyof Models
    ? Models[Uncapitalize<Name>] extends { findMany(): Promise<(infer Row)[]> }
      ? Row
      : never
    : never

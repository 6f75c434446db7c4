import type { FastifyRequest } from 'fastify'
import type { FieldSpec, Row } from '../model.js'
import type { ModelTypes } from '../repository/types.js'

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

import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { FieldSpec, Row } from '../model.js'
import type { ActionEvent } from './action-event.js'

/** What a processor knows beside the value. */
export interface ProcessorContext {
  /** The item before the change; undefined for a new one. */
  readonly instance: Row | undefined
  /** Name of the field. */
  readonly field: string
  /** The field's settings; undefined for a relation. */
  readonly params: FieldSpec | undefined
  readonly request: FastifyRequest
  /** Name of the model. */
  readonly model: string
  readonly event: ActionEvent
}

/** Gives the value to store in place of the new one. */
export type ProcessorFunction = (newValue: Json, context: ProcessorContext) => Json | Promise<Json>

/** Makes a value where none is given. */
export type DefaultFunction = () => Json

/** What a principal of an ACL, written as `{{name}}`, is asked. */
export interface PrincipalContext {
  /** The rule that names it. */
  readonly ace: { readonly effect: 'allow' | 'deny'; readonly permissions: readonly string[] }
  readonly request: FastifyRequest
  /** Who makes the request; undefined for an anonymous caller. */
  readonly user: Row | undefined
  /** The item that the rule is about; undefined on a collection. */
  readonly item: Row | undefined
}

/** A rule that a principal gives: text as in an ACL, `allow everyone view`, or its parts. */
export type GivenRule =
  | string
  | { readonly effect: 'allow' | 'deny'; readonly principal: string; readonly permissions: readonly string[] }

/** Gives the rules that stand in its place, or undefined for none. */
export type PrincipalFunction = (
  context: PrincipalContext,
) => string | readonly GivenRule[] | undefined | Promise<string | readonly GivenRule[] | undefined>

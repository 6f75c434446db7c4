import type { FastifyRequest } from 'fastify'
import type { FieldSpec } from '../model.js'
import type { ModelTypes } from '../repository/types.js'
import type { Known } from './types.js'

/** A processor's second parameter. */
export interface ProcessorContext<T extends ModelTypes, Field extends keyof T['Fields'], Event> {
  /** The item before the change; undefined for a new item, and when many items are changed. */
  readonly instance: Known<T> | undefined
  /** Name of the field. */
  readonly field: Field
  /** The field's settings; undefined for a relation. */
  readonly params: FieldSpec | undefined
  /** Fastify's request. */
  readonly request: FastifyRequest
  readonly model: T['Name']
  /** The event received by the action's `before_*` handlers. */
  readonly event: Event
}

/** Returns the value to store. Called for each field set by the request or a handler. */
export type ProcessorFunction<Value, Context> = (newValue: Value, context: Context) => Value | Promise<Value>

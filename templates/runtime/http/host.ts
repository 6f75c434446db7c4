import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { EventContext } from '../events/action-event.js'
import type { Key, Models, ModelSpec, Row } from '../model.js'
import type { Caller, QueryLimits } from '../query/index.js'
import type { Session } from '../store.js'
import type { DocumentContext } from './documents.js'
import type { LinkRight } from './links.js'

/** What the resources of a service share. */
export interface ResourceHost {
  readonly models: Models
  readonly limits: QueryLimits
  /** Who asks, as far as queries need to know. */
  caller(request: FastifyRequest): Caller
  /**
   * Checks that the caller may write these fields (SPEC 12). What is seen and sent back as it is in the item is not written.
   * @throws Forbidden naming those that are not
   */
  checkWritable(
    request: FastifyRequest,
    model: ModelSpec,
    names: readonly string[],
    action: 'create' | 'update' | 'replace',
    item?: Row,
  ): void
  /** Which items of a model the caller may link and unlink from the other end of its back-reference; left out where everyone may do everything. */
  linkRight?(request: FastifyRequest, model: ModelSpec, backReference: string): LinkRight
  /** @throws Forbidden where the caller may not see the field */
  checkVisible(request: FastifyRequest, model: ModelSpec, name: string): void
  /** Names of what a PUT leaves as it is where it is not given: what the caller may not write. */
  keptOnReplace(request: FastifyRequest, model: ModelSpec): ReadonlySet<string>
  /**
   * The key that a path parameter names; undefined where it cannot be one. `self` is the caller, where the model is that of the users.
   * @throws Unauthorized for `self` without a caller
   */
  keyOf(request: FastifyRequest, model: ModelSpec, param: string): Key | undefined
  documentContext(session: Session, request: FastifyRequest): DocumentContext
  eventContext(session: Session, request: FastifyRequest): EventContext
  /** Calls a function of the user's by name. */
  call(name: string, ...args: unknown[]): Promise<Json | undefined>
}

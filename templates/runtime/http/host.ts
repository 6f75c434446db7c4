import type { FastifyRequest } from 'fastify'
import type { EventContext } from '../events/action-event.js'
import type { Models, Row } from '../model.js'
import type { Session } from '../store.js'
import type { Sight } from './sight.js'

/** The bounds that requests have to keep to. */
export interface Limits {
  readonly maxLimit: number
  readonly publicMaxLimit: number
  readonly nestedLimit: number
}

/** What the resources of a service share. */
export interface ResourceHost {
  readonly models: Models
  readonly limits: Limits
  /** Path that all routes stand under, `/v1` or empty. */
  readonly basePath: string
  /** Scheme and host of `_self`, where it is not the request's own. */
  readonly publicUrl: string | undefined
  sight(request: FastifyRequest): Sight
  /** Who makes the request; undefined for an anonymous caller, and where there is no authentication. */
  user(request: FastifyRequest): Row | undefined
  /** The repositories in a session. */
  repositories(session: Session): object
  search: (session: Session) => EventContext['search']
  /** Calls a function of the user's by name. */
  call(name: string, ...args: unknown[]): Promise<unknown>
}

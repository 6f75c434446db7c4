import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { ResourceHost } from '../http/host.js'
import type { Session } from '../store.js'

/** Returns which items the value of a parameter with `x-filter: own` selects. */
export type ListFilterFunction<Value, User, Repositories, Where> = (
  value: Value,
  context: {
    readonly user: User | undefined
    readonly request: FastifyRequest
    readonly models: Repositories
  },
) => Where | Promise<Where>

/** Returns the function that calls your functions for the parameters of lists. */
export function listFilters(
  host: ResourceHost,
  database: Session,
): (name: string, value: Json, request: FastifyRequest) => Promise<Json | undefined> {
  return (name, value, request) => {
    const { user, models } = host.eventContext(database, request)
    return host.options.call(name, value, { user, request, models: models() })
  }
}

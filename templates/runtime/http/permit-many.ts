import type { FastifyRequest } from 'fastify'
import type { ModelTypes } from '../repository/types.js'
import type { Condition, Session } from '../store.js'
import type { Resource } from './resource.js'

/** Checks a write of several items before handlers run: see `Policy.permitMany`. */
export function permitMany<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  where: Condition,
  data: T['Update'],
): Promise<{ readonly data: T['Update']; readonly checked: Condition }> {
  return resource.policy(request).permitMany(resource.bulkWrite(session, request, data), where, data)
}

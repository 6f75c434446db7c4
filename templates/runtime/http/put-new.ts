import type { FastifyRequest } from 'fastify'
import { HttpError, UniqueViolation } from '../errors.js'
import type { ModelTypes } from '../repository/types.js'
import type { Session } from '../store.js'
import type { Resource, Within } from './resource.js'

/**
 * Returns whether a PUT creates the item at its path, because the caller sees none there (RFC 9110, section 9.3.4).
 * @throws HttpError 412 if the request requires an item with `If-Match`
 */
export async function isNew<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  param: string,
): Promise<boolean> {
  const key = resource.keyIn(request, param)
  if (key === undefined) return false
  if ((await resource.items(session, request).store.findByKey(key)) !== undefined) return false
  if (request.headers['if-match'] === undefined) return true
  throw new HttpError(412, `This ${resource.model.name} does not exist.`)
}

/** Returns whether a PUT could not create its item because another request has created it since, so that it replaces it. */
export async function isTaken<T extends ModelTypes>(
  error: unknown,
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  param: string,
): Promise<boolean> {
  return error instanceof UniqueViolation && !(await isNew(resource, session, request, param))
}

/**
 * Reads the body of a PUT that creates the item at its path.
 * @param within what the path says of the item besides its key
 * @throws BadRequest that lists all errors; Forbidden
 */
export async function newAt<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  param: string,
  within?: Within,
): Promise<T['Create']> {
  const key = resource.keyIn(request, param)
  if (key === undefined) throw resource.missing()
  const [data = {}] = await resource.newItems(session, request, { ...within, [resource.model.key]: key })
  return data
}

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
  const found = await resource.items(session, request).store.findByKey(key)
  return found === undefined && requiresNone(resource, request)
}

/**
 * Returns whether a PUT creates the only item linked to the parent, because the caller sees none.
 * @throws HttpError 412 if the request requires an item with `If-Match`
 */
export async function isNewOnly<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  within: Within,
): Promise<boolean> {
  const { store } = resource.items(session, request)
  const found = await store.find({ where: resource.linked(within), orderBy: [], take: 1 })
  return found.length === 0 && requiresNone(resource, request)
}

/** Runs the creation of an only item again if another request has created it in the meantime, so that it is found. */
export async function againIfTaken<T>(create: () => Promise<T>): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if (error instanceof UniqueViolation) return create()
    throw error
  }
}

/** Returns whether a PUT creates an item that is not there. @throws HttpError 412 if it requires one with `If-Match` */
function requiresNone<T extends ModelTypes>({ model }: Resource<T>, request: FastifyRequest): boolean {
  if (request.headers['if-match'] === undefined) return true
  throw new HttpError(412, `This ${model.name} does not exist.`)
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

/** Reads the body of a PUT that creates the only item linked to the parent. @throws BadRequest that lists all errors */
export async function newBelow<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  within: Within,
): Promise<T['Create']> {
  const [data = {}] = await resource.newItems(session, request, within)
  return data
}

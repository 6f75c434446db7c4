import type { FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.js'
import { isObject } from '../json.js'

/** A path of this site: browsers take `//host`, `/\host` and what tabs or line ends hide of these for another site. */
const OWN_PATH = /^\/(?![/\\])[^\\\s\p{C}]*$/u

/**
 * Where `?next=` leads after a login; undefined where it is not given.
 * @throws BadRequest where it would leave this site
 */
export function readNext(request: FastifyRequest): string | undefined {
  const next = isObject(request.query) ? request.query['next'] : undefined
  if (next === undefined) return undefined
  if (typeof next === 'string' && OWN_PATH.test(next)) return encodeURI(next).replaceAll('%25', '%')
  throw new BadRequest('next: must be a path of this site, such as /stories', {
    errors: [{ path: 'next', message: 'must be a path of this site' }],
  })
}

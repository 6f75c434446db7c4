import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../errors.js'

/** A 401 that tells how callers make themselves known (RFC 9110, 11.6.1). */
export function unauthorized({ server }: FastifyRequest, detail = 'log in first'): Unauthorized {
  const challenge = server.accessControl?.challenge
  return new Unauthorized(
    detail,
    challenge === undefined ? {} : { headers: { 'WWW-Authenticate': challenge } },
  )
}

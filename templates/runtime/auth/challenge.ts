import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../errors.js'

/** A 401 that says which credentials the route accepts (RFC 9110, 11.6.1). */
export function unauthorized(
  { server, routeOptions }: FastifyRequest,
  detail = 'log in first',
): Unauthorized {
  const { accepts } = routeOptions.config
  const isForTickets = accepts?.length === 1 && accepts[0] === 'ticket'
  const challenge = isForTickets ? 'Ticket' : server.accessControl?.challenge
  return new Unauthorized(
    detail,
    challenge === undefined ? {} : { headers: { 'WWW-Authenticate': challenge } },
  )
}

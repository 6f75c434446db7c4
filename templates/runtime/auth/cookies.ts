import type { SerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TicketConfig } from './config.js'

/** The ticket that the request carries. */
export function readTicket(request: FastifyRequest, { cookieName }: TicketConfig): string | undefined {
  const { cookie } = request.headers
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[cookieName]
}

/** Gives the caller a ticket. */
export function writeTicket(
  request: FastifyRequest,
  reply: FastifyReply,
  config: TicketConfig,
  ticket: string,
): void {
  setCookie(request, reply, config, ticket, config.maxAge)
}

/** Takes the ticket from the caller. */
export function clearTicket(request: FastifyRequest, reply: FastifyReply, config: TicketConfig): void {
  setCookie(request, reply, config, '', 0)
}

function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookieName, httpOnly, secure, sameSite, path, domain }: TicketConfig,
  value: string,
  maxAge: number | null,
): void {
  const options: SerializeOptions = {
    httpOnly,
    // A browser takes such a cookie from everywhere only where it is secure.
    secure: secure ?? (sameSite === 'None' || request.protocol === 'https'),
    sameSite: SAME_SITE[sameSite],
    path,
    ...(domain === null ? {} : { domain }),
    ...(maxAge === null ? {} : { maxAge }),
    ...(maxAge === 0 ? { expires: new Date(0) } : {}),
  }
  reply.header('set-cookie', reply.server.serializeCookie(cookieName, value, options))
}

const SAME_SITE = { Lax: 'lax', Strict: 'strict', None: 'none' } as const

import cookie, { type SerializeOptions } from '@fastify/cookie'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { isObject } from '../json.js'
import type { Key, Row } from '../model.js'
import type { Settings } from '../settings/settings.js'
import type { Session } from '../store.js'
import type { Accounts } from '../users/users.js'
import { CHANGES } from '../users/attempts.js'
import {
  type Caller,
  type Credential,
  type TicketProof,
  callerOf,
  isAccepted,
  type Authenticator,
} from '../access/caller.js'
import type { UserFields } from '../access/config.js'
import { rejectForeignOrigins } from '../sessions/origins.js'
import { verifyPassword } from '../users/passwords.js'
import { type TicketConfig, TicketSeal, readSecret } from '../sessions/ticket-seal.js'
import { type AddAuthenticator, type Authentication, type Verified, keepPrivate } from './authentication.js'

declare module './authentication.js' {
  interface Authentication {
    /** Undefined if the API has no x-Ticket scheme or authentication is off. */
    tickets?: Tickets
  }
}

/**
 * Default lifetime of a ticket, in seconds: the maximum lifetime of a cookie in browsers (RFC 6265bis, 5.5). Ended
 * sessions are stored until their tickets expire.
 */
const MAX_LIFETIME = 400 * 24 * 3600

/** Adds tickets in cookies to other authenticators. @throws StartError if the secret is too short */
export const ticketCookies: AddAuthenticator = async (others, auth, app) => {
  const { accounts, config, isOn, settings } = auth
  if (!isOn || config.ticket === undefined) return others
  await app.register(cookie, { hook: false })
  const secret = await readSecret(config.ticket.secretSetting, settings, (message) => app.log.warn(message))
  app.addHook('onRequest', rejectForeignOrigins([config.ticket.cookieName], settings))
  auth.tickets = new Tickets(config.ticket, accounts, secret, settings)
  auth.tickets.renewForNewPasswords(app)
  auth.startSession = (request, reply, verified) => {
    becomeCaller(request, verified.user, auth)
    return stayLoggedIn(request, reply, verified, auth)
  }
  return [...others, auth.tickets]
}

export class Tickets implements Authenticator {
  readonly #config: TicketConfig
  readonly #fields: UserFields
  readonly #accounts: Accounts
  readonly #seal: TicketSeal
  readonly #isHttps: boolean
  /** How long tickets are valid, in seconds. */
  readonly #lifetime: number

  constructor(config: TicketConfig, accounts: Accounts, secret: string, settings: Settings) {
    this.#config = config
    this.#fields = accounts.fields
    this.#accounts = accounts
    this.#seal = new TicketSeal(secret, config.hashAlgorithm)
    this.#isHttps = settings.publicUrl?.startsWith('https:') ?? false
    this.#lifetime = config.timeout ?? MAX_LIFETIME
  }

  applies(request: FastifyRequest): boolean {
    return request.headers.cookie !== undefined && isAccepted('ticket', request.routeOptions.config.accepts)
  }

  challenges(others: readonly string[], accepts?: readonly Credential[]): readonly string[] {
    return isAccepted('ticket', accepts) ? [...others, 'Ticket'] : others
  }

  /** Replaces a ticket that is older than the scheme's `reissueTime`. */
  async caller(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
    const text = request.server.parseCookie(request.headers.cookie ?? '')[this.#config.cookieName]
    const ticket = text === undefined ? undefined : this.#seal.open(text)
    if (ticket === undefined || this.isExpired(ticket.issued)) return null
    const state = await this.#accounts.sessionState(ticket.user, ticket.session)
    if (state === undefined) return null
    const { user, epoch } = state
    if (ticket.stamp !== this.#stamp(user, epoch)) return null
    if (isOlderThan(ticket.issued, this.#config.reissueTime))
      await this.issue(request, reply, user, epoch, ticket.session)
    const key = this.#accounts.keyOf(user)
    return callerOf(user, key, this.#fields, this.proof(key, ticket.session, ticket.stamp, ticket.issued))
  }

  /**
   * @param stamp the stamp of the session's ticket; undefined if the session starts with this request
   * @param issued when the ticket was issued, in seconds since 1970; by default, now
   */
  proof(key: Key, session: string, stamp?: string, issued = now()): TicketProof {
    const userIn = async (within: Session): Promise<Row | undefined> => {
      if (this.isExpired(issued)) return undefined
      const state = await this.#accounts.sessionState(key, session, within)
      if (state === undefined) return undefined
      return stamp === undefined || stamp === this.#stamp(state.user, state.epoch) ? state.user : undefined
    }
    return { by: 'ticket', session, stamp, userIn }
  }

  /**
   * Sets a new ticket for this session.
   * @param user the user as it was when the credentials were verified, so that a later change of the password
   * invalidates the ticket
   * @param epoch the user's epoch at that time
   */
  async issue(
    request: FastifyRequest,
    reply: FastifyReply,
    user: Row,
    epoch: string,
    session: string,
  ): Promise<void> {
    const stamp = this.#stamp(user, epoch)
    const ticket = { user: this.#accounts.keyOf(user), issued: now(), session, stamp }
    this.#setCookie(request, reply, this.#seal.seal(ticket))
    await this.#accounts.extension.recordSession(request, user, session, stamp)
  }

  /** Adds hooks that issue a new ticket to users who change their own password, which invalidates all earlier tickets. */
  renewForNewPasswords(app: FastifyInstance): void {
    const renew: onSendHookHandler = (request, reply, payload, done) => {
      const { caller, body } = request
      const password = isObject(body) ? body[this.#fields.password] : undefined
      if (caller?.proof.by !== 'ticket' || reply.statusCode >= 300 || typeof password !== 'string')
        return done(null, payload)
      this.renew(request, reply, password).then(() => done(null, payload), done)
    }
    app.addHook('onRoute', (route) => {
      if ([route.method].flat().some((method) => CHANGES.has(method)))
        route.onSend = [renew, route.onSend ?? []].flat()
    })
  }

  /** Sets a new ticket if the caller's password has changed since the request's ticket was issued, to `password`. */
  async renew(request: FastifyRequest, reply: FastifyReply, password: string): Promise<void> {
    const { caller } = request
    if (caller?.proof.by !== 'ticket' || caller.proof.stamp === undefined) return
    const { session, stamp } = caller.proof
    const state = await this.#accounts.sessionState(caller.key, session)
    if (state === undefined || stamp === this.#stamp(state.user, state.epoch)) return
    if (await verifyPassword(state.user[this.#fields.password], password))
      await this.issue(request, reply, state.user, state.epoch, session)
  }

  /** Ends a session. No ticket of the session is valid any longer than one that was issued now. */
  async end(session: string): Promise<void> {
    await this.#accounts.end(session, new Date(Date.now() + this.#lifetime * 1000).toISOString())
  }

  /** Returns whether a ticket that was issued at this time, in seconds since 1970, has expired. */
  isExpired(issued: number): boolean {
    return isOlderThan(issued, this.#lifetime)
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    this.#setCookie(request, reply, '', { maxAge: 0, expires: new Date(0) })
  }

  #stamp(user: Row, epoch: string): string {
    return this.#seal.stamp(epoch, user[this.#fields.password] ?? null)
  }

  #setCookie(request: FastifyRequest, reply: FastifyReply, value: string, more?: SerializeOptions): void {
    const { cookieName, cookie } = this.#config
    const secure = this.#isHttps || request.protocol === 'https'
    const options = { secure, ...cookie, ...more }
    reply.header('set-cookie', reply.server.serializeCookie(cookieName, value, options))
  }
}

function isOlderThan(issued: number, seconds: number | null): boolean {
  return seconds !== null && now() - issued > seconds
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

/** Starts a new session and makes the user the caller of this request. */
export function becomeCaller(request: FastifyRequest, user: Row, auth: Authentication): void {
  const key = auth.accounts.keyOf(user)
  const proof = auth.tickets?.proof(key, randomUUID()) ?? { by: 'password' as const }
  request.caller = callerOf(user, key, auth.config.fields, proof)
}

/** Sets the ticket cookie for the request's caller. Call it after the transaction is committed. */
export async function stayLoggedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, epoch }: Verified,
  { tickets }: Authentication,
): Promise<void> {
  const { caller } = request
  keepPrivate(reply)
  if (caller?.proof.by === 'ticket') await tickets?.issue(request, reply, user, epoch, caller.proof.session)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Row } from '../model.js'
import type { Accounts } from './accounts.js'
import { type Caller, callerOf } from './caller.js'
import type { TicketConfig, UserFields } from './config.js'
import { clearTicket, readTicket, writeTicket } from './cookies.js'
import type { TicketSeal } from './ticket.js'

/**
 * Seconds after which a ticket runs out where its scheme says nothing: no browser keeps a cookie for longer (RFC 6265bis, 5.5). So sessions that
 * were ended need not be remembered for ever.
 */
const LONGEST = 400 * 24 * 3600

/** What tickets are made and checked with. */
export interface TicketParts {
  readonly config: TicketConfig
  readonly fields: UserFields
  readonly seal: TicketSeal
  readonly accounts: Accounts
}

/** Logins by the cookie's ticket (SPEC 10). */
export class Tickets {
  readonly #config: TicketConfig
  readonly #fields: UserFields
  readonly #seal: TicketSeal
  readonly #accounts: Accounts

  constructor({ config, fields, seal, accounts }: TicketParts) {
    this.#config = config
    this.#fields = fields
    this.#seal = seal
    this.#accounts = accounts
  }

  /** Who the request's ticket says that the caller is; null where there is none that counts. A ticket that is due gets a successor. */
  async caller(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
    const text = readTicket(request, this.#config)
    if (text === undefined) return null
    const ticket = this.#seal.open(text)
    if (ticket === undefined || isOver(ticket.issued, this.#lifetime)) return null
    const standing = await this.#accounts.standing(ticket.user, ticket.session)
    if (standing === undefined || standing.isEnded) return null
    const { user, epoch } = standing
    if (ticket.stamp !== this.#stamp(user, epoch)) return null
    if (isOver(ticket.issued, this.#config.reissueTime))
      this.#write(request, reply, user, epoch, ticket.session)
    return callerOf(user, this.#accounts.keyOf(user), this.#fields, { by: 'ticket', session: ticket.session })
  }

  /** Gives the caller a ticket of this session. */
  async issue(request: FastifyRequest, reply: FastifyReply, user: Row, session: string): Promise<void> {
    this.#write(request, reply, user, await this.#accounts.epoch(this.#accounts.keyOf(user)), session)
  }

  /** When a ticket that is issued now runs out, as a datetime. */
  expiry(): string {
    return new Date(Date.now() + this.#lifetime * 1000).toISOString()
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    clearTicket(request, reply, this.#config)
  }

  /** Seconds. */
  get #lifetime(): number {
    return this.#config.timeout ?? LONGEST
  }

  #write(request: FastifyRequest, reply: FastifyReply, user: Row, epoch: string, session: string): void {
    const ticket = {
      user: this.#accounts.keyOf(user),
      issued: now(),
      session,
      stamp: this.#stamp(user, epoch),
    }
    writeTicket(request, reply, this.#config, this.#seal.seal(ticket))
  }

  #stamp(user: Row, epoch: string): string {
    return this.#seal.stamp(epoch, user[this.#fields.password] ?? null)
  }
}

function isOver(issued: number, seconds: number | null): boolean {
  return seconds !== null && now() - issued > seconds
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

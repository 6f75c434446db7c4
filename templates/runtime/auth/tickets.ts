import type { SerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Cache, type Json } from '../json.js'
import type { Key, Row } from '../model.js'
import { StartError } from '../server/start.js'
import type { Session } from '../store.js'
import type { Accounts, TicketConfig, UserFields } from './accounts.js'
import { type Caller, type TicketProof, callerOf } from './acl.js'
import { verifyPassword } from './passwords.js'

/** Size of a generated secret, in bytes. */
const GENERATED_BYTES = 32
const MIN_LENGTH = 16

/** Where a secret comes from. */
export interface SecretSource {
  /** The setting that contains the secret. */
  readonly setting: string
  /** The secret in the settings, if any. */
  readonly value: string | undefined
  /** The folder for the generated secret. */
  readonly folder: string
  /** Logs a warning. */
  readonly warn: (message: string) => void
}

/**
 * Returns the secret from the settings. If there is none, returns a secret generated on first startup and stored in
 * a file that only the service's user can read.
 * @throws StartError if the secret in the settings is too short
 */
export async function readSecret({ setting, value, folder, warn }: SecretSource): Promise<string> {
  const secret = value ?? (await generatedSecret(setting, folder, warn))
  if (secret.length < MIN_LENGTH) {
    throw new StartError(
      `${setting}: must be at least ${MIN_LENGTH} characters long, such as the output of "openssl rand -hex 32"`,
    )
  }
  return secret
}

async function generatedSecret(setting: string, folder: string, warn: SecretSource['warn']): Promise<string> {
  const file = join(folder, `${setting.replaceAll(/[^\w.-]/g, '_')}.secret`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, randomBytes(GENERATED_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
    warn(
      `${setting} is not set. A secret was generated and stored in ${file}. To run several processes, set the same secret for all of them.`,
    )
  } catch (error) {
    if (!isExistsError(error)) throw error
  }
  return (await readFile(file, 'utf8')).trim()
}

function isExistsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

export function readTicket(request: FastifyRequest, { cookieName }: TicketConfig): string | undefined {
  const { cookie } = request.headers
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[cookieName]
}

/** Sets the ticket cookie. */
export function writeTicket(
  request: FastifyRequest,
  reply: FastifyReply,
  config: TicketConfig,
  ticket: string,
): void {
  setCookie(request, reply, config, ticket, config.maxAge)
}

/** Deletes the ticket cookie. */
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
    // Browsers reject SameSite=None cookies that are not secure.
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

type HashAlgorithm = 'sha256' | 'sha384' | 'sha512'

const KNOWN_MACS = 500

/**
 * The content of a ticket: the user, the time of issue (in seconds since 1970), the session, and the user's stamp at
 * that time.
 */
export interface Ticket {
  readonly user: Key
  readonly issued: number
  readonly session: string
  readonly stamp: string
}

/** Signs and verifies tickets, which have the form `<payload>.<MAC>`, both in base64url. */
export class TicketSeal {
  /** A cache of MACs, because callers send the same ticket with each request. */
  readonly #macs: Cache<string>

  constructor(secret: string, algorithm: HashAlgorithm) {
    this.#macs = new Cache(KNOWN_MACS, (text) =>
      createHmac(algorithm, secret).update(text).digest('base64url'),
    )
  }

  seal({ user, issued, session, stamp }: Ticket): string {
    const payload = Buffer.from(JSON.stringify([user, issued, session, stamp])).toString('base64url')
    return `${payload}.${this.#mac('ticket', payload)}`
  }

  /** Returns the ticket, or undefined if its MAC is invalid. The payload is parsed only after the MAC is verified. */
  open(text: string): Ticket | undefined {
    const dot = text.indexOf('.')
    const payload = text.slice(0, dot)
    if (dot < 0 || !isSame(text.slice(dot + 1), this.#mac('ticket', payload))) return undefined
    const parts: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return Array.isArray(parts) ? ticketOf(parts) : undefined
  }

  /** Returns a digest of the user's epoch and password hash. The digest changes if either of them changes. */
  stamp(epoch: string, passwordHash: Json): string {
    return this.#mac('stamp', JSON.stringify([epoch, passwordHash])).slice(0, 22)
  }

  #mac(purpose: 'ticket' | 'stamp', text: string): string {
    return this.#macs.get(`${purpose}\n${text}`)
  }
}

/** Compares two strings in constant time. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function ticketOf([user, issued, session, stamp]: readonly unknown[]): Ticket | undefined {
  if (typeof user !== 'string' && typeof user !== 'number') return undefined
  if (typeof issued !== 'number' || typeof session !== 'string' || typeof stamp !== 'string') return undefined
  return { user, issued, session, stamp }
}

/**
 * Default lifetime of a ticket, in seconds: the maximum lifetime of a cookie in browsers (RFC 6265bis, 5.5). Ended
 * sessions are stored until their tickets expire.
 */
const MAX_LIFETIME = 400 * 24 * 3600

/** The dependencies for {@link Tickets}. */
export interface TicketParts {
  readonly config: TicketConfig
  readonly fields: UserFields
  readonly seal: TicketSeal
  readonly accounts: Accounts
}

/** Authentication by the ticket in a cookie. */
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

  /**
   * Returns the caller for the request's ticket, or null if the ticket is missing or invalid. Replaces a ticket that is
   * older than the scheme's `reissueTime`.
   */
  async caller(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
    const text = readTicket(request, this.#config)
    if (text === undefined) return null
    const ticket = this.#seal.open(text)
    if (ticket === undefined || this.isExpired(ticket.issued)) return null
    const state = await this.#accounts.sessionState(ticket.user, ticket.session)
    if (state === undefined || state.isEnded) return null
    const { user, epoch } = state
    if (ticket.stamp !== this.#stamp(user, epoch)) return null
    if (isOlderThan(ticket.issued, this.#config.reissueTime))
      await this.issue(request, reply, user, epoch, ticket.session)
    return callerOf(user, this.#accounts.keyOf(user), this.#fields, {
      by: 'ticket',
      session: ticket.session,
      stamp: ticket.stamp,
    })
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
    this.#write(request, reply, user, epoch, session)
    await this.#accounts.extension.recordSession(request, user, session, this.#stamp(user, epoch))
  }

  /** Returns the user of a session, or undefined if the session has ended since the request's ticket was verified. */
  async userOf(key: Key, { session, stamp }: TicketProof, within: Session): Promise<Row | undefined> {
    const state = await this.#accounts.sessionState(key, session, within)
    if (state === undefined || state.isEnded) return undefined
    return stamp === undefined || stamp === this.#stamp(state.user, state.epoch) ? state.user : undefined
  }

  /** Sets a new ticket if the user's password has changed since the request's ticket was issued, to `password`. */
  async renew(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, proof, password }: { readonly key: Key; readonly proof: TicketProof; readonly password: string },
  ): Promise<void> {
    const state = await this.#accounts.sessionState(key, proof.session)
    if (state === undefined || state.isEnded || proof.stamp === undefined) return
    if (proof.stamp === this.#stamp(state.user, state.epoch)) return
    const hashed = state.user[this.#fields.password]
    if (await verifyPassword(typeof hashed === 'string' ? hashed : undefined, password))
      await this.issue(request, reply, state.user, state.epoch, proof.session)
  }

  /** Returns the datetime at which a ticket issued now expires. */
  expiry(): string {
    return new Date(Date.now() + this.#lifetime * 1000).toISOString()
  }

  /** Returns whether a ticket that was issued at this time, in seconds since 1970, has expired. */
  isExpired(issued: number): boolean {
    return isOlderThan(issued, this.#lifetime)
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    clearTicket(request, reply, this.#config)
  }

  /** Returns the ticket lifetime, in seconds. */
  get #lifetime(): number {
    return this.#config.timeout ?? MAX_LIFETIME
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

function isOlderThan(issued: number, seconds: number | null): boolean {
  return seconds !== null && now() - issued > seconds
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

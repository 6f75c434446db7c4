import type { SerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Cache, type Json } from '../json.js'
import type { Key, Row } from '../model.js'
import { StartError } from '../server/start.js'
import type { Accounts, TicketConfig, UserFields } from './accounts.js'
import { type Caller, callerOf } from './acl.js'

/** Bytes of a secret that the service makes. */
const MADE_BYTES = 32
const SHORTEST = 16

/** Where a secret comes from. */
export interface SecretSource {
  /** The key of `service.ini` that holds it. */
  readonly setting: string
  /** What the settings say; undefined: nothing. */
  readonly value: string | undefined
  /** The folder where one that is made is kept. */
  readonly folder: string
  /** Takes what a person should know. */
  readonly tell: (message: string) => void
}

/**
 * The secret of the settings, else the one that an earlier start has made, else a new one that only the service's own user can read (SPEC 10).
 * @throws StartError where it is too short
 */
export async function readSecret({ setting, value, folder, tell }: SecretSource): Promise<string> {
  const secret = value ?? (await madeSecret(setting, folder, tell))
  if (secret.length < SHORTEST) {
    throw new StartError(
      `${setting}: is too short for a secret; give at least ${SHORTEST} characters, such as the output of openssl rand -hex 32`,
    )
  }
  return secret
}

async function madeSecret(setting: string, folder: string, tell: SecretSource['tell']): Promise<string> {
  const file = join(folder, `${setting.replaceAll(/[^\w.-]/g, '_')}.secret`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, randomBytes(MADE_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
    tell(
      `${setting} is not set: a secret was made and is kept in ${file}. Several processes need a common one in the settings.`,
    )
  } catch (error) {
    if (!isThere(error)) throw error
  }
  return (await readFile(file, 'utf8')).trim()
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

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

type HashAlgorithm = 'sha256' | 'sha384' | 'sha512'

const KNOWN_MACS = 500

/** What a ticket says: who logged in, when it was issued (seconds since 1970), in which session, and the user's stamp at that time. */
export interface Ticket {
  readonly user: Key
  readonly issued: number
  readonly session: string
  readonly stamp: string
}

/** Seals and opens tickets with one secret (SPEC 10): `<payload>.<MAC>`, both in base64url. */
export class TicketSeal {
  /** Callers come again with the same ticket, so that most MACs are known. */
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

  /** The ticket, or undefined where it was not sealed with this secret. Nothing of it is read before its MAC is found to be right. */
  open(text: string): Ticket | undefined {
    const dot = text.indexOf('.')
    const payload = text.slice(0, dot)
    if (dot < 0 || !isSame(text.slice(dot + 1), this.#mac('ticket', payload))) return undefined
    const parts: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return Array.isArray(parts) ? ticketOf(parts) : undefined
  }

  /** A text that changes when the user's epoch or password does; it tells neither. */
  stamp(epoch: string, passwordHash: Json): string {
    return this.#mac('stamp', JSON.stringify([epoch, passwordHash])).slice(0, 22)
  }

  #mac(purpose: 'ticket' | 'stamp', text: string): string {
    return this.#macs.get(`${purpose}\n${text}`)
  }
}

/** Compares in a time that does not depend on where the texts differ. */
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

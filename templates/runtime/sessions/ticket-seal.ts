import type { SerializeOptions } from '@fastify/cookie'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Json, cached } from '../json.js'
import type { Key } from '../model.js'
import { StartError } from '../server/start.js'
import type { Settings } from '../settings/settings.js'

declare module '../access/config.js' {
  interface AuthConfig {
    readonly ticket?: TicketConfig
  }
}

/** The options for the x-Ticket scheme. Times are in seconds; null means not set. */
export interface TicketConfig {
  readonly secretSetting: string
  readonly hashAlgorithm: 'sha256' | 'sha384' | 'sha512'
  readonly cookieName: string
  /** The attributes of the cookie. Without `secure`, it is secure if the request or `public_url` uses HTTPS. */
  readonly cookie: SerializeOptions
  readonly timeout: number | null
  readonly reissueTime: number | null
}

/** Size of a generated secret, in bytes. */
const GENERATED_BYTES = 32
const MIN_LENGTH = 16

/**
 * Returns the secret from the settings. If there is none, returns a secret generated on first startup and stored in
 * a file that only the service's user can read.
 * @throws StartError if the secret in the settings is too short
 */
export async function readSecret(
  setting: string,
  { secrets, folder }: Pick<Settings, 'secrets' | 'folder'>,
  warn: (message: string) => void,
): Promise<string> {
  const secret = secrets[setting] ?? (await generatedSecret(setting, join(folder, 'data'), warn))
  if (secret.length < MIN_LENGTH) {
    throw new StartError(
      `${setting}: must be at least ${MIN_LENGTH} characters long, such as the output of "openssl rand -hex 32"`,
    )
  }
  return secret
}

async function generatedSecret(
  setting: string,
  folder: string,
  warn: (message: string) => void,
): Promise<string> {
  const file = join(folder, `${setting.replaceAll(/[^\w.-]/g, '_')}.secret`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, randomBytes(GENERATED_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
    warn(
      `${setting} is not set. A secret was generated and stored in ${file}. To run several processes, set the same secret for all of them.`,
    )
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}

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
  readonly #macOf: (text: string) => string

  constructor(secret: string, algorithm: TicketConfig['hashAlgorithm']) {
    this.#macOf = cached(KNOWN_MACS, (text) => createHmac(algorithm, secret).update(text).digest('base64url'))
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
    const [user, issued, session, stamp]: unknown[] = Array.isArray(parts) ? parts : []
    if ((typeof user !== 'string' && typeof user !== 'number') || typeof issued !== 'number') return undefined
    return typeof session === 'string' && typeof stamp === 'string'
      ? { user, issued, session, stamp }
      : undefined
  }

  /** Returns a digest of the user's epoch and password hash. The digest changes if either of them changes. */
  stamp(epoch: string, passwordHash: Json): string {
    return this.#mac('stamp', JSON.stringify([epoch, passwordHash])).slice(0, 22)
  }

  #mac(purpose: 'ticket' | 'stamp', text: string): string {
    return this.#macOf(`${purpose}\n${text}`)
  }
}

/** Compares two strings in constant time. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

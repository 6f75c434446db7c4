import { createHmac, timingSafeEqual } from 'node:crypto'
import { Cache } from '../cache.js'
import type { Json } from '../json.js'
import type { Key } from '../model.js'

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

import { createHash } from 'node:crypto'
import { HttpError } from '../errors.js'
import { networkOf } from '../server/network.js'

/** Counts in windows of time that start with the first hit. */
export interface Counter {
  /** Counts one more; answers how many there are now, and in how many seconds the window ends. */
  hit(key: string, seconds: number): Promise<{ readonly count: number; readonly left: number }>
  /** Takes one hit back. */
  forgive(key: string): Promise<void>
}

/** How many attempts to log in may fail in one window. */
export interface AttemptLimits {
  readonly max: number
  /** Seconds. */
  readonly window: number
}

/** An address may try this many accounts as often as each of them can be tried: people share addresses. */
const ACCOUNTS_PER_ADDRESS = 5

/**
 * Limits failed attempts for each address and for each account (SPEC 10). An attempt counts before it is known how it ends, so that many at
 * once cannot outrun the limit; one that succeeds is taken back.
 */
export class Attempts {
  readonly #counter: Counter
  readonly #limits: AttemptLimits

  constructor(counter: Counter, limits: AttemptLimits) {
    this.#counter = counter
    this.#limits = limits
  }

  /**
   * Runs an attempt; one that throws has failed.
   * @throws HttpError 429 with `Retry-After` before anything is tried
   */
  async attempt<T>(address: string, account: string, work: () => Promise<T>): Promise<T> {
    const keys = [`address:${networkOf(address)}`, `account:${digest(account)}`] as const
    await this.#count(keys[0], this.#limits.max * ACCOUNTS_PER_ADDRESS)
    await this.#count(keys[1], this.#limits.max)
    const result = await work()
    for (const key of keys) await this.#counter.forgive(key)
    return result
  }

  async #count(key: string, max: number): Promise<void> {
    const { count, left } = await this.#counter.hit(key, this.#limits.window)
    if (count > max) {
      throw new HttpError(429, 'too many attempts; wait before you try again', {
        headers: { 'Retry-After': String(Math.max(1, left)) },
      })
    }
  }
}

/** Names of any length make keys of one length. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

import { createHash } from 'node:crypto'
import { HttpError } from '../errors.js'
import { type Counter, networkOf } from '../server/limits.js'

/** The limit on failed attempts per account. */
export interface AttemptLimits {
  /** Maximum number of failed attempts in one window. */
  readonly max: number
  /** Length of the window, in seconds. */
  readonly window: number
}

/**
 * The limit for an IP address is the limit for an account times this factor, because several people might share an
 * address.
 */
const ACCOUNTS_PER_ADDRESS = 5

/** The limit for an account from all addresses is the limit for an account and one address times this factor. */
const NETWORKS_PER_ACCOUNT = 10

/**
 * Limits failed attempts per IP address, per account and address, and per account. The last limit is higher, so that one
 * client cannot lock out a user who logs in from elsewhere. Each attempt is counted before its result is known, so that
 * concurrent attempts cannot exceed the limit. If an attempt succeeds, it is then subtracted from the counts.
 */
export class Attempts {
  readonly #counter: Counter
  readonly #limits: AttemptLimits

  constructor(counter: Counter, limits: AttemptLimits) {
    this.#counter = counter
    this.#limits = limits
  }

  /**
   * Runs an attempt, which counts as failed if it throws, unless the service itself fails.
   * @throws HttpError 429 with `Retry-After` if the limit is reached
   */
  async attempt<T>(address: string, account: string, work: () => Promise<T>): Promise<T> {
    const limits = this.#limitsOf(address, account)
    for (const [key, limit] of limits) await this.#count(key, limit)
    try {
      const result = await work()
      await this.undo(address, account)
      return result
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) await this.undo(address, account)
      throw error
    }
  }

  /**
   * Counts an attempt whose result is not known yet.
   * @throws HttpError 429 with `Retry-After` if the limit is reached, in which case the attempt is not counted
   */
  async begin(address: string, account: string): Promise<void> {
    const counted: string[] = []
    for (const [key, limit] of this.#limitsOf(address, account)) {
      counted.push(key)
      try {
        await this.#count(key, limit)
      } catch (error) {
        for (const each of counted) await this.#counter.undo(each)
        throw error
      }
    }
  }

  /** Stops counting an attempt that has not failed. */
  async undo(address: string, account: string): Promise<void> {
    for (const [key] of this.#limitsOf(address, account)) await this.#counter.undo(key)
  }

  /** Returns the keys under which an attempt is counted, and the maximum number of failed attempts for each. */
  #limitsOf(address: string, account: string): readonly (readonly [string, number])[] {
    const { max } = this.#limits
    const network = networkOf(address)
    return [
      [`address:${network}`, max * ACCOUNTS_PER_ADDRESS],
      [`account:${digest(`${account} ${network}`)}`, max],
      [`account:${digest(account)}`, max * NETWORKS_PER_ACCOUNT],
    ]
  }

  async #count(key: string, max: number): Promise<void> {
    const { count, left } = await this.#counter.hit(key, this.#limits.window)
    if (count > max) {
      throw new HttpError(429, 'Too many failed attempts. Try again later.', {
        headers: { 'Retry-After': String(Math.max(1, left)) },
      })
    }
  }
}

/** Hashes a name, so that keys have a fixed length. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

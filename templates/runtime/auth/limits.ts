import type { Redis } from 'ioredis'
import { createHash } from 'node:crypto'
import { HttpError } from '../errors.js'
import { networkOf } from '../server/server.js'

/** Counts hits in time windows that start with the first hit. */
export interface Counter {
  /** Adds a hit. Returns the number of hits in the window and the seconds until it ends. */
  hit(key: string, seconds: number): Promise<{ readonly count: number; readonly left: number }>
  /** Removes a hit. */
  undo(key: string): Promise<void>
}

/** The maximum number of failed login attempts in one window. */
export interface AttemptLimits {
  readonly max: number
  /** In seconds. */
  readonly window: number
}

/** The limit of an address is this many times the limit of an account, because people share addresses. */
const ACCOUNTS_PER_ADDRESS = 5

/**
 * Limits failed attempts per address and per account. Each attempt counts before its result is known, so that concurrent attempts cannot exceed the
 * limit; a successful one is removed again.
 */
export class Attempts {
  readonly #counter: Counter
  readonly #limits: AttemptLimits

  constructor(counter: Counter, limits: AttemptLimits) {
    this.#counter = counter
    this.#limits = limits
  }

  /**
   * Runs an attempt, which fails if it throws.
   * @throws HttpError 429 with `Retry-After` if the limit is reached
   */
  async attempt<T>(address: string, account: string, work: () => Promise<T>): Promise<T> {
    const keys = [`address:${networkOf(address)}`, `account:${digest(account)}`] as const
    await this.#count(keys[0], this.#limits.max * ACCOUNTS_PER_ADDRESS)
    await this.#count(keys[1], this.#limits.max)
    const result = await work()
    for (const key of keys) await this.#counter.undo(key)
    return result
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

/** Gives keys a fixed length, whatever the length of the name. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Maximum number of keys, so that an attacker cannot exhaust the memory. */
const MANY = 50_000

interface Window {
  count: number
  /** Milliseconds since 1970. */
  readonly end: number
}

/** A counter in the memory of this process. */
export class MemoryCounter implements Counter {
  readonly #windows = new Map<string, Window>()

  hit(key: string, seconds: number): Promise<{ readonly count: number; readonly left: number }> {
    const now = Date.now()
    let window = this.#windows.get(key)
    if (window === undefined || window.end <= now) {
      this.#makeRoom(now)
      window = { count: 0, end: now + seconds * 1000 }
      this.#windows.set(key, window)
    }
    window.count++
    return Promise.resolve({ count: window.count, left: Math.ceil((window.end - now) / 1000) })
  }

  undo(key: string): Promise<void> {
    const window = this.#windows.get(key)
    if (window !== undefined) window.count--
    return Promise.resolve()
  }

  #makeRoom(now: number): void {
    if (this.#windows.size < MANY) return
    for (const [key, { end }] of this.#windows) if (end <= now) this.#windows.delete(key)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size >= MANY && oldest !== undefined) this.#windows.delete(oldest)
  }
}

const PREFIX = 'svc:attempts:'

/** Decrements only an existing key: decrementing an expired one would create it without an expiry. */
const UNDO = `if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`

/** A counter in Redis, shared by all processes. Falls back to the memory of this process while Redis is unavailable. */
export class RedisCounter implements Counter {
  readonly #redis: Redis
  readonly #fallback = new MemoryCounter()

  constructor(redis: Redis) {
    this.#redis = redis
  }

  async hit(key: string, seconds: number): Promise<{ readonly count: number; readonly left: number }> {
    const name = PREFIX + key
    try {
      const results = await this.#redis.multi().set(name, 0, 'EX', seconds, 'NX').incr(name).ttl(name).exec()
      const [, [, count] = [], [, left] = []] = results ?? []
      return { count: Number(count), left: Number(left) }
    } catch {
      return this.#fallback.hit(key, seconds)
    }
  }

  async undo(key: string): Promise<void> {
    try {
      await this.#redis.eval(UNDO, 1, PREFIX + key)
    } catch {
      await this.#fallback.undo(key)
    }
  }
}

import type { Redis } from 'ioredis'
import { createHash } from 'node:crypto'
import { HttpError } from '../errors.js'
import { networkOf } from '../server/server.js'

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

/** More keys than these are not kept, so that an attacker cannot fill the memory. */
const MANY = 50_000

interface Window {
  count: number
  /** Milliseconds since 1970. */
  readonly end: number
}

/** Counts in this process. */
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

  forgive(key: string): Promise<void> {
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

/** A window that has ended meanwhile must not come back without an end. */
const FORGIVE = `if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`

/** Counts in Redis, for all processes that serve one database; in this process while Redis is away. */
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

  async forgive(key: string): Promise<void> {
    try {
      await this.#redis.eval(FORGIVE, 1, PREFIX + key)
    } catch {
      await this.#fallback.forgive(key)
    }
  }
}

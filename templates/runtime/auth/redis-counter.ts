import type { Redis } from 'ioredis'
import type { Counter } from './limits.js'
import { MemoryCounter } from './memory-counter.js'

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

import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { type Counter, MemoryCounter } from '../server/counter.js'
import type { RequestCounts } from '../server/limits.js'
import type { RedisSettings } from './settings.js'

/** ioredis's error message for a command that exceeds its time limit. */
const TIMED_OUT = 'Command timed out'

/**
 * Decrements a key only if its count is positive. Decrementing an expired key would create it without an expiration
 * time, and a negative count would allow more hits than the limit in the next window.
 */
const UNDO = `if tonumber(redis.call('get', KEYS[1]) or 0) > 0 then redis.call('decr', KEYS[1]) end`

/** A counter in Redis, shared by all processes. Falls back to this process's memory while Redis is unavailable. */
export class RedisCounter implements Counter {
  readonly #redis: Redis
  readonly #log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly #prefix: string
  readonly #fallback = new MemoryCounter()
  #isAvailable = true

  /** @param service the service's name; several services can use the same server */
  constructor(redis: Redis, log: Pick<FastifyBaseLogger, 'info' | 'warn'>, service = '') {
    this.#redis = redis
    this.#log = log
    this.#prefix = `svc:${service}:limits:`
  }

  hit(key: string, seconds: number): Promise<{ readonly count: number; readonly left: number }> {
    const name = this.#prefix + key
    return this.#try(
      async () => {
        const results = await this.#redis
          .multi()
          .set(name, 0, 'EX', seconds, 'NX')
          .incr(name)
          .ttl(name)
          .exec()
        const [, [failure, count] = [], [, left] = []] = results ?? []
        if (typeof count !== 'number' || typeof left !== 'number')
          throw failure ?? new Error('unexpected reply')
        return { count, left }
      },
      () => this.#fallback.hit(key, seconds),
    )
  }

  async undo(key: string): Promise<void> {
    await this.#try(
      () => this.#redis.eval(UNDO, 1, this.#prefix + key),
      () => this.#fallback.undo(key),
    )
  }

  /** Runs work, or `otherwise` if Redis is unavailable. Logs only changes in Redis's availability. */
  async #try<T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      if (!this.#isAvailable) this.#log.info('Redis is available again; limits are shared by all processes')
      this.#isAvailable = true
      return result
    } catch (error) {
      if (this.#isAvailable)
        this.#log.warn({ err: error }, 'Redis is unavailable; each process enforces limits on its own')
      this.#isAvailable = false
      // If the server hangs, the connection stays open, and each further command would wait for its timeout.
      if (error instanceof Error && error.message === TIMED_OUT) this.#redis.disconnect(true)
      return otherwise()
    }
  }
}

/** Timeouts for connecting and for commands, in milliseconds. */
const CONNECTION_TIMEOUT = 2000
const COMMAND_TIMEOUT = 500

/** Counts requests and failed logins in Redis if `redis.url` is set, and otherwise in memory. */
export async function openCounter(app: FastifyInstance, settings: RedisSettings): Promise<RequestCounts> {
  const counter = await connected(app, settings)
  app.decorate('counter', counter)
  const { window } = app.settings.rateLimit
  return class implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      counter
        .hit(`requests:${key}`, window)
        .then(({ count, left }) => done(null, { current: count, ttl: left * 1000 }), done)
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}

async function connected(app: FastifyInstance, { redis: { url, service } }: RedisSettings): Promise<Counter> {
  if (url === undefined) return new MemoryCounter()
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECTION_TIMEOUT,
    commandTimeout: COMMAND_TIMEOUT,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  })
  redis.on('error', () => undefined)
  app.addHook('onClose', () => redis.disconnect())
  await redis.connect().catch(() => undefined)
  return new RedisCounter(redis, app.log, service)
}

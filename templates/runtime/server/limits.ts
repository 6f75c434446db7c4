import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { isIPv6 } from 'node:net'
import { HttpError } from '../errors.js'

/**
 * Returns the address that a rate limit applies to or, for an IPv6 address, its /64 network, because a single client
 * can use all addresses in a /64.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [start = [], end = []] = address.split('::').map(groupsOf)
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16).toString(16))
}

/** Counts hits in time windows. A window starts with the first hit. */
export interface Counter {
  /** Adds a hit. Returns the number of hits in the window, and the number of seconds until the window ends. */
  hit(key: string, seconds: number): Promise<{ readonly count: number; readonly left: number }>
  /** Removes a hit. */
  undo(key: string): Promise<void>
}

/** Maximum number of keys, which keeps attackers from exhausting memory. */
const MAX_KEYS = 50_000

interface Window {
  count: number
  /** When the window ends, in milliseconds since 1970. */
  readonly end: number
}

/** A counter in this process's memory. */
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
    if (this.#windows.size < MAX_KEYS) return
    for (const [key, { end }] of this.#windows) if (end <= now) this.#windows.delete(key)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size >= MAX_KEYS && oldest !== undefined) this.#windows.delete(oldest)
  }
}

const PREFIX = 'svc:limits:'

/** ioredis's error message for a command that exceeds its time limit. */
const TIMED_OUT = 'Command timed out'

/** Decrements a key only if it exists. Decrementing an expired key would create it without an expiration time. */
const UNDO = `if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`

/** A counter in Redis, shared by all processes. Falls back to this process's memory while Redis is unavailable. */
export class RedisCounter implements Counter {
  readonly #redis: Redis
  readonly #log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly #fallback = new MemoryCounter()
  #isAvailable = true

  constructor(redis: Redis, log: Pick<FastifyBaseLogger, 'info' | 'warn'>) {
    this.#redis = redis
    this.#log = log
  }

  hit(key: string, seconds: number): Promise<{ readonly count: number; readonly left: number }> {
    const name = PREFIX + key
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
      () => this.#redis.eval(UNDO, 1, PREFIX + key),
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

/** The counter for each service. A service thus has only one connection to Redis. */
const counters = new WeakMap<FastifyInstance, Promise<Counter>>()

/** Returns the counter for rate limits, which is in Redis if `redis.url` is set, and otherwise in memory. */
export function openCounter(app: FastifyInstance): Promise<Counter> {
  const { url } = app.settings.redis
  const counter =
    counters.get(app) ?? (url === undefined ? Promise.resolve(new MemoryCounter()) : openRedis(app, url))
  counters.set(app, counter)
  return counter
}

async function openRedis(app: FastifyInstance, url: string): Promise<RedisCounter> {
  const { Redis } = await import('ioredis')
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
  return new RedisCounter(redis, app.log)
}

/** Counts requests with the service's counter. */
class RequestStore implements FastifyRateLimitStore {
  readonly #counter: Counter
  /** Length of the window, in seconds. */
  readonly #window: number

  constructor(counter: Counter, window: number) {
    this.#counter = counter
    this.#window = window
  }

  incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
    this.#counter
      .hit(`requests:${key}`, this.#window)
      .then(({ count, left }) => done(null, { current: count, ttl: left * 1000 }), done)
  }

  child(): FastifyRateLimitStore {
    return this
  }
}

/**
 * Limits requests per IP address if `rate_limit.max` is set. All requests count, including rejected ones, except
 * requests to routes whose `config` contains `rateLimit: false`. If `redis.url` is set, all processes share a counter.
 * While Redis is unavailable, each process keeps its own count.
 */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  const { rateLimit: limit } = app.settings
  if (limit.max === undefined) return
  const counter = await openCounter(app)
  await app.register(rateLimit, {
    global: false,
    allowList: ({ routeOptions }) => routeOptions.config.rateLimit === false,
    max: limit.max,
    timeWindow: limit.window * 1000,
    keyGenerator: ({ ip }) => networkOf(ip),
    store: class extends RequestStore {
      constructor() {
        super(counter, limit.window)
      }
    },
    errorResponseBuilder: (_request, { after }) =>
      new HttpError(429, `Too many requests. Try again in ${after}.`),
  })
  app.addHook('onRequest', app.rateLimit())
}

import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
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
    // A hit in the previous window must not allow an additional hit in this one.
    if (window !== undefined && window.count > 0) window.count--
    return Promise.resolve()
  }

  #makeRoom(now: number): void {
    if (this.#windows.size < MAX_KEYS) return
    for (const [key, { end }] of this.#windows) if (end <= now) this.#windows.delete(key)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size >= MAX_KEYS && oldest !== undefined) this.#windows.delete(oldest)
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts requests and failed logins, for rate limits. */
    readonly counter: Counter
  }
}

/**
 * Limits requests per IP address if `rate_limit.max` is set. All requests count, including rejected ones, except
 * requests to routes whose `config` contains `rateLimit: false`.
 */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  const { rateLimit: limit } = app.settings
  if (limit.max === undefined) return
  const { counter } = app
  await app.register(rateLimit, {
    global: false,
    allowList: ({ routeOptions }) => routeOptions.config.rateLimit === false,
    max: limit.max,
    timeWindow: limit.window * 1000,
    keyGenerator: ({ ip }) => networkOf(ip),
    store: class implements FastifyRateLimitStore {
      incr(
        key: string,
        done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      ): void {
        counter
          .hit(`requests:${key}`, limit.window)
          .then(({ count, left }) => done(null, { current: count, ttl: left * 1000 }), done)
      }

      child(): FastifyRateLimitStore {
        return this
      }
    },
    errorResponseBuilder: (_request, { after }) =>
      new HttpError(429, `Too many requests. Try again in ${after}.`),
  })
  app.addHook('onRequest', app.rateLimit())
}

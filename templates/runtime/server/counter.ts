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

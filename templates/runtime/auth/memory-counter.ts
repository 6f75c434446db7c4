import type { Counter } from './limits.js'

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

interface Limits {
  /** Time limit for waiting, in milliseconds. By default, there is none. */
  readonly timeout?: number
  /** Maximum number of pieces of work that wait. */
  readonly maxWaiting?: number
  /** Returns the error for work that cannot wait, or waits too long. */
  readonly error: () => Error
}

/** How long work waits for a connection to the database, in milliseconds. */
export const QUEUE_TIMEOUT = 30_000

/** Limits how much work runs at the same time. Other work waits for a free slot, in order of arrival. */
export class Slots {
  #free: number
  readonly #limits: Limits | undefined
  /** The functions that start the waiting work, in order of arrival. */
  readonly waiting: (() => void)[] = []

  /** @param limits how long work waits; by default, as long as necessary */
  constructor(free: number, limits?: Limits) {
    this.#free = free
    this.#limits = limits
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    const free = await this.take()
    try {
      return await work()
    } finally {
      free()
    }
  }

  /** Waits for a free slot. Returns the function that frees it again. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await this.#turn()
    return () => {
      const next = this.waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#limits === undefined) return void this.waiting.push(resolve)
      const { timeout, maxWaiting = Infinity, error } = this.#limits
      if (this.waiting.length >= maxWaiting) return reject(error())
      const late = (): void => {
        this.waiting.splice(this.waiting.indexOf(start), 1)
        reject(error())
      }
      const timer = timeout === undefined ? undefined : setTimeout(late, timeout)
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      this.waiting.push(start)
    })
  }
}

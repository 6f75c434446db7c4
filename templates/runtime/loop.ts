const MAX_PAUSE = 5_000

/** How long a process keeps work without renewing its lease, in milliseconds. If the process dies, others take over. */
export const LEASE = 30_000

/** Interval between looks for work that other processes have added or that has become due, in milliseconds. */
export const IDLE_PAUSE = 1_000

/** Returns the time by the database's clock, which all processes share, in milliseconds since 1970. */
export type Clock = () => Promise<number>

/** What a loop repeats, and what it reports. */
export interface LoopOptions {
  /** Does the work that there is. Returns the length of the next pause, in milliseconds. */
  readonly round: () => Promise<number>
  /** Called for the first of several failures in a row. */
  readonly failed: (error: unknown) => void
  /** Called after the first success that follows a failure. */
  readonly resumed: () => void
}

/** Repeats work in the background. After failures, pauses become longer. */
export class Loop {
  readonly #options: LoopOptions
  #running: Promise<void> = Promise.resolve()
  #isStopped = false
  #isAwake = false
  #failures = 0
  #endPause: () => void = () => undefined

  constructor(options: LoopOptions) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Starts the next round immediately, unless the last one has failed. */
  wake(): void {
    this.#isAwake = true
    if (this.#failures === 0) this.#endPause()
  }

  /** Stops after the current round. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endPause()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isAwake = false
      const pause = await this.#round()
      if (this.#isStopped || (this.#isAwake && this.#failures === 0)) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause)
        timer.unref()
        this.#endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  async #round(): Promise<number> {
    try {
      const pause = await this.#options.round()
      if (this.#failures > 0) this.#options.resumed()
      this.#failures = 0
      return pause
    } catch (error) {
      this.#failures += 1
      if (this.#failures === 1) this.#options.failed(error)
      return Math.min(MAX_PAUSE, 100 * 2 ** this.#failures)
    }
  }
}

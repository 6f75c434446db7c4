/** How often it is looked whether something has taken too long, in milliseconds. */
const PAUSE = 100

/** What has not ended yet. */
interface Running {
  readonly until: number
  readonly giveUp: () => void
}

/** Gives up on what takes too long. One clock looks after all of them: a timer for each costs more than most of them do. */
export class Deadline {
  readonly #milliseconds: number
  /** In the order in which they began, and so of their ends. */
  readonly #running = new Set<Running>()
  #clock: NodeJS.Timeout | undefined

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** What the promise gives; the error that `late` makes, where that takes longer. */
  within<T>(promise: PromiseLike<T>, late: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const running = { until: Date.now() + this.#milliseconds, giveUp: () => reject(late()) }
      this.#running.add(running)
      this.#clock ??= setInterval(() => this.#look(), PAUSE).unref()
      promise.then(
        (value) => {
          this.#running.delete(running)
          resolve(value)
        },
        (error: unknown) => {
          this.#running.delete(running)
          reject(error)
        },
      )
    })
  }

  #look(): void {
    for (const running of this.#running) {
      if (Date.now() < running.until) return
      this.#running.delete(running)
      running.giveUp()
    }
    clearInterval(this.#clock)
    this.#clock = undefined
  }
}

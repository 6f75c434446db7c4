/** How often it is looked whether something has taken too long, in milliseconds. */
const PAUSE = 100

/** What may not have ended yet. */
interface Running {
  readonly name: string
  readonly reject: (reason: Error) => void
  /** How often it is looked for it before it is given up. */
  left: number
  ended: boolean
}

/**
 * Gives up on what takes too long. One clock looks after all of them, and only after those that do not end in the turn of the event loop in which
 * they begin: a timer for each costs more than most of them do. Time in which the process itself stands still does not count.
 */
export class Deadline {
  readonly #looks: number
  readonly #late: (name: string) => Error
  #begun: Running[] = []
  #running: Running[] = []
  #clock: NodeJS.Timeout | undefined

  /** @param late makes the error for what has taken too long */
  constructor(milliseconds: number, late: (name: string) => Error) {
    this.#looks = Math.ceil(milliseconds / PAUSE)
    this.#late = late
  }

  /** What the promise gives, if it does so in time. */
  within<T>(name: string, promise: PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const running = { name, reject, left: this.#looks, ended: false }
      if (this.#begun.push(running) === 1) setImmediate(() => this.#endTurn())
      promise.then(
        (value) => {
          running.ended = true
          resolve(value)
        },
        (error: unknown) => {
          running.ended = true
          reject(error)
        },
      )
    })
  }

  #endTurn(): void {
    for (const running of this.#begun) if (!running.ended) this.#running.push(running)
    this.#begun = []
    if (this.#running.length > 0) this.#clock ??= setInterval(() => this.#look(), PAUSE).unref()
  }

  #look(): void {
    this.#running = this.#running.filter((running) => {
      if (running.ended) return false
      running.left -= 1
      if (running.left === 0) running.reject(this.#late(running.name))
      return running.left > 0
    })
    if (this.#running.length > 0) return
    clearInterval(this.#clock)
    this.#clock = undefined
  }
}

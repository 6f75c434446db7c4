/** How often it is looked whether something has taken too long, in milliseconds. */
const PAUSE = 100

/** What may not have ended yet. */
interface Running {
  readonly giveUp: () => void
  until: number
  ended: boolean
}

/**
 * Gives up on what takes too long. One clock looks after all of them, and only after those that do not end in the turn of the event loop in which
 * they begin: a timer for each costs more than most of them do.
 */
export class Deadline {
  readonly #milliseconds: number
  #begun: Running[] = []
  #running: Running[] = []
  #clock: NodeJS.Timeout | undefined

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** What the promise gives; the error that `late` makes, where that takes longer. */
  within<T>(promise: PromiseLike<T>, late: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const running = { giveUp: () => reject(late()), until: 0, ended: false }
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
    const until = Date.now() + this.#milliseconds
    for (const running of this.#begun) {
      if (running.ended) continue
      running.until = until
      this.#running.push(running)
    }
    this.#begun = []
    if (this.#running.length > 0) this.#clock ??= setInterval(() => this.#look(), PAUSE).unref()
  }

  #look(): void {
    const now = Date.now()
    this.#running = this.#running.filter((running) => {
      if (running.ended) return false
      if (now < running.until) return true
      running.giveUp()
      return false
    })
    if (this.#running.length > 0) return
    clearInterval(this.#clock)
    this.#clock = undefined
  }
}

/** Lets one piece of work run at a time, in the order in which they came. */
export class Turns {
  #taken = false
  readonly #waiting: (() => void)[] = []

  get areTaken(): boolean {
    return this.#taken
  }

  async take<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#taken = false
      else next()
    }
  }
}

import type { Json } from '../json.js'
import type { Expected } from './registry.js'
import { Deadline } from './deadline.js'
import { named } from './thrown.js'

/** Calls the user's functions by name, each within a time. */
export class Calls {
  readonly #functions: ReadonlyMap<string, unknown>
  readonly #expected: Expected
  readonly #deadline: Deadline

  /** @param timeout in seconds */
  constructor(functions: ReadonlyMap<string, unknown>, expected: Expected, timeout: number) {
    this.#functions = functions
    this.#expected = expected
    this.#deadline = new Deadline(
      timeout * 1000,
      (name) => new Error(`${name} has not ended within ${timeout} s (handler_timeout)`),
    )
  }

  /**
   * Calls the function of this name, and waits for its end. What it throws says which function it was, and in which file.
   * @throws Error, too, where it has not ended in time: the transaction must not stay open for ever
   */
  async call(name: string, ...args: unknown[]): Promise<Json | undefined> {
    const run = this.#functions.get(name)
    if (typeof run !== 'function') throw new TypeError(`${name} is not registered`)
    try {
      return await this.#inTime(name, run(...args))
    } catch (error) {
      throw named(error, name, this.#expected[name]?.file)
    }
  }

  /** What a function that answers at once gives is not waited for. */
  #inTime<T>(name: string, result: T | PromiseLike<T>): T | Promise<T> {
    return isPromise(result) ? this.#deadline.within(name, result) : result
  }
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

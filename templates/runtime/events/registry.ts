import { inspect } from 'node:util'
import type { Json } from '../json.js'
import { didYouMean } from '../values/text.js'

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

/**
 * What a function of the user's threw, as an error whose line in the log names the function and its file. An error stays the one that it is, so
 * that its kind decides the status.
 */
export function named(thrown: unknown, handler: string, handlerFile: string | undefined): Error {
  const error =
    thrown instanceof Error && Object.isExtensible(thrown)
      ? thrown
      : new Error(`threw ${inspect(thrown)}`, { cause: thrown })
  return Object.assign(error, { handler, handlerFile })
}

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

type AnyFunction = (...args: never[]) => unknown

/** The functions that a schema or an ACL names, with the file where each is expected. */
export type Expected = Readonly<Record<string, { readonly kind: string; readonly file: string }>>

/** What runs in place of functions that are paused; those of other kinds run as ever. */
const PAUSED = new Map<string, (value: unknown) => unknown>([
  ['handler', () => undefined],
  ['processor', (newValue) => newValue],
])

/** Functions that are missing, registered twice, or that nobody asked for; the message tells all, a line each. */
export class NotRegistered extends Error {
  override readonly name = 'NotRegistered'
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Holds the user's functions by name. `Functions` maps each name to the type of its function. */
export class Registry<Functions extends Readonly<Record<keyof Functions, AnyFunction>>> {
  readonly #expected: Expected
  readonly #functions: Partial<Functions> = Object.create(null)
  readonly #twice = new Set<string>()
  #isPaused = false

  constructor(expected: Expected) {
    this.#expected = expected
  }

  /**
   * Registers the function of this name. Each name is registered once, in the file named after it.
   * The type follows from the name alone: inferring it from the function as well would compare it with the types of all others.
   */
  add<Name extends keyof Functions & string>(name: Name, run: NoInfer<Functions[Name]>): void {
    if (this.#functions[name] !== undefined) this.#twice.add(name)
    this.#functions[name] = run
  }

  /**
   * The function of this name, for a test that calls it by itself; import its file first.
   * @throws NotRegistered
   */
  get<Name extends keyof Functions & string>(name: Name): Functions[Name] {
    const run = this.#functions[name]
    if (run === undefined) throw new NotRegistered([this.#missing(name)])
    return run
  }

  /**
   * Lets handlers do nothing, and processors give back what they are given, in services that start from here on: for tests of what is generated
   * alone.
   */
  pause(): void {
    this.#isPaused = true
  }

  /**
   * Checks that all is registered; then the functions can be called.
   * @param timeout how long a function may take, in seconds
   * @throws NotRegistered with all that keeps the service from starting
   */
  start(timeout: number): Calls {
    const problems = this.problems()
    if (problems.length > 0) throw new NotRegistered(problems)
    const functions = Object.entries(this.#functions).map(
      ([name, run]) => [name, this.#asPaused(name, run)] as const,
    )
    return new Calls(new Map<string, unknown>(functions), this.#expected, timeout)
  }

  /**
   * Tells what keeps the service from starting: names that the schemas use and no file registers, names registered twice, and names that nothing
   * uses. Empty where all is well.
   */
  problems(): string[] {
    const names = Object.keys(this.#functions)
    const missing = Object.keys(this.#expected).filter((name) => !names.includes(name))
    const unknown = names.filter((name) => !Object.hasOwn(this.#expected, name))
    return [
      ...missing.map((name) => this.#missing(name)),
      ...[...this.#twice].map(
        (name) => `"${name}" is registered twice; one name has one function${this.#at(name)}`,
      ),
      ...unknown.map(
        (name) => `"${name}" is registered, but no schema or ACL names it${didYouMean(name, missing)}`,
      ),
    ]
  }

  /** Makes the default value that the function of this name gives. */
  default(name: keyof Functions & string): Json {
    const make: unknown = this.get(name)
    if (typeof make !== 'function') throw new TypeError(`${name} is no function`)
    try {
      return make() ?? null
    } catch (error) {
      throw named(error, name, this.#expected[name]?.file)
    }
  }

  #asPaused(name: string, run: unknown): unknown {
    const paused = this.#isPaused ? PAUSED.get(this.#expected[name]?.kind ?? '') : undefined
    return paused ?? run
  }

  #missing(name: string): string {
    const { kind = 'function', file = 'a file' } = this.#expected[name] ?? {}
    return `the ${kind} "${name}" is not registered: ${file} should call registry.add('${name}', …)`
  }

  #at(name: string): string {
    const file = this.#expected[name]?.file
    return file === undefined ? '' : `, in ${file}`
  }
}

import { inspect } from 'node:util'
import type { Json } from '../json.js'
import { didYouMean } from '../values/scalars.js'

/**
 * Adds the name and file of your function to an error thrown by the function, for the log. The error keeps its class,
 * which determines the status.
 */
export function named(thrown: unknown, handler: string, handlerFile: string | undefined): Error {
  const error =
    thrown instanceof Error && Object.isExtensible(thrown)
      ? thrown
      : new Error(`threw ${inspect(thrown)}`, { cause: thrown })
  return Object.assign(error, { handler, handlerFile })
}

export interface FunctionCall {
  readonly name: string
  /** The kind of function: `handler`, `processor`, … */
  readonly kind: string
}

/** Runs `work`, the call to a function, and returns its result. */
export type CallWrapper = <T>(call: FunctionCall, work: () => Promise<T>) => Promise<T>

/** A registered function, and its options if it is that of a custom action. */
export interface Registered {
  readonly name: string
  readonly run: unknown
  /** Maximum duration of a call in seconds, instead of the setting `handler_timeout`. */
  readonly timeout?: number | undefined
}

/** Calls your functions by name, within the time limit. */
export class Calls<Name extends string = string> {
  readonly #functions: ReadonlyMap<string, Registered>
  readonly #expected: Expected
  /** In seconds. */
  readonly #timeout: number
  readonly #wrappers: CallWrapper[] = []

  /** @param timeout in seconds */
  constructor(functions: ReadonlyMap<string, Registered>, expected: Expected, timeout: number) {
    this.#functions = functions
    this.#expected = expected
    this.#timeout = timeout
  }

  /**
   * Calls a function and waits for its result. Errors thrown by the function contain its name and file.
   * @throws Error if it takes too long, because the transaction must not stay open
   */
  async call(name: Name, ...args: unknown[]): Promise<Json | undefined> {
    const { run, ...registered } = this.#functions.get(name) ?? { name, run: undefined }
    if (typeof run !== 'function')
      throw new TypeError(`The function ${JSON.stringify(registered.name)} is not registered`)
    const { kind = 'function', file } = this.#expected[name] ?? {}
    const call = { name: registered.name, kind }
    const work = async (): Promise<Json | undefined> => this.#inTime(registered, run(...args))
    try {
      return await this.#wrappers.reduce((next, wrap) => () => wrap(call, next), work)()
    } catch (error) {
      throw named(error, call.name, file)
    }
  }

  wrap(wrapper: CallWrapper): void {
    this.#wrappers.push(wrapper)
  }

  /** Applies the time limit to a promise. Functions that do not return a promise have already finished. */
  async #inTime<T>({ name, timeout: own }: Omit<Registered, 'run'>, result: T | PromiseLike<T>): Promise<T> {
    if (!isPromise(result)) return result
    const timeout = own ?? this.#timeout
    const source = own === undefined ? 'handler_timeout' : 'the timeout of the action'
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      const message = `${name} did not finish within ${timeout} s (${source})`
      // If the process was blocked, input that has arrived in the meantime is handled first.
      timer = setTimeout(() => setImmediate(() => reject(new Error(message))), timeout * 1000).unref()
    })
    try {
      return await Promise.race([result, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

export type AnyFunction = (...args: never[]) => unknown

/** The functions required by schemas, ACLs and custom actions, with the kind and file of each function. */
export type Expected = Readonly<Record<string, { readonly kind: string; readonly file: string }>>

/** Replacements for paused functions, keyed by kind. Functions of other kinds are not paused. */
const PAUSED: Readonly<Record<string, (value: unknown) => unknown>> = {
  handler: () => undefined,
  processor: (newValue) => newValue,
  filter: () => false,
  'change handler': () => undefined,
  'list filter': () => ({}),
  'error body': () => undefined,
}

/** Thrown for functions that are missing, registered twice or unknown. The message has one line per function. */
export class NotRegistered extends Error {
  override readonly name = 'NotRegistered'
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Your functions, keyed by name. The type parameters map each name to the type of its function. */
export class Registry<Functions extends Readonly<Record<keyof Functions, AnyFunction>>> {
  readonly #expected: Expected
  readonly #functions: Partial<Functions> = Object.create(null)
  protected readonly twice = new Set<string>()
  #isPaused = false
  #calls: Calls | undefined

  constructor(expected: Expected) {
    this.#expected = expected
  }

  /**
   * Registers a function under a name. Call this once for each name, in the file named after it. Only the name
   * determines the type of `run`. If the compiler also inferred the type from the function, it would compare the
   * function with every type.
   */
  add<Name extends keyof Functions & string>(name: Name, run: NoInfer<Functions[Name]>): void {
    if (this.#functions[name] !== undefined) this.twice.add(name)
    this.#functions[name] = run
  }

  /**
   * Returns the function with this name, so that a test can call it.
   * @throws NotRegistered
   */
  get<Name extends keyof Functions & string>(name: Name): Functions[Name] {
    const run = this.#functions[name]
    if (run === undefined) throw new NotRegistered([this.#missing(name)])
    return run
  }

  /**
   * Replaces handlers and processors with no-ops, and functions that select rows with functions that select none, in
   * services started after this call. Use this to test only the generated code.
   */
  pause(): void {
    this.#isPaused = true
  }

  /**
   * Checks that all functions are registered, and returns the object that calls them.
   * @param timeout maximum duration of a call, in seconds
   * @throws NotRegistered
   */
  start(timeout: number): Calls {
    const problems = this.problems()
    if (problems.length > 0) throw new NotRegistered(problems)
    const functions = this.registered().map(
      ([key, registered]) => [key, { ...registered, run: this.#asPaused(key, registered.run) }] as const,
    )
    this.#calls = new Calls(new Map(functions), this.#expected, timeout)
    return this.#calls
  }

  /**
   * Returns the problems that prevent the service from starting: functions that are missing, registered twice or
   * unknown.
   */
  problems(): string[] {
    const names = this.registered().map(([key]) => key)
    const missing = Object.keys(this.#expected).filter((key) => !names.includes(key))
    return [
      ...missing.map((key) => this.#missing(key)),
      ...[...this.twice].map(
        (key) => `"${this.spelling(key).name}" is registered twice; register it only once${this.#at(key)}`,
      ),
      ...names.filter((key) => !Object.hasOwn(this.#expected, key)).map((key) => this.unknown(key, missing)),
    ]
  }

  /** Returns the file that should register a function. */
  fileOf(name: string): string | undefined {
    return this.#expected[name]?.file
  }

  /** Calls a function as {@link Calls.call} does, after {@link start}. */
  async call(name: string, argument: object): Promise<Json | undefined> {
    if (this.#calls === undefined) throw new TypeError(`"${name}" is called before the registry has started`)
    return this.#calls.call(name, argument)
  }

  async select(name: string, context: object): Promise<unknown> {
    const run = this.#asPaused(name, new Map(this.registered()).get(name)?.run)
    if (typeof run !== 'function') throw new NotRegistered([this.#missing(name)])
    return await run(context)
  }

  protected registered(): readonly (readonly [key: string, registered: Registered])[] {
    return Object.entries(this.#functions).map(([name, run]) => [name, { name, run }])
  }

  /** Returns a function's name, and the method that registers it. */
  protected spelling(key: string): { readonly name: string; readonly method: string } {
    return { name: key, method: 'add' }
  }

  /** Returns the message for a function that is registered without need. */
  protected unknown(key: string, missing: readonly string[]): string {
    return `"${key}" is registered, but no schema or ACL names it${didYouMean(key, missing)}`
  }

  /** Returns what replaces functions of a kind while the registry is paused, or undefined for nothing. */
  protected replacement(kind: string): AnyFunction | undefined {
    return PAUSED[kind]
  }

  #asPaused(key: string, run: unknown): unknown {
    return (this.#isPaused ? this.replacement(this.#expected[key]?.kind ?? '') : undefined) ?? run
  }

  #missing(key: string): string {
    const { kind = 'function', file = 'a file' } = this.#expected[key] ?? {}
    const { name, method } = this.spelling(key)
    return `the ${kind} "${name}" is not registered: ${file} should call registry.${method}('${name}', …)`
  }

  #at(name: string): string {
    const file = this.#expected[name]?.file
    return file === undefined ? '' : `, in ${file}`
  }
}

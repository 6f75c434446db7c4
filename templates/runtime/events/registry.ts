import { inspect } from 'node:util'
import { NotImplemented } from '../errors.js'
import type { Json } from '../json.js'
import { didYouMean } from '../values/scalars.js'

/**
 * Adds the name and file of your function to an error thrown by the function, for the log. The error keeps its class,
 * which determines the status.
 */
function named(thrown: unknown, handler: string, handlerFile: string | undefined): Error {
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

/** Options of a custom action's function. */
export interface ActionOptions {
  /** Maximum size of a request body in bytes, instead of the setting `body_limit`. */
  readonly bodyLimit?: number
  /** Maximum duration of a call in seconds, instead of the setting `handler_timeout`. */
  readonly timeout?: number
}

/** Calls your functions by name, within the time limit. */
export class Calls {
  readonly #functions: ReadonlyMap<string, unknown>
  readonly #expected: Expected
  /** In seconds. */
  readonly #timeout: number
  readonly #options: ReadonlyMap<string, ActionOptions>
  readonly #wrappers: CallWrapper[] = []

  /**
   * @param timeout in seconds
   * @param options the options of actions, by name
   */
  constructor(
    functions: ReadonlyMap<string, unknown>,
    expected: Expected,
    timeout: number,
    options: ReadonlyMap<string, ActionOptions> = new Map(),
  ) {
    this.#functions = functions
    this.#expected = expected
    this.#timeout = timeout
    this.#options = options
  }

  /** Returns the maximum size of a body for the action with this name, if its function states one. */
  bodyLimitOf(action: string): number | undefined {
    return this.#options.get(ACTION + action)?.bodyLimit
  }

  /**
   * Calls a function and waits for its result. Errors thrown by the function contain its name and file.
   * @throws Error if it takes too long, because the transaction must not stay open
   */
  async call(name: string, ...args: unknown[]): Promise<Json | undefined> {
    const run = this.#functions.get(name)
    if (typeof run !== 'function')
      throw new TypeError(`The function ${JSON.stringify(plainName(name))} is not registered`)
    const { kind = 'function', file } = this.#expected[name] ?? {}
    const call = { name: plainName(name), kind }
    const work = async (): Promise<Json | undefined> => this.#inTime(name, run(...args))
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
  async #inTime<T>(name: string, result: T | PromiseLike<T>): Promise<T> {
    if (!isPromise(result)) return result
    const { timeout: own } = this.#options.get(name) ?? {}
    const [timeout, source] =
      own === undefined ? [this.#timeout, 'handler_timeout'] : [own, 'the timeout of the action']
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      const message = `${plainName(name)} did not finish within ${timeout} s (${source})`
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

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

type AnyFunction = (...args: never[]) => unknown

/** The functions required by schemas, ACLs and custom actions, with the kind and file of each function. */
export type Expected = Readonly<Record<string, { readonly kind: string; readonly file: string }>>

/** Replacements for paused functions, keyed by kind. Functions of other kinds are not paused. */
const PAUSED = new Map<string, (value: unknown) => unknown>([
  ['handler', () => undefined],
  ['processor', (newValue) => newValue],
  ['filter', () => false],
  ['change handler', () => undefined],
  ['action', notImplemented],
  ['scheme', notImplemented],
])

function notImplemented(): never {
  throw new NotImplemented()
}

/** Prepended to the names of actions and schemes, because a handler can have the same name. */
const ACTION = 'action '
const SCHEME = 'scheme '
const PREFIXES = [ACTION, SCHEME]

/** Thrown for functions that are missing, registered twice or unknown. The message has one line per function. */
export class NotRegistered extends Error {
  override readonly name = 'NotRegistered'
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Your functions, keyed by name. The type parameters map each name to the type of its function. */
export class Registry<
  Functions extends Readonly<Record<keyof Functions, AnyFunction>>,
  Actions extends Readonly<Record<keyof Actions, AnyFunction>> = Readonly<Record<never, AnyFunction>>,
  Schemes extends Readonly<Record<keyof Schemes, AnyFunction>> = Readonly<Record<never, AnyFunction>>,
> {
  readonly #expected: Expected
  readonly #functions: Partial<Functions> = Object.create(null)
  readonly #prefixed = new Map<string, unknown>()
  readonly #twice = new Set<string>()
  readonly #options = new Map<string, ActionOptions>()
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
    if (this.#functions[name] !== undefined) this.#twice.add(name)
    this.#functions[name] = run
  }

  /**
   * Registers the function for a custom action. Call this once for each action, in the file named after it.
   * @throws TypeError for invalid options
   */
  action<Name extends keyof Actions & string>(name: Name, run: NoInfer<Actions[Name]>): void
  action<Name extends keyof Actions & string>(
    name: Name,
    options: ActionOptions,
    run: NoInfer<Actions[Name]>,
  ): void
  action(name: string, ...given: readonly unknown[]): void {
    const [options] = given.length > 1 ? given : []
    if (options !== undefined) this.#options.set(ACTION + name, checkedOptions(name, options))
    this.#addPrefixed(ACTION + name, given.at(-1))
  }

  /**
   * Registers the function that checks the credentials of a security scheme. Call this once for each scheme, in the file
   * named after it.
   */
  scheme<Name extends keyof Schemes & string>(name: Name, run: NoInfer<Schemes[Name]>): void {
    this.#addPrefixed(SCHEME + name, run)
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
   * Replaces handlers and processors with no-ops, functions that select rows with functions that select none, and
   * actions and schemes with functions that throw {@link NotImplemented}, in services started after this call. Use this
   * to test only the generated code.
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
    const functions = this.#registered().map(([name, run]) => [name, this.#asPaused(name, run)] as const)
    this.#calls = new Calls(new Map<string, unknown>(functions), this.#expected, timeout, this.#options)
    return this.#calls
  }

  /**
   * Returns the problems that prevent the service from starting: functions that are missing, registered twice or
   * unknown.
   */
  problems(): string[] {
    const names = this.#registered().map(([name]) => name)
    const missing = Object.keys(this.#expected).filter((name) => !names.includes(name))
    const unknown = names.filter((name) => !Object.hasOwn(this.#expected, name))
    return [
      ...missing.map((name) => this.#missing(name)),
      ...[...this.#twice].map(
        (name) => `"${plainName(name)}" is registered twice; register it only once${this.#at(name)}`,
      ),
      ...unknown.map((name) =>
        name.startsWith(ACTION)
          ? `the action "${plainName(name)}" is registered, but the API has no such operation`
          : name.startsWith(SCHEME)
            ? `the scheme "${plainName(name)}" is registered, but no operation uses such a scheme`
            : `"${name}" is registered, but no schema or ACL names it${didYouMean(name, missing)}`,
      ),
    ]
  }

  default(name: keyof Functions & string): Json | Promise<Json> {
    const make: unknown = this.get(name)
    if (typeof make !== 'function') throw new TypeError(`${JSON.stringify(name)} is not a function`)
    const failed = (error: unknown): never => {
      throw named(error, name, this.#expected[name]?.file)
    }
    try {
      const value: Json | undefined | Promise<Json | undefined> = make()
      if (!isPromise(value)) return value ?? null
      const made = value.then((known) => known ?? null, failed)
      // If another default fails first, nobody waits for this one, and a rejection would end the process.
      made.catch(() => undefined)
      return made
    } catch (error) {
      return failed(error)
    }
  }

  /** Calls a function as {@link Calls.call} does, after {@link start}. */
  async call(name: string, argument: object): Promise<Json | undefined> {
    if (this.#calls === undefined) throw new TypeError(`"${name}" is called before the registry has started`)
    return this.#calls.call(name, argument)
  }

  /** Returns what the function with this name selects for a caller. */
  async select(name: string, context: object): Promise<unknown> {
    const run = this.#asPaused(name, new Map(this.#registered()).get(name))
    if (typeof run !== 'function') throw new NotRegistered([this.#missing(name)])
    return await run(context)
  }

  #registered(): readonly (readonly [name: string, run: unknown])[] {
    return [...Object.entries(this.#functions), ...this.#prefixed]
  }

  #addPrefixed(name: string, run: unknown): void {
    if (this.#prefixed.has(name)) this.#twice.add(name)
    this.#prefixed.set(name, run)
  }

  #asPaused(name: string, run: unknown): unknown {
    const paused = this.#isPaused ? PAUSED.get(this.#expected[name]?.kind ?? '') : undefined
    return paused ?? run
  }

  #missing(name: string): string {
    const { kind = 'function', file = 'a file' } = this.#expected[name] ?? {}
    const call = PREFIXES.find((prefix) => name.startsWith(prefix))?.trim() ?? 'add'
    return `the ${kind} "${plainName(name)}" is not registered: ${file} should call registry.${call}('${plainName(name)}', …)`
  }

  #at(name: string): string {
    const file = this.#expected[name]?.file
    return file === undefined ? '' : `, in ${file}`
  }
}

/** @throws TypeError for invalid options of an action */
function checkedOptions(action: string, options: unknown): ActionOptions {
  const { bodyLimit, timeout, ...others }: Record<string, unknown> = { ...Object(options) }
  const fail = (message: string): never => {
    throw new TypeError(`registry.action('${action}', …): ${message}`)
  }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    return fail(`unknown option "${unknown}"${didYouMean(unknown, ['bodyLimit', 'timeout'])}`)
  if (
    bodyLimit !== undefined &&
    !(typeof bodyLimit === 'number' && Number.isInteger(bodyLimit) && bodyLimit > 0)
  )
    return fail('bodyLimit must be a positive integer, in bytes')
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0 && timeout <= MAX_TIMEOUT))
    return fail(`timeout must be a number from 0 to ${MAX_TIMEOUT}, in seconds`)
  return { ...(bodyLimit !== undefined && { bodyLimit }), ...(timeout !== undefined && { timeout }) }
}

/** Maximum timeout of an action: a day. */
const MAX_TIMEOUT = 86_400

function plainName(name: string): string {
  const prefix = PREFIXES.find((each) => name.startsWith(each)) ?? ''
  return name.slice(prefix.length)
}

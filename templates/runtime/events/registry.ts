import type { Json } from '../json.js'
import { didYouMean } from '../values/nearest.js'
import { Calls } from './calls.js'
import { named } from './thrown.js'

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

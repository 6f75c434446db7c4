import { inspect } from 'node:util'
import type { Json } from '../json.js'

type AnyFunction = (...args: never[]) => unknown

/** The kinds of functions that a schema or an ACL names, by kind and name, with the file where each is expected. */
export type Expected = Readonly<Record<string, { readonly kind: string; readonly file: string }>>

/** Functions that are missing, registered twice, or that nobody asked for; the message tells all, a line each. */
export class NotRegistered extends Error {
  override readonly name = 'NotRegistered'
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Holds the user's functions by name. `Functions` maps each name to the type of its function. */
export class Registry<Functions extends Readonly<Record<string, AnyFunction>>> {
  readonly #expected: Expected
  readonly #functions = new Map<string, AnyFunction>()
  readonly #twice = new Set<string>()

  constructor(expected: Expected) {
    this.#expected = expected
  }

  /** Registers the function that the schemas call by this name. */
  add<Name extends keyof Functions & string>(name: Name, run: Functions[Name]): void {
    if (this.#functions.has(name)) this.#twice.add(name)
    this.#functions.set(name, run)
  }

  /** @throws NotRegistered with all that keeps the service from starting */
  check(): void {
    const problems = this.problems()
    if (problems.length > 0) throw new NotRegistered(problems)
  }

  /**
   * Tells what keeps the service from starting: names that the schemas use and no file registers, and names registered twice.
   * Empty where all is well.
   */
  problems(): string[] {
    const missing = Object.entries(this.#expected)
      .filter(([name]) => !this.#functions.has(name))
      .map(
        ([name, { kind, file }]) =>
          `the ${kind} "${name}" is not registered: ${file} should call registry.add('${name}', …)`,
      )
    const twice = [...this.#twice].map((name) => `"${name}" is registered twice; one name has one function`)
    const unknown = [...this.#functions.keys()]
      .filter((name) => !Object.hasOwn(this.#expected, name))
      .map((name) => `"${name}" is registered, but no schema or ACL names it`)
    return [...missing, ...twice, ...unknown]
  }

  /** Makes the default value that the function of this name gives. */
  default(name: string): Json {
    const make: unknown = this.#functions.get(name)
    if (typeof make !== 'function') throw new TypeError(`${name} is not registered`)
    return make() ?? null
  }

  /** Calls the function of this name. An error that it throws, if it is none, becomes one that names the function and its file. */
  async call(name: string, ...args: unknown[]): Promise<Json | undefined> {
    const run: unknown = this.#functions.get(name)
    if (typeof run !== 'function') throw new TypeError(`${name} is not registered`)
    try {
      return await run(...args)
    } catch (error) {
      throw this.#named(name, error)
    }
  }

  #named(name: string, thrown: unknown): unknown {
    const error = thrown instanceof Error ? thrown : new Error(`threw ${inspect(thrown)}`)
    Object.assign(error, { handler: name, handlerFile: this.#expected[name]?.file })
    return error
  }
}

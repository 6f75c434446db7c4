import type { Json } from '../json.js'
import { isPromise, named } from './registry.js'

/** Returns a default value. Called once for each item. */
export type DefaultFunction<Value> = () => Value | Promise<Value>

interface DefaultFunctions {
  get(name: string): unknown
  fileOf(name: string): string | undefined
}

/** Calls the function for a default. Errors that it throws contain its name and file. */
export function makeDefault(registry: DefaultFunctions, name: string): Json | Promise<Json> {
  const make = registry.get(name)
  if (typeof make !== 'function') throw new TypeError(`${JSON.stringify(name)} is not a function`)
  const failed = (error: unknown): never => {
    throw named(error, name, registry.fileOf(name))
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

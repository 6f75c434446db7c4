/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/** Tells an object from a list and from null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Keeps the values that were asked for lately, at most twice `size`. A hit costs one look-up: values are not put in order, but when the young
 * generation is full it becomes the old one, and what is left of the old one is dropped.
 */
export class Cache<V> {
  readonly #size: number
  readonly #make: (key: string) => V
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  constructor(size: number, make: (key: string) => V) {
    this.#size = size
    this.#make = make
  }

  get(key: string): V {
    const known = this.#young.get(key)
    if (known !== undefined) return known
    const value = this.#old.get(key) ?? this.#make(key)
    if (this.#young.size >= this.#size) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
    return value
  }
}

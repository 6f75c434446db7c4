/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/** Returns whether a value is a JSON object (neither a list nor null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Caches recently used values, at most 2 × `size`. When the young generation is full, it replaces the old one. The cache
 * does not track the order of use, so a hit usually costs only one lookup.
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

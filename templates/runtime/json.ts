export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** Returns whether a value is a JSON object (neither a list nor null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an object's own member. Names can be those of members that every object has, such as `toString`. */
export function memberOf<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Returns a function that calls `make`, and keeps the latest `size` values that it has made. */
export function cached<V>(size: number, make: (key: string) => V): (key: string) => V {
  const values = new Map<string, V>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const value = make(key)
    values.set(key, value)
    // The order of a map is that of insertion.
    const [oldest] = values.keys()
    if (values.size > size && oldest !== undefined) values.delete(oldest)
    return value
  }
}

/** Returns the path of an undefined value at any depth, or undefined if there is none. */
export function undefinedIn(value: unknown, path: string): string | undefined {
  if (value === undefined) return path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = undefinedIn(inner, `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** @throws TypeError, because ignoring an undefined value would select or change more than the calling code means */
export function rejectUndefined(name: string, value: unknown): void {
  const path = undefinedIn(value, name)
  if (path !== undefined)
    throw new TypeError(`${path} is undefined. Omit it, or use null for items without a value.`)
}

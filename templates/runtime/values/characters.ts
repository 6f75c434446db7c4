import { isObject, type Json } from '../json.js'

const LONE_SURROGATE = /\p{Surrogate}/u

/** What is wrong with the characters of a text on some engine (SPEC 1.3); undefined where nothing is. */
export function characterFault(text: string): string | undefined {
  if (text.includes('\0')) return 'must not hold the character U+0000'
  if (LONE_SURROGATE.test(text)) return 'must not hold half of a surrogate pair'
  return undefined
}

/** What keeps a JSON value from being stored as it is, at any depth: characters as above, numbers beyond a double. Undefined where nothing does. */
export function jsonFault(value: Json): string | undefined {
  if (typeof value === 'string') return characterFault(value)
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'must not hold a number beyond 1.8e308'
  if (Array.isArray(value)) return firstFault(value, jsonFault)
  if (isObject(value))
    return firstFault(Object.entries(value), ([key, each]) => characterFault(key) ?? jsonFault(each))
  return undefined
}

function firstFault<T>(list: readonly T[], faultOf: (each: T) => string | undefined): string | undefined {
  for (const each of list) {
    const fault = faultOf(each)
    if (fault !== undefined) return fault
  }
  return undefined
}

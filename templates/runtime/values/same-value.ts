import { type Json, isObject } from '../json.js'

/** Returns whether two values in canonical form are equal. The order of an object's keys does not matter. */
export function isSameValue(a: Json, b: Json): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, index) => isSameValue(each, b[index] ?? null))
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameValue(a[name] ?? null, b[name] ?? null))
  )
}

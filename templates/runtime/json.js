/** Tells an object from a list and from null. */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

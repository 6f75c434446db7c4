/**
 * Compares strings by code unit, for `sort`. The order is the same in every locale, so that the same input produces the
 * same bytes.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Returns the items sorted by a key. */
export function sortedBy<T>(items: Iterable<T>, key: (item: T) => string): T[] {
  return [...items].sort((a, b) => compareText(key(a), key(b)))
}

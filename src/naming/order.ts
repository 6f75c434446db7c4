/**
 * Compares strings by code unit, for `sort`. The order is the same in every locale, so that the same input produces the
 * same bytes.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * Returns the items sorted by a key. First checks whether they are already sorted, because most lists are, and the
 * check is cheaper than sorting.
 */
export function sortedBy<T>(items: Iterable<T>, key: (item: T) => string): T[] {
  const list = [...items]
  return isSorted(list, key) ? list : list.sort((a, b) => compareText(key(a), key(b)))
}

function isSorted<T>(list: readonly T[], key: (item: T) => string): boolean {
  let last = ''
  for (const item of list) {
    const text = key(item)
    if (text < last) return false
    last = text
  }
  return true
}

/** Compares texts by code unit, the same in every locale (SPEC 4: same input, same bytes). For `sort`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Sorts by a text of each item, without changing the list. Most lists are sorted already, which is told at less cost. */
export function sortedBy<T>(items: Iterable<T>, key: (item: T) => string): T[] {
  const list = [...items]
  const isSorted = list.every((item, index) => {
    const before = list[index - 1]
    return before === undefined || key(before) <= key(item)
  })
  return isSorted ? list : list.sort((a, b) => compareText(key(a), key(b)))
}

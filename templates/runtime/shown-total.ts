import type { Selection } from './store.js'

/** How many rows a condition selects in all, where the last of them is among the `found` rows of a selection; else undefined. */
export function shownTotal(
  { take = Infinity, skip = 0, after }: Selection,
  found: number,
): number | undefined {
  const isLast = after === undefined && found < take && (found > 0 || skip === 0)
  return isLast ? skip + found : undefined
}

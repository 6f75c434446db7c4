const MAX_CANDIDATES = 200
const MAX_LENGTH = 60

/**
 * Returns the most similar candidate ("did you mean"): the one with the smallest edit distance
 * (Damerau-Levenshtein, optimal string alignment), ignoring case.
 * @returns undefined if the smallest distance exceeds a third of the name's length, rounded to the nearest integer, or
 * if the name is too long
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const limit = Math.floor(name.length / 3 + 0.5)
  const wanted = name.toLowerCase()
  let best: string | undefined
  let bestDistance = limit + 1
  let looked = 0
  for (const candidate of candidates) {
    looked += 1
    if (looked > MAX_CANDIDATES) break
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Returns help text that suggests the {@link nearest} known name for an unknown name, if there is one. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(name, candidates)
  return found === undefined ? undefined : `Did you mean "${found}"?`
}

function editDistance(a: string, b: string): number {
  const width = b.length + 1
  let beforeLast = new Uint8Array(width)
  let last = new Uint8Array(width)
  let current = new Uint8Array(width)
  for (let column = 0; column <= b.length; column++) last[column] = column
  for (let row = 1; row <= a.length; row++) {
    current[0] = row
    for (let column = 1; column <= b.length; column++) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      const change = at(last, column - 1) + (isSame ? 0 : 1)
      const isSwap =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      const swap = isSwap ? at(beforeLast, column - 2) + 1 : change
      current[column] = Math.min(at(last, column) + 1, at(current, column - 1) + 1, change, swap)
    }
    const done = current
    current = beforeLast
    beforeLast = last
    last = done
  }
  return at(last, b.length)
}

function at(row: Uint8Array, column: number): number {
  return row[column] ?? 0
}

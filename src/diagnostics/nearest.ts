/** Candidates that are looked at: the suggestion must not cost more than the problem. */
const MOST = 500

/**
 * Finds the name that was probably meant ("did you mean", SPEC 3): the candidate with the fewest edits (a letter added, left out,
 * changed, or two neighbours swapped: Damerau-Levenshtein, optimal string alignment). Case does not count.
 * @returns undefined where no candidate is within a third of the name's length, and none for names of one letter
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.floor(Math.min(name.length, 60) / 3 + 0.5)
  if (name.length > 100) return undefined
  let best: string | undefined
  let bestDistance = limit + 1
  let looked = 0
  for (const candidate of candidates) {
    looked += 1
    if (looked > MOST) break
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue
    const distance = distanceIgnoringCase(name, candidate)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** A name that differs in case alone is as near as can be. */
function distanceIgnoringCase(a: string, b: string): number {
  return editDistance(a.toLowerCase(), b.toLowerCase())
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const change = at(last, column - 1) + (isSame ? 0 : 1)
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swap = isSwap ? at(beforeLast, column - 2) + 1 : Infinity
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, change, swap))
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}

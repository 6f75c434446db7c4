/** Longer words must match exactly. */
export const MAX_FUZZY_LETTERS = 25

/**
 * Returns a test of whether a folded text contains a word that differs from a given word by at most `edits` edits.
 * @param letters the characters in words, for use inside brackets
 */
export function fuzzyTest(word: string, edits: number, letters: string): (text: string) => boolean {
  const wanted = [...word]
  const max = wanted.length > MAX_FUZZY_LETTERS ? 0 : edits
  const words = new RegExp(`[${letters}]+`, 'gu')
  // A character consists of at most two UTF-16 code units.
  const maxLength = 2 * (wanted.length + max)
  return (text) => {
    for (const [found] of text.matchAll(words))
      if (found.length <= maxLength && editDistance([...found], wanted, max) <= max) return true
    return false
  }
}

/**
 * Returns the number of insertions, deletions, substitutions and swaps of adjacent letters that turn one word into the
 * other, or Infinity if it exceeds `max`. Computes only the part of the distance table that can be within `max`, so the
 * time is linear in the words' length.
 */
export function editDistance(given: ArrayLike<string>, wanted: ArrayLike<string>, max: number): number {
  if (Math.abs(given.length - wanted.length) > max) return Infinity
  let before: number[] = []
  let last = Array.from({ length: wanted.length + 1 }, (_, column) => column)
  for (let row = 1; row <= given.length; row++) {
    const current = Array.from({ length: wanted.length + 1 }, () => Infinity)
    current[0] = row
    for (let column = Math.max(1, row - max); column <= Math.min(wanted.length, row + max); column++) {
      const isSame = given[row - 1] === wanted[column - 1]
      const isSwapped = given[row - 1] === wanted[column - 2] && given[row - 2] === wanted[column - 1]
      current[column] = Math.min(
        (last[column - 1] ?? Infinity) + (isSame ? 0 : 1),
        (last[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity,
      )
    }
    if (Math.min(...current) > max) return Infinity
    before = last
    last = current
  }
  const distance = last[wanted.length] ?? Infinity
  return distance <= max ? distance : Infinity
}

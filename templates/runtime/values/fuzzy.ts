/** Longer words must match exactly. */
export const MAX_FUZZY_LETTERS = 25

/** Tests whether a text contains a word that differs from a given word by at most `edits` edits. */
export class FuzzyWord {
  readonly #letters: readonly string[]
  readonly #edits: number
  readonly #words: RegExp

  /** @param letters the characters in words, for use inside brackets */
  constructor(word: string, edits: number, letters: string) {
    this.#letters = [...word]
    this.#edits = this.#letters.length > MAX_FUZZY_LETTERS ? 0 : edits
    this.#words = new RegExp(`[${letters}]+`, 'gu')
  }

  /** @param text the folded text */
  isIn(text: string): boolean {
    // A character consists of at most two UTF-16 code units.
    const maxLength = 2 * (this.#letters.length + this.#edits)
    for (const [word] of text.matchAll(this.#words))
      if (word.length <= maxLength && editDistance([...word], this.#letters, this.#edits) <= this.#edits)
        return true
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

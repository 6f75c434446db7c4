/** Longer words must match exactly. */
export const MAX_FUZZY_LETTERS = 25

/** Tests whether a text contains a word that differs from a given word by at most `edits` edits. */
export class FuzzyWord {
  readonly #letters: readonly string[]
  readonly #edits: number
  readonly #words: RegExp

  /** @param letters the characters in words, for use inside brackets */
  constructor(word: string, edits: number, letters: string) {
    this.#letters = [...word.toLowerCase()]
    this.#edits = this.#letters.length > MAX_FUZZY_LETTERS ? 0 : edits
    this.#words = new RegExp(`[${letters}]+`, 'gu')
  }

  /** @param text the text, in lowercase */
  isIn(text: string): boolean {
    for (const [word] of text.matchAll(this.#words)) if (this.#isNear(word)) return true
    return false
  }

  /**
   * Returns whether a word is within the number of insertions, deletions, substitutions and swaps of adjacent letters.
   * Computes only the part of the distance table that can be within it, so the time is linear in the word's length.
   */
  #isNear(word: string): boolean {
    const wanted = this.#letters
    const max = this.#edits
    // A character consists of at most two UTF-16 code units.
    if (word.length > 2 * (wanted.length + max)) return false
    const given = [...word]
    if (Math.abs(given.length - wanted.length) > max) return false
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
      if (Math.min(...current) > max) return false
      before = last
      last = current
    }
    return (last[wanted.length] ?? Infinity) <= max
  }
}

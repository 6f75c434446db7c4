import { MAX_FUZZY_LETTERS } from './fuzzy.js'

/**
 * A pattern for the words of a string, ignoring case. A word is a run of letters, digits and `_`. `word` matches the
 * same word. In a `wildcard`, `*` stands for any characters and `?` for one character. `fuzzy` allows at most `edits`
 * insertions, deletions, substitutions or swaps of adjacent letters. `phrase` matches the words in this order, with no
 * other words in between. Words are in lowercase and without accents (`folded`).
 */
export type TextPattern =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly text: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 1 | 2 }
  | { readonly kind: 'phrase'; readonly words: readonly string[] }

/** How words are described in a database's regular expressions. */
export interface WordClass {
  /** The characters allowed in a word, for use inside brackets. */
  readonly wordCharacter: string
  /**
   * Returns the n-th part as an atomic group, so that backtracking engines do not take exponential time for `*a*a*a*b`.
   */
  readonly settled?: (part: string, n: number) => string
  /**
   * Returns a pattern that matches a letter in either case and with any accent, for databases that search the text as it
   * is stored.
   * @param fuzzyLength the length of a fuzzy word, whose pattern contains each letter many times; 0 for other words
   */
  readonly variants?: (letter: string, fuzzyLength: number) => string
}

/**
 * Returns the regular expression that matches a pattern in folded text. It uses only syntax that all databases support,
 * and `words` for everything else.
 */
export function patternSource(pattern: TextPattern, words: WordClass): string {
  const letter = `[${words.wordCharacter}]`
  return `(?<!${letter})${inner(pattern, words)}(?!${letter})`
}

function inner(pattern: TextPattern, words: WordClass): string {
  const { wordCharacter } = words
  switch (pattern.kind) {
    case 'word':
      return literal(pattern.text, words)
    case 'wildcard':
      return wildcard(pattern.text, words)
    case 'fuzzy': {
      const letters = [...pattern.text]
      const sources = letters.map((letter) => literal(letter, words, letters.length))
      // The word must not be empty.
      return `(?=[${wordCharacter}])${fuzzy(sources, pattern.edits, `[${wordCharacter}]`)}`
    }
    case 'phrase':
      return pattern.words.map((word) => literal(word, words)).join(`[^${wordCharacter}]+`)
  }
}

/** Returns the expression for a fuzzy word. @param letter the expression for any letter */
export function fuzzy(letters: readonly string[], edits: 1 | 2, letter: string): string {
  return near(letters, letters.length > MAX_FUZZY_LETTERS ? 0 : edits, letter)
}

/**
 * Returns the expression for a word with wildcards. Each part between two `*` matches only at its first occurrence.
 * This is sufficient: if the rest can match at all, it can match from there.
 */
function wildcard(text: string, words: WordClass): string {
  const { wordCharacter, settled = (part) => part } = words
  const letter = `[${wordCharacter}]`
  const parts = text
    .split(/\*+/)
    .map((part) => [...part].map((each) => (each === '?' ? letter : literal(each, words))).join(''))
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return first
  const between = rest.map((part, index) => settled(`${letter}*?${part}`, index + 1))
  return `${first}${between.join('')}${letter}*${last}`
}

function literal(text: string, { variants = escaped }: WordClass, fuzzyLength = 0): string {
  return [...text].map((letter) => variants(letter, fuzzyLength)).join('')
}

export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * Returns an expression for strings that differ by at most `edits` insertions, deletions, substitutions or swaps of
 * adjacent letters. Each edit is in the left half, in the right half, or swaps the two letters where the halves meet.
 * The expression's size therefore grows with n·log²n.
 */
function near(letters: readonly string[], edits: number, letter: string): string {
  const [only] = letters
  if (only === undefined) return `${letter}{0,${edits}}`
  if (edits === 0) return letters.join('')
  if (letters.length === 1) {
    const others = Array.from(
      { length: edits + 1 },
      (_, place) => letter.repeat(place) + only + letter.repeat(edits - place),
    )
    return `(?:${[`${letter}{0,${edits}}`, ...others].join('|')})`
  }
  const middle = Math.ceil(letters.length / 2)
  const [left, right] = [letters.slice(0, middle), letters.slice(middle)]
  const halves = (before: readonly string[], between: string, after: readonly string[], left: number) =>
    Array.from(
      { length: left + 1 },
      (_, first) => near(before, first, letter) + between + near(after, left - first, letter),
    )
  const swapped = `${right[0] ?? ''}${left.at(-1) ?? ''}`
  return `(?:${[
    ...halves(left, '', right, edits),
    ...halves(left.slice(0, -1), swapped, right.slice(1), edits - 1),
  ].join('|')})`
}

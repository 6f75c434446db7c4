import type { TextPattern } from '../condition.js'

/** How the engine writes what belongs to a word. */
export interface WordClass {
  /** Inside of brackets. */
  readonly wordCharacter: string
  /**
   * For engines that try again and again: the n-th part that, once found, is never sought elsewhere. It keeps `*a*a*a*b` from taking
   * exponential time.
   */
  readonly settled?: (part: string, n: number) => string
  /** What finds a small letter, over text that is not in lower case. */
  readonly anyCase?: (letter: string) => string
}

/** Longer words must be equal: PostgreSQL takes long over a large expression, and MongoDB takes none of more than 32,764 bytes. */
const MAX_FUZZY_LETTERS = 25

/**
 * A regular expression for a pattern, over text in lower case. It keeps to what JavaScript and PostgreSQL read alike; what a letter is they
 * say each in their own way.
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
      const letters = [...pattern.text].map((letter) => literal(letter, words))
      return near(letters, letters.length > MAX_FUZZY_LETTERS ? 0 : pattern.edits, `[${wordCharacter}]`)
    }
    case 'phrase':
      return pattern.words.map((word) => literal(word, words)).join(`[^${wordCharacter}]+`)
  }
}

/** What stands between two `*` is taken where it comes first: if the rest fits at all, it fits after that. */
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

function literal(text: string, { anyCase = escaped }: WordClass): string {
  return [...text.toLowerCase()].map(anyCase).join('')
}

/** A text as an expression that finds just this. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * What is at most `edits` insertions, deletions, changes or swaps of neighbours away from the letters, as Lucene counts them. An edit lies in the left
 * or in the right half or swaps the letters between them, so the expression grows with n·log²n.
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

import type { TextPattern } from '../../condition.js'

const WORD = /[\p{L}\p{N}_]+/gu
const WILD_WORD = /[\p{L}\p{N}_*?]+/gu

/** Longest word to look for with changes: what is searched grows with it. */
const MAX_FUZZY_LENGTH = 50

/** In one term. */
const MAX_WILD_WORDS = 20

/** In one word. */
const MAX_STARS = 4

/** The words of a text, as `TextPattern` knows them. */
function wordsOf(text: string): string[] {
  return text.match(WORD) ?? []
}

/** What text must be like that holds these words one after the other; undefined where there is no word. */
export function phrasePattern(text: string): TextPattern | undefined {
  const words = wordsOf(text)
  const [first] = words
  if (first === undefined) return undefined
  return words.length === 1 ? { kind: 'word', text: first } : { kind: 'phrase', words }
}

/**
 * Patterns that text must all be like which fits these words with `*` and `?`. Undefined where there are too many: each `*` multiplies the ways
 * to try.
 */
export function wildcardPatterns(text: string): TextPattern[] | undefined {
  const words = (text.match(WILD_WORD) ?? []).map((word) => word.replace(/\*{2,}/g, '*'))
  if (words.length > MAX_WILD_WORDS || words.some((word) => word.split('*').length > MAX_STARS + 1))
    return undefined
  return words.map((word) =>
    /[*?]/.test(word) ? { kind: 'wildcard', text: word } : { kind: 'word', text: word },
  )
}

/** The pattern of one word that may differ a little; undefined where it is not one word of a sensible length. */
export function fuzzyPattern(text: string, edits: 1 | 2): TextPattern | undefined {
  const [word, ...more] = wordsOf(text)
  if (word === undefined || more.length > 0 || word.length > MAX_FUZZY_LENGTH) return undefined
  return { kind: 'fuzzy', text: word, edits }
}

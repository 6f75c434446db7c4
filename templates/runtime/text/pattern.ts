import type { TextPattern } from '../condition.js'

/** How the engine writes what belongs to a word, inside of brackets. */
export interface WordClass {
  readonly wordCharacter: string
}

/**
 * A regular expression for a pattern, over text in lower case. It keeps to what JavaScript and PostgreSQL read alike; what a letter is they
 * say each in their own way.
 */
export function patternSource(pattern: TextPattern, { wordCharacter }: WordClass): string {
  const letter = `[${wordCharacter}]`
  return `(?<!${letter})${inner(pattern, wordCharacter)}(?!${letter})`
}

function inner(pattern: TextPattern, wordCharacter: string): string {
  const letter = `[${wordCharacter}]`
  switch (pattern.kind) {
    case 'word':
      return literal(pattern.text)
    case 'wildcard':
      return [...pattern.text]
        .map((character) => {
          if (character === '*') return `${letter}*`
          return character === '?' ? letter : literal(character)
        })
        .join('')
    case 'fuzzy':
      return `(?:${near([...pattern.text].map(literal), pattern.edits, letter)})`
    case 'phrase':
      return pattern.words.map(literal).join(`[^${wordCharacter}]+`)
  }
}

function literal(text: string): string {
  return text.toLowerCase().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * What is at most `edits` insertions, deletions or changes away from the letters. A change lies in the left or in the right half, so the
 * expression grows with n·log²n.
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
  const halves = Array.from(
    { length: edits + 1 },
    (_, left) =>
      near(letters.slice(0, middle), left, letter) + near(letters.slice(middle), edits - left, letter),
  )
  return `(?:${halves.join('|')})`
}

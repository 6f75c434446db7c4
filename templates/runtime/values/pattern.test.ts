import { describe, expect, it } from 'vitest'
import { distance } from '../testing/memory-condition.js'
import { WORDS as MONGO_WORDS } from '../mongo/filter.js'
import { patternSource } from './pattern.js'

const WORDS = { wordCharacter: String.raw`\p{L}\p{Nd}_` }

function finds(text: string, edits: 1 | 2): (word: string) => boolean {
  const expression = new RegExp(patternSource({ kind: 'fuzzy', text, edits }, WORDS), 'u')
  return (word) => expression.test(word)
}

/** Returns all words made up of the given letters, up to a maximum length. */
function wordsOf(letters: string, length: number): string[] {
  if (length === 0) return ['']
  const shorter = wordsOf(letters, length - 1)
  return [...new Set([...shorter, ...shorter.flatMap((word) => [...letters].map((letter) => word + letter))])]
}

describe('a fuzzy word', () => {
  it.each([
    ['ab', 1],
    ['ab', 2],
    ['abc', 1],
    ['abca', 2],
    ['aabb', 2],
  ] as const)(
    '%s~%i matches words within this number of edits, counting a swap as one edit',
    (text, edits) => {
      const near = finds(text, edits)
      for (const word of wordsOf('abc', 6).filter((each) => each !== ''))
        expect([word, near(word)]).toEqual([word, distance(word, text) <= edits])
    },
  )

  it.each([15, 25, 26, 1000])('of %i letters stays within the size limit for expressions', (length) => {
    const source = patternSource({ kind: 'fuzzy', text: 'o'.repeat(length), edits: 2 }, MONGO_WORDS)
    expect(Buffer.byteLength(source)).toBeLessThan(32_764)
  })
})

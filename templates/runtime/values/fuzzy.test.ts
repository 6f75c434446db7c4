import { expect, test } from 'vitest'
import { pick, random } from '../../../src/testing/random.js'
import { distance } from '../testing/memory-condition.js'
import { fuzzyTest } from './fuzzy.js'
import { processorTime } from '../../../src/testing/processor-time.js'

const LETTERS = '\\p{L}\\p{N}'

test('a fuzzy word is found exactly if a word is within the number of edits', () => {
  const next = random(3)
  const word = (): string =>
    Array.from({ length: 1 + Math.floor(next() * 6) }, () => pick(next, ['a', 'b', 'ж', '𝒳'])).join('')
  for (let round = 0; round < 3000; round++) {
    const [wanted, given] = [word(), word()]
    for (const edits of [1, 2]) {
      const isNear = distance(given, wanted) <= edits
      expect([wanted, given, edits, fuzzyTest(wanted, edits, LETTERS)(`- ${given}.`)]).toEqual([
        wanted,
        given,
        edits,
        isNear,
      ])
    }
  }
})

test('takes linear time', () => {
  const text = 'quick brown fox '.repeat(1 << 16)
  const started = processorTime()
  expect(fuzzyTest('quxckly', 2, LETTERS)('x'.repeat(1 << 20))).toBe(false)
  expect(fuzzyTest('zzzzz', 2, LETTERS)(text)).toBe(false)
  expect(processorTime() - started).toBeLessThan(3000)
})

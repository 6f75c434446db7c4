import { expect, it } from 'vitest'
import { automatonOf, linearPattern } from './pattern.js'
import { pick, random, type Random } from '../../../src/testing/random.js'

const PIECES = [
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '\\W',
  '\\d',
  '\\s',
  '\\.',
  ' ',
  '\\x61',
  '[\\]b-]',
  '^',
  '$',
  '\\b',
  '\\B',
  '\\u0062',
]
const QUANTIFIERS = ['', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '{2,3}?', '{0}']

function randomPattern(next: Random, depth = 3): string {
  const parts = Array.from({ length: 1 + Math.floor(next() * 3) }, () => {
    const isGroup = depth > 0 && next() < 0.3
    const isAssertion = (piece: string): boolean => ['^', '$', '\\b', '\\B'].includes(piece)
    const piece = isGroup
      ? `(${next() < 0.5 ? '?:' : ''}${randomPattern(next, depth - 1)})`
      : pick(next, PIECES)
    return isAssertion(piece) ? piece : piece + pick(next, QUANTIFIERS)
  })
  return next() < 0.2 ? `${parts.join('')}|${randomPattern(next, 0)}` : parts.join('')
}

it('matches the same text as JavaScript', () => {
  const next = random(7)
  for (let round = 0; round < 2000; round++) {
    const pattern = randomPattern(next)
    const matcher = automatonOf(pattern)
    if (matcher === undefined) continue
    const native = new RegExp(pattern)
    for (const length of [0, 2, 5, 9]) {
      const text = Array.from({ length }, () => pick(next, ['a', 'a', 'a', 'b', ' ', '.', '-', '1'])).join('')
      expect(matcher.test(text), `${pattern} on ${JSON.stringify(text)}`).toBe(native.test(text))
    }
  }
})

it.each([
  '[a-z]+@',
  '\\s+$',
  '^(\\d+)(\\d+)(\\d+)x$',
  '(a|b)+c',
  '^[a-z ]*[a-z]*[a-z]*!$',
  '^(.*),(.*),(.*)$',
])('takes linear time for %s', (pattern) => {
  const matcher = linearPattern(pattern, '')
  for (const text of ['a'.repeat(1 << 18), ' '.repeat(1 << 18) + 'x', '1'.repeat(1 << 18)]) {
    const start = performance.now()
    expect(matcher.test(text)).toBe(false)
    expect(performance.now() - start).toBeLessThan(3_000)
  }
})

it.each(['(?=a)a+$', '(a)\\1+$', '\\p{L}+', '(?<!b)a'])(
  'matches the same text as JavaScript for the unsupported pattern %s',
  (pattern) => {
    const text = 'a'.repeat(100)
    expect(linearPattern(pattern, '').test(text)).toBe(new RegExp(pattern).test(text))
  },
)

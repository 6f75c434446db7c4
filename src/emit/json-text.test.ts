import { expect, test } from 'vitest'
import { format } from './format.js'
import { jsonText } from './json-text.js'

const DOCUMENT = {
  empty: {},
  none: [],
  short: { a: 1, b: [true, null, 'x'] },
  objects: [
    { name: 'a', in: 'query' },
    { name: 'b', in: 'path' },
  ],
  small: [{ $ref: '#/a' }, { $ref: '#/b' }],
  lists: [
    ['a', 'b'],
    ['c', 'd'],
  ],
  mixed: [{ a: 1, b: 2 }, ['c', 'd']],
  long: [
    'a text that is quite long',
    'another text that is quite long',
    'and a third one',
    'and so it goes on',
  ],
  nested: { deeper: { description: 'x'.repeat(120), type: ['string', 'null'] }, next: { type: 'string' } },
  latin: 'é – “quoted” …',
}

test('JSON comes out as the formatter prints it', async () => {
  expect(jsonText(DOCUMENT)).toBe(await format('a.json', JSON.stringify(DOCUMENT)))
})

test('what just fits, and what just does not, stands as the formatter has it', async () => {
  for (let length = 80; length < 110; length += 1) {
    const document = {
      one: { text: 'x'.repeat(length) },
      two: ['y'.repeat(length), 'z'],
      three: 'x'.repeat(length),
    }
    expect(jsonText(document)).toBe(await format('a.json', JSON.stringify(document)))
  }
})

test.each([
  ['letters that may be wide', '漢字'],
  ['lists of numbers, which fill lines', [1, 2, 3]],
])('%s are left to the formatter', (_name, value) => {
  expect(jsonText({ value })).toBeNull()
})

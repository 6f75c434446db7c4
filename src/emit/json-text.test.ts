import { expect, test } from 'vitest'
import { format } from './format.js'
import type { Json } from '../ir/index.js'
import { jsonText, objectText, type Printer } from './json-text.js'

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
  expect(printed(DOCUMENT)).toBe(await format('a.json', JSON.stringify(DOCUMENT)))
})

test('what just fits, and what just does not, stands as the formatter has it', async () => {
  for (let length = 80; length < 110; length += 1) {
    const document = {
      one: { text: 'x'.repeat(length) },
      two: ['y'.repeat(length), 'z'],
      three: 'x'.repeat(length),
    }
    expect(printed(document)).toBe(await format('a.json', JSON.stringify(document)))
  }
})

test.each([
  ['letters that may be wide', '漢字'],
  ['lists of numbers, which fill lines', [1, 2, 3]],
])('%s are left to the formatter', (_name, value) => {
  expect(jsonText({ value }).isFinal).toBe(false)
})

test('an object of values that are printed one by one comes out as the whole', async () => {
  const objects = [{}, { a: {} }, { short: { a: 1, b: 'x' } }, DOCUMENT, { a: DOCUMENT, b: DOCUMENT }]
  for (const object of objects) {
    const whole = { x: object, y: { z: object } }
    const entriesOf = (value: object): [string, Printer][] =>
      Object.entries(value).map(([key, each]) => [key, (place) => jsonText(each, place)])
    const { text } = objectText([
      ['x', (place) => objectText(entriesOf(object), place)],
      ['y', (place) => objectText(entriesOf({ z: object }), place)],
    ])
    expect(`${text}\n`).toBe(await format('a.json', JSON.stringify(whole)))
  }
})

test('what a value refers to is told', () => {
  const value = { $ref: '#/a', list: [{ $ref: '#/b', description: 'x'.repeat(120) }, { $ref: '#/a' }] }
  expect(jsonText(value).references.toSorted()).toEqual(['#/a', '#/b'])
})

function printed(value: Json): string {
  const { text, isFinal } = jsonText(value)
  expect(isFinal).toBe(true)
  return `${text}\n`
}

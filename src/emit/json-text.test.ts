import { expect, test } from 'vitest'
import { format } from './format.js'
import { entriesText } from './json-text.js'
import type { JsonObject } from './openapi/json.js'

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
  last: {},
}

test('JSON comes out as the formatter prints it', async () => {
  expect(printed(DOCUMENT)).toBe(await formatted(DOCUMENT))
})

test('what just fits, and what just does not, stands as the formatter has it', async () => {
  for (let length = 80; length < 110; length += 1) {
    const document = {
      one: { text: 'x'.repeat(length) },
      two: ['y'.repeat(length), 'z'],
      three: [['y'.repeat(length)], { text: 'x'.repeat(length) }],
      four: { a: { text: 'x'.repeat(length) }, b: ['y'.repeat(length)] },
      last: {},
    }
    expect(printed(document)).toBe(await formatted(document))
  }
})

test('at any depth it stands as the formatter has it', async () => {
  let document: JsonObject = DOCUMENT
  for (let depth = 0; depth < 12; depth += 1) document = { before: document, last: {} }
  expect(printed(document)).toBe(await formatted(document))
})

test.each([
  ['letters that may be wide', '漢字'],
  ['lists of numbers, which fill lines', [1, 2, 3]],
])('%s are left to the formatter', (_name, value) => {
  expect(entriesText([['value', value]], '').isFinal).toBe(false)
})

test('what entries refer to is told', () => {
  const to = (path: string): JsonObject => ({ $ref: `#/components/${path}` })
  const value = {
    ...to('schemas/A'),
    list: [{ ...to('headers/B'), description: 'x'.repeat(120) }, to('schemas/A')],
  }
  const last = {
    own: to('parameters/C.d'),
    other: to('parameters/C.e'),
    inner: to('schemas/D.Definitions/$defs/x'),
  }
  expect(entriesText(Object.entries({ value, last, shared: to('parameters/q') }), '').references).toEqual([
    'schemas/A',
    'headers/B',
    'parameters/C.',
    'schemas/D.Definitions',
    'parameters/q',
  ])
})

function printed(entries: JsonObject): string {
  const { text, isFinal } = entriesText(Object.entries(entries), '  ')
  expect(isFinal).toBe(true)
  return `{\n  ${text}\n}\n`
}

/** The formatter keeps the lines of an object that begins one. */
function formatted(entries: JsonObject): Promise<string> {
  return format('a.json', JSON.stringify(entries).replace('{', '{\n'))
}

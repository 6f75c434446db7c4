import { expect, test } from 'vitest'
import type { MadePart } from '../output/file.js'
import { textOf } from '../output/pieces.js'
import { JsonDocument } from './json-document.js'
import { fixedPart, type Part } from './parts.js'

/** A part that the next run may take from the document. */
function kept(name: string): Part {
  const part = fixedPart([[name, { description: `über ${name}` }]], '    ')
  return { ...part, madeOf: { name, given: '', facts: [], references: [] } }
}

interface Made {
  readonly text: string
  readonly isFinal: boolean
  readonly parts: readonly MadePart[]
}

function documentOf(former: string, lists: Readonly<Record<string, readonly Part[]>>): Made {
  const document = new JsonDocument(Buffer.from(former))
  document.open(null)
  for (const [key, parts] of Object.entries(lists)) {
    document.open(key)
    for (const part of parts) document.add(part)
    document.close()
  }
  document.close()
  const { pieces, isFinal, parts } = document.ended()
  return { text: textOf(pieces), isFinal, parts }
}

/** The part as it is taken from an earlier document. */
function recalled(part: MadePart): Part {
  return { references: [], text: part, madeOf: part }
}

test('a document says where its parts stand in it', () => {
  const { text, parts } = documentOf('', { a: [kept('x'), kept('y')], b: [kept('z')], c: [] })
  expect(JSON.parse(text)).toEqual({
    a: { x: { description: 'über x' }, y: { description: 'über y' } },
    b: { z: { description: 'über z' } },
    c: {},
  })
  expect(parts.map(({ name, start, end }) => [name, Buffer.from(text).toString('utf8', start, end)])).toEqual(
    ['x', 'y', 'z'].map((name) => [name, `"${name}": { "description": "über ${name}" }`]),
  )
})

test.each([
  ['all of it', ['w', 'x', 'y', 'z']],
  ['without the first', ['x', 'y', 'z']],
  ['without one between others', ['w', 'x', 'z']],
  ['with others between', ['new', 'w', 'x', 'newer', 'y', 'z', 'last']],
  ['in another order', ['y', 'z', 'x', 'w']],
])('what is taken from an earlier document comes out as if it were made anew: %s', (_what, names) => {
  const former = documentOf('', { a: [kept('w'), kept('x')], b: [kept('y'), kept('z')] })
  const parts = new Map(former.parts.map((part) => [part.name, part]))
  const taken = names.map((name) => {
    const part = parts.get(name)
    return part === undefined ? kept(name) : recalled(part)
  })
  const anew = documentOf('', { a: names.map(kept), b: [] })
  expect(documentOf(former.text, { a: taken, b: [] })).toEqual(anew)
})

test('a document that is put together of many pieces is whole, and its parts stand where it says', () => {
  const names = Array.from({ length: 9 }, (_, index) => `${index}${'ö'.repeat(50_000)}`)
  const { text, parts } = documentOf('', { a: names.map(kept) })
  expect(JSON.parse(text)).toEqual({
    a: Object.fromEntries(names.map((name) => [name, { description: `über ${name}` }])),
  })
  const taken = parts.slice(1).map(recalled)
  expect(documentOf(text, { a: taken })).toEqual(documentOf('', { a: names.slice(1).map(kept) }))
})

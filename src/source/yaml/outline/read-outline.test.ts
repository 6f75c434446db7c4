import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { Collector } from '../../../diagnostics/collector.js'
import { fuzzSeeds } from '../../../testing/fuzz-seeds.js'
import { mutate } from '../../../testing/mutate.js'
import { randomFrom } from '../../../testing/random.js'
import { readWithLibrary } from '../read-with-library.js'
import type { Written } from '../written.js'
import { readOutline } from './read-outline.js'

const fixtures = join(import.meta.dirname, '../../../../fixtures')
const corpus = join(import.meta.dirname, '../../../../../shared/corpus')
const isThere = existsSync(corpus)
if (!isThere) console.log('YAML corpus: skipped, ../shared/corpus is not there')

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(raml|ya?ml)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').replace(/^\ufeff/, ''))
}

function fromLibrary(text: string): Written | readonly string[] | null {
  const collector = new Collector()
  const written = readWithLibrary({ path: '/api.raml', name: 'api.raml', text }, collector)
  const problems = collector.sorted().map(({ message }) => message)
  return problems.length === 0 ? written : problems
}

/** What of the texts was read, each checked to be what the library makes of it, problems included: there are none. */
function checked(texts: readonly string[]): number {
  const read = texts.filter((text) => {
    const outline = readOutline(text)
    if (outline !== null) expect([text, outline]).toEqual([text, fromLibrary(text)])
    return outline !== null
  })
  return read.length
}

const SAMPLE = `#%RAML 0.8
---
title: Stories # with a comment
version: 1.0
baseUri: http://{host}:{port}/{version}
empty:
documentation:
  - title: Start
    content: |
      # Head

        indented
      text

  - title: 'Second'
    content: !include docs/second.md
  -
    title: "Third: quoted"
traits:
- paged:
    queryParameters:
      page: {type: integer, maximum: <<max>>, default: -1}
      sort: { enum: [a, 2, true, ~, "b, c"], example: [] }
/stories:
  is: [paged: { max: 10 }, secured]
  description: a text
    of several

    lines
  get?:
  /{id}:
    'quoted key': 0x1f
    patch: {}
# the end
`

describe('the outline of a YAML file', () => {
  it('is read of a file as most are written', () => {
    expect(checked([SAMPLE])).toBe(1)
    expect(checked([SAMPLE.trimEnd()])).toBe(1)
  })

  test.each([
    ['an anchor', 'a: &b c'],
    ['an alias', 'a: *b'],
    ['a merge key', '<<: {a: b}'],
    ['an unknown tag', 'a: !b c'],
    ['an escape', 'a: "\\n"'],
    ['a folded text', 'a: >\n  b'],
    ['brackets over lines', 'a: [b,\n  c]'],
    ['a tab', 'a:\tb'],
    ['CRLF', 'a: b\r\n'],
    ['a second document', 'a: b\n---\nc: d'],
    ['nothing', '# nothing'],
    ['a key without a colon', 'a: b\nc'],
    ['a second colon', 'a: b: c'],
    ['bad indentation', 'a:\n    b: c\n  d: e'],
    ['a comment of what ends', 'a:\n  b: c\n  # d\ne: f'],
    ['a very long text', `a: ${'b'.repeat(500_000)}`],
    ['very deep nesting', `a: ${'['.repeat(5000)}`],
  ])('leaves %s to the library', (_name, text) => {
    expect(readOutline(text)).toBeNull()
  })

  it('is that of the library for nearly all fixtures', () => {
    const texts = textsIn(fixtures)
    expect(checked(texts)).toBeGreaterThan(texts.length * 0.8)
  })

  it.runIf(isThere)('is that of the library for most files in the wild', () => {
    const texts = textsIn(corpus)
    const read = checked(texts)
    console.log(`YAML corpus: ${read} of ${texts.length} read without the library`)
    expect(read).toBeGreaterThan(texts.length * 0.8)
  })

  test.each(fuzzSeeds(20))('is that of the library for mutated files, seed %d', (seed) => {
    const random = randomFrom(seed)
    checked(Array.from({ length: 50 }, () => mutate(SAMPLE, random)))
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type Draft, format, formatTogether, inBatches } from './format.js'

const SNAPSHOTS = fileURLToPath(new URL('../../snapshots', import.meta.url))

/** Modules that begin or end in ways that what stands before or after might change. */
const ODD = [
  '',
  '\n\n',
  '// only\n\n\n// comments\n',
  '/* block */',
  '/** doc */\n\n\n\nexport const a = 1',
  '\n\n\nexport const b = 2\n\n\n',
  ';[1].map(x=>x)',
  '(function(){})()',
  'const x = foo',
  '(bar)',
  '`a`.length',
  '/re/.test(a)',
  '+a',
  ';;',
  '{}',
  'type',
  'A = 1',
  'declare',
  'export default class A {}',
  '@dec class B { a = 1\n ;[b] = 2 }',
  'a() // trailing',
  '// oxfmt-ignore',
  'const   m = [1,0,\n0,1]',
  '// prettier-ignore\nconst   m = [1,0,\n0,1]\n// prettier-ignore',
  'import "x" // trailing',
  'foo() /* end */',
  'foo()\n\n\n/* end */\n\n',
  'if (a) b()\nelse c()',
  "export const text = `\nimport '*/`",
  'const s = `\r\n`\r\nfoo()\r\n',
]

function draftsOf(texts: readonly string[]): Draft[] {
  return texts.map((text, index) => ({ path: `src/${index}.ts`, text }))
}

function alone(drafts: readonly Draft[]): Promise<string[]> {
  return Promise.all(drafts.map(({ path, text }) => format(path, text)))
}

async function* oneByOne(drafts: readonly Draft[]): AsyncGenerator<Draft> {
  yield* drafts
}

async function batchesOf(drafts: readonly Draft[]): Promise<(readonly Draft[])[]> {
  const batches: (readonly Draft[])[] = []
  for await (const batch of inBatches(oneByOne(drafts))) batches.push(batch)
  return batches
}

it.each(ODD.map((text, index) => ({ text, before: ODD.at(index - 1) ?? '' })))(
  'formats $text as when it stands alone, whatever stands before and after',
  async ({ text, before }) => {
    for (const texts of [
      [before, text, before],
      [text, text],
      ['export const a = 1', text, 'export const b = 2'],
    ]) {
      expect(await formatTogether(draftsOf(texts))).toEqual(await alone(draftsOf(texts)))
    }
  },
)

it('formats all of them together as each alone', async () => {
  expect(await formatTogether(draftsOf(ODD))).toEqual(await alone(draftsOf(ODD)))
  expect(await formatTogether(draftsOf(ODD.toReversed()))).toEqual(await alone(draftsOf(ODD.toReversed())))
})

it('leaves the emitted files of all fixtures as they are', async () => {
  const paths = readdirSync(SNAPSHOTS, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )
  const drafts = paths.map((path) => ({ path, text: readFileSync(join(SNAPSHOTS, path), 'utf8') }))
  expect(new Set(paths.map(dirname)).size).toBeGreaterThan(100)
  for (const batch of await batchesOf(drafts)) {
    expect(await formatTogether(batch)).toEqual(batch.map(({ text }) => text))
  }
})

it.each([
  { is: 'a comment', open: 'foo()\n/* a', close: '/** doc */\nbar()' },
  { is: 'a text', open: 'foo(`a', close: '`)\nbar(`b`)' },
  { is: 'a block', open: 'function f() {', close: '}' },
  { is: 'a condition', open: 'if (a)', close: 'b()' },
])('names the file that leaves $is open, though another closes it', async ({ open, close }) => {
  const drafts = draftsOf(['export const a = 1', open, close])
  await expect(formatTogether(drafts)).rejects.toThrow(/^src\/1\.ts was rendered wrongly: /)
})

it('formats files of other kinds each alone, and leaves those that it does not know', async () => {
  const drafts = [
    { path: 'a.json', text: '{"a":1}' },
    { path: 'b.md', text: '*  b' },
    { path: 'c.sql', text: 'SELECT  1' },
  ]
  expect(await formatTogether(drafts)).toEqual(['{ "a": 1 }\n', '- b\n', 'SELECT  1'])
  expect(await batchesOf(drafts)).toEqual(drafts.map((draft) => [draft]))
})

it('gathers small files of TypeScript; a large one ends its batch', async () => {
  const sizes = async (texts: readonly string[]): Promise<number[]> =>
    (await batchesOf(draftsOf(texts))).map(({ length }) => length)
  expect(await sizes(Array.from({ length: 25 }, () => 'a()'))).toEqual([25])
  expect(await sizes(['a()', `f('${'a'.repeat(100_000)}')`, 'b()'])).toEqual([2, 1])
})

import { format as prettier } from 'prettier'
import { describe, expect, it } from 'vitest'
import { format } from './format.js'

const long = (letter: string, length: number): string => `'${letter.repeat(length)}'`
const choices = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa']

it('formats files by extension and leaves others unchanged', async () => {
  expect(await format('a.ts', 'const   a = "x"')).toBe("const a = 'x'\n")
  expect(await format('a.json', '{"a":1}')).toBe('{ "a": 1 }\n')
  expect(await format('b.md', '*  b')).toBe('- b\n')
  expect(await format('c.sql', 'SELECT  1')).toBe('SELECT  1')
})

it('reports an invalid file', async () => {
  await expect(format('src/1.ts', 'function f() {')).rejects.toThrow(/^src\/1\.ts was rendered incorrectly: /)
})

describe('prettier does not change a formatted file', () => {
  it.each([
    ...[41, 42, 43, 44, 45, 50].map((length) => `status: ${long('a', length)} | ${long('b', length)} | null`),
    ...[6, 7, 8, 9, 10].map((count) => {
      const members = choices.slice(0, count).map((choice) => `'${choice}'`)
      return `tags: (${members.join(' | ')})[] | null`
    }),
    ...[90, 92, 96, 97, 100, 104, 110].flatMap((length) => [
      `${'f'.repeat(length)}: string | null`,
      `${'f'.repeat(length)}?: number[] | null`,
    ]),
  ])('with %s', async (member) => {
    const text = await format(
      'a.ts',
      `export interface A { ${member} }\nexport type B = { ${member} } | null\n`,
    )
    const style = { semi: false, singleQuote: true, printWidth: 110, parser: 'typescript' } as const
    expect(text).toBe(await prettier(text, style))
  })
})

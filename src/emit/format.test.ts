import { expect, it } from 'vitest'
import { format } from './format.js'

it('formats files by extension, and does not change others', async () => {
  expect(await format('a.ts', 'const   a = "x"')).toBe("const a = 'x'\n")
  expect(await format('a.json', '{"a":1}')).toBe('{ "a": 1 }\n')
  expect(await format('b.md', '*  b')).toBe('- b\n')
  expect(await format('c.sql', 'SELECT  1')).toBe('SELECT  1')
})

it('reports an invalid file', async () => {
  await expect(format('src/1.ts', 'function f() {')).rejects.toThrow(/^src\/1\.ts was rendered incorrectly: /)
})

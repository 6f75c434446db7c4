import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Found, openFolder, hashOf } from './folder.js'

let base: string
let out: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'svcgen-'))
  out = join(base, 'out')
  mkdirSync(join(out, 'src'), { recursive: true })
  mkdirSync(join(base, 'elsewhere'))
})
afterEach(() => rmSync(base, { recursive: true }))

const look = (path: string): Found => openFolder(out).look(path)

test.each([0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 3 * 1024 * 1024])(
  'the hash of a file covers all %i bytes',
  (length) => {
    const text = 'x'.repeat(length)
    writeFileSync(join(out, 'src/a.ts'), text)
    expect(look('src/a.ts')).toMatchObject({ kind: 'file', hash: hashOf(text), text })
  },
)

test('distinguishes missing paths from paths that are not files', () => {
  writeFileSync(join(out, 'file'), '')
  expect(look('src/a.ts')).toEqual({ kind: 'absent' })
  expect(look('lib/a.ts')).toEqual({ kind: 'absent' })
  expect(look('src')).toEqual({ kind: 'blocked', by: 'folder-for-file' })
  expect(look('file/a.ts')).toEqual({ kind: 'blocked', by: 'file-for-folder' })
})

test('follows links that stay inside the folder, but not links that point outside', () => {
  writeFileSync(join(out, 'src/a.ts'), 'inside')
  writeFileSync(join(base, 'elsewhere/b.ts'), 'outside')
  symlinkSync('a.ts', join(out, 'src/inside.ts'))
  symlinkSync(join(base, 'elsewhere/b.ts'), join(out, 'src/outside.ts'))
  symlinkSync('nowhere.ts', join(out, 'src/dangling.ts'))
  symlinkSync('loop.ts', join(out, 'src/loop.ts'))
  expect(look('src/inside.ts')).toMatchObject({ kind: 'file', hash: hashOf('inside') })
  expect(look('src/outside.ts')).toEqual({ kind: 'outside' })
  expect(look('src/dangling.ts')).toEqual({ kind: 'absent' })
  expect(look('src/loop.ts')).toEqual({ kind: 'blocked', by: 'unreadable' })
})

test('treats all paths below a link that points outside as being outside', () => {
  writeFileSync(join(base, 'elsewhere/b.ts'), 'outside')
  symlinkSync(join(base, 'elsewhere'), join(out, 'lib'))
  symlinkSync(join(out, 'src'), join(base, 'elsewhere/back.ts'))
  expect(look('lib/b.ts')).toEqual({ kind: 'outside' })
  expect(look('lib/back.ts')).toEqual({ kind: 'outside' })
  expect(look('lib/none.ts')).toEqual({ kind: 'blocked', by: 'outside-link' })
})

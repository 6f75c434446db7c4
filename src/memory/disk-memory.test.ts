import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { diskMemory, memoryFolder } from './disk-memory.js'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what was kept last is there, and nothing else', () => {
  const memory = diskMemory(join(folder, 'below', 'memory'))
  expect(memory.read('a')).toBeNull()
  memory.write('a', 'one')
  memory.write('b', 'other')
  memory.write('a', 'two')
  expect(memory.read('a')).toBe('two')
  expect(memory.read('b')).toBe('other')
})

test('a folder that cannot be made keeps nothing, and is no fault', () => {
  writeFileSync(join(folder, 'file'), '')
  const memory = diskMemory(join(folder, 'file', 'memory'))
  memory.write('a', 'one')
  expect(memory.read('a')).toBeNull()
})

test('the memory does not grow for ever', () => {
  const memory = diskMemory(folder)
  for (let index = 0; index < 120; index += 1) memory.write(`key ${index}`, 'text')
  expect(readdirSync(folder)).toHaveLength(100)
  expect(memory.read('key 119')).toBe('text')
})

test('nor does it take more room than it may', () => {
  const memory = diskMemory(folder, 1000)
  for (let index = 0; index < 5; index += 1) memory.write(`key ${index}`, 'x'.repeat(300))
  expect(readdirSync(folder)).toHaveLength(2)
})

test('what was spoilt is not there', () => {
  const memory = diskMemory(folder)
  memory.write('a', 'one')
  const [name = ''] = readdirSync(folder)
  for (const spoilt of ['', 'one', readFileSync(join(folder, name), 'utf8').replace('one', 'two')]) {
    writeFileSync(join(folder, name), spoilt)
    expect(memory.read('a')).toBeNull()
  }
})

test('the folder is where the system has such folders', () => {
  expect(memoryFolder({ XDG_CACHE_HOME: '/cache' }, 'linux')).toBe('/cache/svcgen')
  expect(memoryFolder({ XDG_CACHE_HOME: 'relative' }, 'linux')).toBe(join(homedir(), '.cache', 'svcgen'))
  expect(memoryFolder({}, 'darwin')).toBe(join(homedir(), 'Library', 'Caches', 'svcgen'))
  expect(memoryFolder({ LOCALAPPDATA: 'Local' }, 'win32')).toBe(join('Local', 'svcgen', 'Cache'))
})

test('a user without a home has no such folder, and nothing is remembered', () => {
  const noHome = (): never => {
    throw new Error('uv_os_homedir returned ENOENT')
  }
  expect(memoryFolder({}, 'linux', noHome)).toBeNull()
  const memory = diskMemory(null)
  memory.write('a', 'one')
  expect(memory.read('a')).toBeNull()
})

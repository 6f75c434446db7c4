import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lockFolder } from './folder-lock.js'

const folder = `/nowhere/${process.pid}`

test('a second run waits for the lock and, after a timeout, returns the ID of the process holding the lock', async () => {
  const first = await lockFolder(folder, 0)
  const second = await lockFolder(folder, 0)
  expect(second).toMatchObject({ kind: 'in use', by: process.pid })
  const third = lockFolder(folder)
  if (first.kind === 'acquired') first.release()
  const lock = await third
  expect(lock.kind).toBe('acquired')
  if (lock.kind === 'acquired') lock.release()
})

test('a lock held by a process that has ended is replaced', async () => {
  const holder = await lockFolder(folder, 0)
  const inUse = await lockFolder(folder, 0)
  const file = inUse.kind === 'in use' ? inUse.file : ''
  expect(readFileSync(file, 'utf8')).toBe(`${process.pid}\n`)
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(file, `${dead}\n`)
  const next = await lockFolder(folder, 0)
  expect(next.kind).toBe('acquired')
  if (next.kind === 'acquired') next.release()
  if (holder.kind === 'acquired') holder.release()
})

test('runs with different folders do not wait for each other', async () => {
  const one = await lockFolder(`${folder}/a`, 0)
  const other = await lockFolder(`${folder}/b`, 0)
  expect([one.kind, other.kind]).toEqual(['acquired', 'acquired'])
  for (const lock of [one, other]) if (lock.kind === 'acquired') lock.release()
})

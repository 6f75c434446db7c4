import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { takeTurn } from './turn.js'

const folder = `/nowhere/${process.pid}`

test('a second run waits, and is told who is at work when it waits too long', async () => {
  const first = await takeTurn(folder, 0)
  const second = await takeTurn(folder, 0)
  expect(second).toMatchObject({ kind: 'taken', by: process.pid })
  const third = takeTurn(folder)
  if (first.kind === 'ours') first.end()
  const turn = await third
  expect(turn.kind).toBe('ours')
  if (turn.kind === 'ours') turn.end()
})

test('the mark of a process that is no more is taken over', async () => {
  const holder = await takeTurn(folder, 0)
  const taken = await takeTurn(folder, 0)
  const mark = taken.kind === 'taken' ? taken.file : ''
  expect(readFileSync(mark, 'utf8')).toBe(`${process.pid}\n`)
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(mark, `${dead}\n`)
  const next = await takeTurn(folder, 0)
  expect(next.kind).toBe('ours')
  if (next.kind === 'ours') next.end()
  if (holder.kind === 'ours') holder.end()
})

test('runs on other folders are no hindrance', async () => {
  const one = await takeTurn(`${folder}/a`, 0)
  const other = await takeTurn(`${folder}/b`, 0)
  expect([one.kind, other.kind]).toEqual(['ours', 'ours'])
  for (const turn of [one, other]) if (turn.kind === 'ours') turn.end()
})

import { expect, it } from 'vitest'
import { Contention, Unavailable } from '../store.js'
import { SqlSession } from './store.js'
import { postgres, unavailable } from './postgres/dialect.js'

const executor = {
  read: () => Promise.reject(new Error('not used')),
  write: () => Promise.reject(new Error('not used')),
}

function session(attempts: number[], failures: number): SqlSession {
  return new SqlSession(postgres, new Map(), executor, async (work) => {
    attempts.push(attempts.length)
    await work(new SqlSession(postgres, new Map(), executor, null))
    if (attempts.length <= failures) throw new Contention('deadlock detected')
    return work(new SqlSession(postgres, new Map(), executor, null))
  })
}

it('tries a transaction again after a deadlock, up to three times', async () => {
  for (const [failures, tried] of [
    [0, 1],
    [3, 4],
  ] as const) {
    const attempts: number[] = []
    await session(attempts, failures).transaction(async () => 'done')
    expect(attempts.length).toBe(tried)
  }
  const attempts: number[] = []
  await expect(session(attempts, 9).transaction(async () => 'done')).rejects.toThrow(Contention)
  expect(attempts.length).toBe(4)
})

it('distinguishes deadlocks and serialization failures from an unavailable server', () => {
  const failure = (code: string) =>
    unavailable(Object.assign(new Error('failed'), { code, severity: 'ERROR' }))
  expect(failure('57P01')).toBeInstanceOf(Unavailable)
  expect(failure('57P01')).not.toBeInstanceOf(Contention)
})

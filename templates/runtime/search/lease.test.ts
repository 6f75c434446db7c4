import { expect, it } from 'vitest'
import { MemoryDatabase } from '../testing/memory-database.js'
import { Lease, searchModels } from './outbox.js'

it('a lease ends 30 seconds after it was last acquired, by the clock of the database', async () => {
  const database = new MemoryDatabase(searchModels)
  let now = Date.parse('2030-01-01T00:00:00Z')
  const clock = async (): Promise<number> => now
  const [first, second] = [new Lease(database, clock, 'outbox'), new Lease(database, clock, 'outbox')]
  expect([await first.acquire(), await second.acquire()]).toEqual([true, false])
  now += 20_000
  expect([await second.acquire(), await first.acquire()]).toEqual([false, true])
  now += 20_000
  expect(await second.acquire()).toBe(false)
  now += 10_001
  expect([await second.acquire(), await first.acquire()]).toEqual([true, false])
  await second.release()
  expect(await first.acquire()).toBe(true)
})

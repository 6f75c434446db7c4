import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FakeRedis } from '../testing/fake-redis.js'
import { type Counter, MemoryCounter } from '../server/counter.js'
import { RedisCounter } from './redis.js'

const log = { info: () => undefined, warn: () => undefined }
const server = new FakeRedis()
let redis: Redis

beforeAll(async () => {
  redis = new Redis(await server.listen(), { maxRetriesPerRequest: 1 })
})

afterAll(() => {
  redis.disconnect()
  server.close()
})

describe.each<[string, () => Counter]>([
  ['in memory', () => new MemoryCounter()],
  ['in Redis', () => new RedisCounter(redis, log)],
])('a counter %s', (where, make) => {
  test('counts hits per key, and removes hits', async () => {
    const counter = make()
    const hits = async (key: string): Promise<number> => (await counter.hit(`${where} ${key}`, 60)).count
    expect([await hits('a'), await hits('a'), await hits('b')]).toEqual([1, 2, 1])
    await counter.undo(`${where} a`)
    expect(await hits('a')).toBe(2)
  })

  test('returns the seconds until the window ends', async () => {
    expect((await make().hit(`${where} c`, 60)).left).toBe(60)
  })

  test('never counts below zero, so that hits of an earlier window allow no further hits', async () => {
    const counter = make()
    await counter.hit(`${where} e`, 60)
    for (let count = 0; count < 3; count++) await counter.undo(`${where} e`)
    expect((await counter.hit(`${where} e`, 60)).count).toBe(1)
  })

  test('ignores the removal of a hit that was not counted', async () => {
    const counter = make()
    await counter.undo(`${where} d`)
    expect((await counter.hit(`${where} d`, 60)).count).toBe(1)
  })
})

test('counts in memory start over after the window ends', async () => {
  const counter = new MemoryCounter()
  await counter.hit('a', 60)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
  expect((await counter.hit('a', 60)).count).toBe(1)
  vi.restoreAllMocks()
})

test('processes that share a Redis server share counts', async () => {
  await new RedisCounter(redis, log).hit('shared', 60)
  expect((await new RedisCounter(redis, log).hit('shared', 60)).count).toBe(2)
})

test('services that share a Redis server count on their own', async () => {
  const count = async (service: string): Promise<number> =>
    (await new RedisCounter(redis, log, service).hit('account', 60)).count
  expect([await count('stories'), await count('stories'), await count('pets')]).toEqual([1, 2, 1])
})

test('each process counts on its own while Redis is unavailable, and logs the outage once', async () => {
  const away = new Redis(1, { maxRetriesPerRequest: 0, enableOfflineQueue: false, retryStrategy: null })
  away.on('error', () => undefined)
  const warn = vi.fn<(...message: unknown[]) => void>()
  const counter = new RedisCounter(away, { info: () => undefined, warn })
  expect([(await counter.hit('a', 60)).count, (await counter.hit('a', 60)).count]).toEqual([1, 2])
  await counter.undo('a')
  expect((await counter.hit('a', 60)).count).toBe(2)
  expect(warn).toHaveBeenCalledTimes(1)
  away.disconnect()
})

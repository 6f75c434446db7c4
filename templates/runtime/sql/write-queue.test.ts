import { expect, it, vi } from 'vitest'
import { emptyDatabase, openMigrated } from '../../../src/testing/stored-database.js'
import { storedService } from '../../../src/testing/stored-service.js'
import { QUEUE_TIMEOUT } from '../slots.js'
import { Unavailable } from '../store.js'

it('writes to SQLite wait for others, but not forever', async () => {
  const home = await emptyDatabase('sqlite')
  const database = await openMigrated(home.url, storedService())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let finish = (): void => undefined
    const slow = database.transaction(() => new Promise<void>((resolve) => (finish = resolve)))
    const late = expect(database.transaction(async () => 'late')).rejects.toBeInstanceOf(Unavailable)
    await vi.advanceTimersByTimeAsync(QUEUE_TIMEOUT)
    await late
    const next = database.transaction(async () => 'next')
    finish()
    await slow
    expect(await next).toBe('next')
  } finally {
    vi.useRealTimers()
    await database.close()
    await home.dispose()
  }
})

import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_PAUSE = 2
const LONGEST_PAUSE = 50

/**
 * Does work at once; while another process writes tries it again, for at most `limit` milliseconds, without keeping this process from other work.
 * What fails as busy has done nothing.
 */
export function patiently<T>(limit: number, work: () => T): T | Promise<T> {
  try {
    return work()
  } catch (error) {
    if (!isBusy(error)) throw error
  }
  return again(limit, work)
}

async function again<T>(limit: number, work: () => T): Promise<T> {
  const deadline = Date.now() + limit
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    await sleep(pause)
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error
    }
  }
}

/** Whether another process was writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

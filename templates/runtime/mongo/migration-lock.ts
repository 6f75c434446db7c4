import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Collection, type Db, MongoServerError } from 'mongodb'
import { DUPLICATE_KEY } from './refusal.js'

const COLLECTION = '_svc_locks'
const NAME = 'migrations'
/** After so long without a sign of life the holder counts as dead. */
const LEASE_MS = 15_000
const RENEWAL_MS = 3_000
const PAUSE_MS = 50

interface Lock {
  readonly _id: string
  readonly owner: string
  readonly until: Date
}

/** Does the work while no other process migrates this database. One that dies lets the lock go after some seconds. */
export async function whileLocked<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const locks = db.collection<Lock>(COLLECTION)
  const owner = randomUUID()
  while (!(await take(locks, owner))) await sleep(PAUSE_MS)
  const renewal = setInterval(() => {
    // A renewal that fails is made up for by the next; the lease is several times as long.
    locks.updateOne({ _id: NAME, owner }, { $set: { until: leaseEnd() } }).catch(() => undefined)
  }, RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await locks.deleteOne({ _id: NAME, owner })
  }
}

/** Whether the lock is this owner's now. Where another holds it the upsert meets its key. */
async function take(locks: Collection<Lock>, owner: string): Promise<boolean> {
  try {
    await locks.updateOne(
      { _id: NAME, until: { $lt: new Date() } },
      { $set: { owner, until: leaseEnd() } },
      { upsert: true },
    )
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false
    throw error
  }
}

function leaseEnd(): Date {
  return new Date(Date.now() + LEASE_MS)
}

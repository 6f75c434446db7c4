import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientSession, MongoClient } from 'mongodb'
import { Unavailable } from '../store.js'
import { type DocumentLocks, TakenDocuments } from './document-locks.js'
import { Held, Stale } from './held.js'
import { isConflict, isUnreachable } from './refusal.js'

/** How long a request may wait for others that change the same items, and try again. That no server answers is found out much sooner. */
const PATIENCE_MS = 30_000
const LONGEST_PAUSE_MS = 20

/**
 * Does the work in a transaction. It is done again where another transaction went before it, so that nothing of the work may outlast it but what it
 * answers. The documents that it takes it keeps meanwhile.
 * @throws Unavailable where no server answers, or too many change the same items
 */
export async function inTransaction<T>(
  client: MongoClient,
  locks: DocumentLocks,
  work: (session: ClientSession, taken: TakenDocuments) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  const taken = new TakenDocuments(locks, deadline)
  try {
    return await client.withSession((session) =>
      session.withTransaction(async () => {
        if (Date.now() >= deadline) throw new Unavailable(TOO_MANY)
        return work(session, taken)
      }),
    )
  } catch (error) {
    if (isUnreachable(error)) throw new Unavailable('the database does not answer', { cause: error })
    throw isConflict(error) ? new Unavailable(TOO_MANY, { cause: error }) : error
  } finally {
    taken.letGo()
  }
}

/**
 * Does the work, and takes back what it has written where it fails; others may see it until then. Does it again while others change what it has
 * read, as a transaction that meets a conflict is tried again.
 * @throws Unavailable where too many do, or what was written cannot be taken back
 */
export async function untilFresh<T>(
  locks: DocumentLocks,
  work: (held: Held, taken: TakenDocuments) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  const taken = new TakenDocuments(locks, deadline)
  try {
    for (;;) {
      const result = await onceHeld((held) => work(held, taken))
      if (!(result instanceof Stale)) return result
      if (Date.now() >= deadline) throw new Unavailable(TOO_MANY, { cause: result })
      await sleep(Math.random() * LONGEST_PAUSE_MS)
    }
  } finally {
    taken.letGo()
  }
}

/** What the work answers; {@link Stale} where it is to be done again. */
async function onceHeld<T>(work: (held: Held) => Promise<T>): Promise<T | Stale> {
  const held = new Held()
  try {
    const result = await work(held)
    held.end()
    return result
  } catch (error) {
    held.end()
    await takeBack(held)
    if (error instanceof Stale) return error
    throw error
  }
}

async function takeBack(held: Held): Promise<void> {
  try {
    await held.takeBack()
  } catch (error) {
    throw new Unavailable('the database does not answer; what the request wrote may stand', { cause: error })
  }
}

const TOO_MANY = 'too many change the same items at once'

import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientSession, MongoClient } from 'mongodb'
import { Unavailable } from '../store.js'
import { Held, Stale } from './held.js'
import { isConflict, isUnreachable } from './refusal.js'

const PATIENCE_MS = 4_000
const LONGEST_PAUSE_MS = 20

/**
 * Does the work in a transaction. It is done again where another transaction went before it, so that nothing of the work may outlast it but what it
 * answers.
 * @throws Unavailable where no server answers, or too many change the same items
 */
export async function inTransaction<T>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  try {
    return await client.withSession((session) =>
      session.withTransaction(async () => {
        if (Date.now() >= deadline) throw new Unavailable(TOO_MANY)
        return work(session)
      }),
    )
  } catch (error) {
    if (isUnreachable(error)) throw new Unavailable('the database does not answer', { cause: error })
    throw isConflict(error) ? new Unavailable(TOO_MANY, { cause: error }) : error
  }
}

/**
 * Does the work, and takes back what it created and linked where it fails. Does it again while others change what it has read, as a transaction that meets a conflict is tried again.
 * @throws Unavailable where too many do
 */
export async function untilFresh<T>(work: (held: Held) => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const held = new Held()
    try {
      return await work(held)
    } catch (error) {
      await held.takeBack()
      if (!(error instanceof Stale)) throw error
      if (Date.now() >= deadline) throw new Unavailable(TOO_MANY, { cause: error })
    }
    await sleep(Math.random() * LONGEST_PAUSE_MS)
  }
}

const TOO_MANY = 'too many change the same items at once'

import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import type { Models } from '../model.js'
import { type Database, type Session, Unavailable } from '../store.js'
import { Held, Stale } from './held.js'
import { ensureIndexes } from './indexes.js'
import { MongoStore, type StoreContext } from './mongo-store.js'

/** A database that is open, and whether its server has transactions. */
export interface MongoDatabase extends Database {
  /** False on a standalone server: single writes are atomic, a request's writes together are not. */
  readonly hasTransactions: boolean
}

const PATIENCE_MS = 4_000
const LONGEST_PAUSE_MS = 20

/**
 * Connects, finds out what the server can, and makes the indexes that the models need.
 * @param url `mongodb://host:port/name`
 * @throws Unavailable where no server answers
 */
export async function openDatabase(url: string, models: Models): Promise<MongoDatabase> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: PATIENCE_MS, ignoreUndefined: true })
  try {
    await client.connect()
    const db = client.db()
    const hello = await db.admin().command({ hello: 1 })
    const hasTransactions = hello['setName'] !== undefined || hello['msg'] === 'isdbgrid'
    await ensureIndexes(db, models)
    const session = sessionOf(client, { db, models }, hasTransactions)
    return {
      ...session,
      hasTransactions,
      ping: async () => {
        await db.command({ ping: 1 }).catch((error: unknown) => {
          throw new Unavailable('the database does not answer', { cause: error })
        })
      },
      close: () => client.close(),
    }
  } catch (error) {
    await client.close()
    throw new Unavailable(`no MongoDB server answers at ${withoutPassword(url)}`, { cause: error })
  }
}

function sessionOf(client: MongoClient, context: StoreContext, hasTransactions: boolean): Session {
  const session: Session = {
    enforcesReferences: false,
    transactional: context.session !== undefined,
    store: (model) => {
      const spec = context.models[model]
      if (spec === undefined) throw new TypeError(`there is no model ${model}`)
      return new MongoStore(context, spec)
    },
    transaction: (work) => {
      if (context.session !== undefined || context.held !== undefined) return work(session)
      if (!hasTransactions)
        return untilFresh(() => work(sessionOf(client, { ...context, held: new Held() }, false)))
      return client.withSession((driverSession) =>
        driverSession.withTransaction(() =>
          work(sessionOf(client, { ...context, session: driverSession }, true)),
        ),
      )
    },
  }
  return session
}

/** Does the work again while others change what it has read, as a transaction that meets a conflict is tried again. */
async function untilFresh<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      if (Date.now() >= deadline) throw new Unavailable('too many change this item at once', { cause: error })
    }
    await sleep(Math.random() * LONGEST_PAUSE_MS)
  }
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//')
}

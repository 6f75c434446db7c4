import { type Db, MongoClient, MongoError } from 'mongodb'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Models } from '../model.js'
import { type Database, type Session, Unavailable } from '../store.js'
import { type StoreContext, collectionsOf } from './collection.js'
import { MongoStore } from './store.js'
import { DocumentLocks, inTransaction, isUnreachable, inEmulatedTransaction } from './transaction.js'

/** An open database. */
export interface MongoDatabase extends Database {
  readonly db: Db
  /** False on a standalone server, where the service emulates transactions. */
  readonly hasTransactions: boolean
}

/** The warning at startup if the server has no transactions. */
export const NO_TRANSACTIONS =
  'The MongoDB server is standalone and has no transactions. The service reverts the writes of failed requests, but other requests can see them in the meantime. Use a replica set for transactions.'

/**
 * Timeouts for a response within five seconds if the server is down or hangs: half of the time to detect it, and half to look for another server. Only
 * the wait for a free connection of a running server can take longer.
 */
const TIMEOUTS = {
  serverSelectionTimeoutMS: 1_500,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 30_000,
  heartbeatFrequencyMS: 500,
}
/** Time limit of a health check. */
const PING_TIMEOUT_MS = 1_000

/**
 * Connects to the server and determines whether it has transactions.
 * @param url `mongodb://host:port/name`
 * @throws Unavailable if the server does not respond
 */
export async function openDatabase(url: string, models: Models): Promise<MongoDatabase> {
  const client = clientFor(url)
  try {
    await client.connect()
    const db = client.db()
    const hello = await db.admin().command({ hello: 1 })
    const hasTransactions = hello['setName'] !== undefined || hello['msg'] === 'isdbgrid'
    return {
      ...sessionOf({ collections: collectionsOf(db, models) }, transactionsOf(client, hasTransactions)),
      db,
      hasTransactions,
      ping: async () => {
        try {
          await Promise.race([db.command({ ping: 1 }), tooLate()])
        } catch (error) {
          throw new Unavailable('the MongoDB server does not respond', { cause: error })
        }
      },
      close: () => client.close(),
    }
  } catch (error) {
    await client.close()
    if (!(error instanceof MongoError)) throw error
    const place = withoutPassword(url)
    throw new Unavailable(
      isUnreachable(error)
        ? `no MongoDB server responds at ${place}; start a server or set mongodb.url`
        : `the MongoDB server at ${place} returned an error: ${error.message}`,
      { cause: error },
    )
  }
}

async function tooLate(): Promise<never> {
  await sleep(PING_TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`No response within ${PING_TIMEOUT_MS} ms`)
}

/** @throws Unavailable if the URL is invalid */
function clientFor(url: string): MongoClient {
  try {
    return new MongoClient(url, { ...TIMEOUTS, ignoreUndefined: true })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Unavailable(`invalid mongodb.url: ${why}`, { cause: error })
  }
}

/** Runs work in a transaction, which is emulated if the server has none. `context` is added to what the stores share. */
type Transactions = <T>(work: (context: Partial<StoreContext>) => Promise<T>) => Promise<T>

function transactionsOf(client: MongoClient, hasTransactions: boolean): Transactions {
  const locks = new DocumentLocks()
  return hasTransactions
    ? (work) => inTransaction(client, locks, (session, locked) => work({ session, locked }))
    : (work) => inEmulatedTransaction(locks, (emulated, locked) => work({ emulated, locked }))
}

function sessionOf(context: StoreContext, transactions: Transactions): Session {
  const isInside = context.locked !== undefined
  const session: Session = {
    enforcesReferences: false,
    transactional: isInside,
    store: (model) => new MongoStore(context, session, model),
    transaction: (work) =>
      isInside
        ? work(session)
        : transactions((added) => work(sessionOf({ ...context, ...added }, transactions))),
  }
  return session
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//')
}

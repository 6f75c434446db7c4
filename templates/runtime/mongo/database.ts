import { type Db, MongoClient, MongoError } from 'mongodb'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Models } from '../model.js'
import { type Database, type Session, Unavailable } from '../store.js'
import { type StoreContext, collectionsOf } from './collection.js'
import { MongoStore } from './store.js'
import { DocumentLocks, inTransaction, isUnreachable, untilFresh } from './transaction.js'

/** A database that is open, and whether its server has transactions. */
export interface MongoDatabase extends Database {
  readonly db: Db
  /** False on a standalone server: single writes are atomic, and the service itself takes back those of a request that fails. */
  readonly hasTransactions: boolean
}

/** What the log says at the start where a server has none. */
export const NO_TRANSACTIONS =
  'this MongoDB server is standalone and has no transactions: single writes are atomic; what a request that fails has written is taken back, but others may see it until then'

/**
 * A request is answered within five seconds, though the server be away or hang: it is missed in two and a half, and then looked for. Who waits for a
 * connection is told so too, and waits longer only for a server that answers.
 */
const TIMEOUTS = {
  serverSelectionTimeoutMS: 1_500,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 30_000,
  heartbeatFrequencyMS: 500,
}
/** Who asks whether the server answers is told sooner. */
const PING_TIMEOUT_MS = 1_000

/**
 * Connects, and finds out what the server can.
 * @param url `mongodb://host:port/name`
 * @throws Unavailable where no server answers
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
          throw new Unavailable('the database does not answer', { cause: error })
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
        ? `no MongoDB server answers at ${place}; start one, or set mongodb.url`
        : `the MongoDB server at ${place} refuses: ${error.message}`,
      { cause: error },
    )
  }
}

async function tooLate(): Promise<never> {
  await sleep(PING_TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`no answer within ${PING_TIMEOUT_MS} ms`)
}

/** @throws Unavailable where the driver cannot read the URL */
function clientFor(url: string): MongoClient {
  try {
    return new MongoClient(url, { ...TIMEOUTS, ignoreUndefined: true })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Unavailable(`mongodb.url cannot be read: ${why}`, { cause: error })
  }
}

/** Does work as what the server has of a transaction; `context` is added to what the stores share. */
type Transactions = <T>(work: (context: Partial<StoreContext>) => Promise<T>) => Promise<T>

function transactionsOf(client: MongoClient, hasTransactions: boolean): Transactions {
  const locks = new DocumentLocks()
  return hasTransactions
    ? (work) => inTransaction(client, locks, (session, taken) => work({ session, taken }))
    : (work) => untilFresh(locks, (held, taken) => work({ held, taken }))
}

function sessionOf(context: StoreContext, transactions: Transactions): Session {
  const isInside = context.taken !== undefined
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

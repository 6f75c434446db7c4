import { type Db, MongoClient, MongoError } from 'mongodb'
import type { Models } from '../model.js'
import { type Database, type Session, Unavailable } from '../store.js'
import { MongoStore, type StoreContext } from './mongo-store.js'
import { isUnreachable } from './refusal.js'
import { inTransaction, untilFresh } from './transaction.js'

/** A database that is open, and whether its server has transactions. */
export interface MongoDatabase extends Database {
  readonly db: Db
  /** False on a standalone server: single writes are atomic, a request's writes together are not. */
  readonly hasTransactions: boolean
}

/** What the log says at the start where a server has none. */
export const NO_TRANSACTIONS =
  'this MongoDB server is standalone and has no transactions: single writes are atomic, the writes of a request together are not'

/** A request is answered within five seconds, though the server be away or hang: it is missed in three, and then looked for. */
const TIMEOUTS = { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000, heartbeatFrequencyMS: 1_000 }

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
      ...sessionOf(client, { db, models }, hasTransactions),
      db,
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

/** @throws Unavailable where the driver cannot read the URL */
function clientFor(url: string): MongoClient {
  try {
    return new MongoClient(url, { ...TIMEOUTS, ignoreUndefined: true })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Unavailable(`mongodb.url cannot be read: ${why}`, { cause: error })
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
      if (!hasTransactions) return untilFresh((held) => work(sessionOf(client, { ...context, held }, false)))
      return inTransaction(client, (driverSession) =>
        work(sessionOf(client, { ...context, session: driverSession }, true)),
      )
    },
  }
  return session
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//')
}

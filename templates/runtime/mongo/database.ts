import { type Db, MongoClient, MongoError } from 'mongodb'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Models } from '../model.js'
import { Slots } from '../slots.js'
import {
  type Database,
  type Session,
  TooSlow,
  Unavailable,
  TransactionState,
  runInside,
  rejectInTransaction,
} from '../store.js'
import { NativeCollections, type StoreContext, collectionsOf } from './collection.js'
import { MongoStore } from './store.js'
import { DocumentLocks, inTransaction, isUnreachable, inEmulatedTransaction } from './transaction.js'

/** An open database. */
export interface MongoDatabase extends Database {
  readonly db: Db
  /** False on a standalone server, where the service emulates transactions. */
  readonly hasTransactions: boolean
  /** Returns the connections to each server. */
  readonly connections: () => readonly ConnectionUse[]
}

interface ConnectionUse {
  /** The server's address: `host:port`. */
  readonly server: string
  readonly used: number
  readonly idle: number
  /** Number of requests waiting for a connection. */
  readonly waiting: number
}

/** The warning at startup if the server has no transactions. */
export const NO_TRANSACTIONS =
  'The MongoDB server is standalone and has no transactions. The service reverts the writes of failed requests, but other requests can see them in the meantime. Use a replica set for transactions.'

/**
 * Timeouts that allow a response within five seconds if the server is down or hangs: half of the time is for detecting
 * the failure, and half for finding another server. Only waiting for a free connection to a running server can take
 * longer.
 */
const TIMEOUTS = {
  serverSelectionTimeoutMS: 1_500,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 30_000,
  heartbeatFrequencyMS: 500,
}
/** Time limit for a health check. */
const PING_TIMEOUT_MS = 1_000

/** How to connect to the server. */
export interface MongoSettings {
  /** `mongodb://host:port/name` */
  readonly url: string
  /** Time limit for a command, in seconds; 0 for none. */
  readonly statementTimeout?: number
}

/**
 * Connects to the server and determines whether it has transactions.
 * @param monitor receives the client before it connects, to listen for its commands
 * @throws Unavailable if the server does not respond
 */
export async function openDatabase(
  { url, statementTimeout = 0 }: MongoSettings,
  models: Models,
  monitor?: (client: MongoClient) => void,
): Promise<MongoDatabase> {
  const client = clientFor(url, monitor !== undefined)
  monitor?.(client)
  const connections = connectionsOf(client)
  try {
    await client.connect()
    const db = client.db()
    const hello = await db.admin().command({ hello: 1 })
    const hasTransactions = hello['setName'] !== undefined || hello['msg'] === 'isdbgrid'
    const collections = collectionsOf(db, models)
    const limits = statementTimeout === 0 ? {} : { maxTimeMS: statementTimeout * 1000 }
    const transactions = transactionsOf(client, hasTransactions)
    const { maxPoolSize, waitQueueTimeoutMS } = client.options
    const searches = new Slots(maxPoolSize === 0 ? Infinity : Math.max(1, Math.floor(maxPoolSize / 2)), {
      timeout: statementTimeout * 1000 || waitQueueTimeoutMS,
      error: () => new TooSlow('other searches use half of the connections (maxPoolSize in mongodb.url)'),
    })
    const context = { collections, limits, searches }
    const outside = sessionOf(context, transactions, [])
    return {
      ...outside,
      db,
      hasTransactions,
      snapshot: async (work) => {
        if (!hasTransactions) return work(outside)
        return client.withSession({ snapshot: true }, (session) =>
          work(sessionOf({ ...context, session }, transactions, [])),
        )
      },
      ping: async () => {
        try {
          await Promise.race([db.command({ ping: 1 }), tooLate()])
        } catch (error) {
          throw new Unavailable('the MongoDB server does not respond', { cause: error })
        }
      },
      connections,
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
function clientFor(url: string, monitorCommands: boolean): MongoClient {
  try {
    return new MongoClient(url, { ...TIMEOUTS, ignoreUndefined: true, monitorCommands })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Unavailable(`invalid mongodb.url: ${why}`, { cause: error })
  }
}

/** Returns a function that counts the client's connections to each server. */
function connectionsOf(client: MongoClient): () => readonly ConnectionUse[] {
  const servers = new Map<string, { open: number; used: number; waiting: number }>()
  const change = (server: string, field: 'open' | 'used' | 'waiting', by: 1 | -1): void => {
    const counts = servers.get(server) ?? { open: 0, used: 0, waiting: 0 }
    counts[field] += by
    servers.set(server, counts)
  }
  client.on('connectionCreated', ({ address }) => change(address, 'open', 1))
  client.on('connectionClosed', ({ address }) => change(address, 'open', -1))
  client.on('connectionCheckOutStarted', ({ address }) => change(address, 'waiting', 1))
  client.on('connectionCheckOutFailed', ({ address }) => change(address, 'waiting', -1))
  client.on('connectionCheckedOut', ({ address }) => {
    change(address, 'waiting', -1)
    change(address, 'used', 1)
  })
  client.on('connectionCheckedIn', ({ address }) => change(address, 'used', -1))
  return () =>
    [...servers].map(([server, { open, used, waiting }]) => ({ server, used, idle: open - used, waiting }))
}

/**
 * Runs work in a transaction, which is emulated if the server has none. `context` is merged into the stores' context.
 */
type Transactions = <T>(work: (context: Partial<StoreContext>) => Promise<T>) => Promise<T>

function transactionsOf(client: MongoClient, hasTransactions: boolean): Transactions {
  const locks = new DocumentLocks()
  return hasTransactions
    ? (work) => inTransaction(client, locks, (session, locked) => work({ session, locked }))
    : (work) => inEmulatedTransaction(locks, (emulated, locked) => work({ emulated, locked }))
}

/** @param afterCommit receives the work to run when the transaction is committed */
function sessionOf(context: StoreContext, transactions: Transactions, afterCommit: (() => void)[]): Session {
  const isInside = context.locked !== undefined
  const state = isInside ? new TransactionState() : null
  const session: Session = {
    enforcesReferences: false,
    state,
    native: new NativeCollections(context),
    store: (model, access) => access.restricted(new MongoStore(context, session, model), session),
    transaction: async (work) => {
      if (isInside) return work(session)
      rejectInTransaction()
      let committed: (() => void)[] = []
      let inner: TransactionState | null = null
      try {
        const result = await transactions((added) => {
          committed = []
          const session = sessionOf({ ...context, ...added }, transactions, committed)
          inner = session.state
          return session.state === null ? work(session) : runInside(session.state, () => work(session))
        })
        endOf(inner, 'committed')
        for (const run of committed) run()
        return result
      } catch (error) {
        endOf(inner, 'rolled back')
        throw error
      }
    },
    savepoint: async (work) => {
      if (!isInside) return session.transaction(work)
      throw new TypeError(
        'MongoDB has no nested transactions. Use the repositories of the outer transaction, and let errors roll it back.',
      )
    },
    afterCommit: (work) => {
      if (state === null || state.outcome === 'committed') work()
      else afterCommit.push(work)
    },
  }
  return session
}

function endOf(state: TransactionState | null, outcome: 'committed' | 'rolled back'): void {
  state?.end(outcome)
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//')
}

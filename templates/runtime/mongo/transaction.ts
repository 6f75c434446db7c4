import {
  type ClientSession,
  type MongoClient,
  MongoClientClosedError,
  MongoError,
  MongoExpiredSessionError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
} from 'mongodb'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadRequest, UniqueViolation } from '../errors.js'
import type { ModelSpec } from '../model.js'
import { TooSlow, Unavailable } from '../store.js'
import { EmulatedTransaction, Stale } from './codec.js'

/** The server's code for a duplicate value in a unique index. */
export const DUPLICATE_KEY = 11_000
const WRITE_CONFLICT = 112
/** The server's code for a command that has exceeded its time limit. */
const TOO_SLOW = 50
const TOO_LARGE: ReadonlySet<unknown> = new Set([10_334, 17_419, 17_420])

/**
 * Error codes from a server that is shutting down, stepping down or waiting for an election (the driver's "retryable"
 * errors).
 */
const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 89, 91, 189, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
])

/** The driver's errors for lost or missing connections. */
const CONNECTION_FAULTS = [
  MongoClientClosedError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
]

/** The name of an error class that the driver does not export. */
const NO_CONNECTION_FREE = 'MongoWaitQueueTimeoutError'

/** Codes for socket errors, which the driver does not wrap. */
const SOCKET_FAULTS: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
])

/** Returns whether an error means that no server was available, in which case a later attempt can succeed. */
export function isUnreachable(error: unknown): boolean {
  return (
    CONNECTION_FAULTS.some((fault) => error instanceof fault) ||
    (error instanceof MongoError && error.name === NO_CONNECTION_FREE) ||
    (error instanceof MongoServerError && UNAVAILABLE_CODES.has(error.code)) ||
    (error instanceof Error && 'code' in error && SOCKET_FAULTS.has(error.code))
  )
}

/** Returns whether an error means that a write conflicted with another write, in which case a retry can succeed. */
export function isConflict(error: unknown): boolean {
  return (
    error instanceof MongoServerError &&
    (error.code === WRITE_CONFLICT || error.hasErrorLabel('TransientTransactionError'))
  )
}

/** What errors name of a collection. */
interface Named {
  readonly model: Pick<ModelSpec, 'name'>
  /** Returns the name of the field at a path. */
  nameOf(path: string): string
}

/**
 * Translates the driver's errors. Unknown errors, and errors for which the driver itself retries, are returned
 * unchanged.
 */
export function translateMongo(error: unknown, map: Named): unknown {
  if (isUnreachable(error)) return new Unavailable('the MongoDB server does not respond', { cause: error })
  if (isTooLargeToSend(error)) return tooLarge(map)
  if (!(error instanceof MongoServerError)) return error
  if (error.code === DUPLICATE_KEY) {
    return new UniqueViolation(
      map.model.name,
      takenPaths(error).map((path) => map.nameOf(path)),
    )
  }
  if (TOO_LARGE.has(error.code)) return tooLarge(map)
  if (error.code === TOO_SLOW)
    return new TooSlow('a command took longer than statement_timeout', { cause: error })
  return error
}

function tooLarge({ model: { name } }: Named): BadRequest {
  return new BadRequest(`The ${name} is larger than 16 MiB, the database's limit.`)
}

/** Returns whether the driver rejected a document that exceeds the size limit for documents or messages. */
function isTooLargeToSend(error: unknown): boolean {
  return (
    (error instanceof MongoInvalidArgumentError && error.message.includes('larger than')) ||
    (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
  )
}

/** Returns the paths of the violated unique index. After a bulk write, only the error message contains the paths. */
function takenPaths(error: MongoServerError): string[] {
  const pattern: unknown = error['keyPattern']
  if (typeof pattern === 'object' && pattern !== null) return Object.keys(pattern)
  const [, index = ''] = /index: (\S+)/.exec(error.message) ?? []
  if (index === '_id_') return ['_id']
  return index.endsWith('_1') ? index.slice(0, -2).split('_1_') : []
}

/**
 * Serializes requests in this process that change the same document, to avoid retries. The database detects conflicts
 * with other processes.
 */
export class DocumentLocks {
  /** For each locked document, a promise that resolves when the last waiting request has released it. */
  readonly #last = new Map<string, Promise<void>>()

  /** Returns the names of the locked documents. */
  names(): string[] {
    return [...this.#last.keys()]
  }

  /**
   * Locks a document, waiting until `deadline` (ms since 1970) if necessary.
   * @returns the function that releases the lock, or undefined if the deadline has passed
   */
  async acquire(name: string, deadline: number): Promise<(() => void) | undefined> {
    const before = this.#last.get(name)
    const { promise, resolve: release } = withResolvers()
    const own = (before ?? Promise.resolve()).then(() => promise)
    this.#last.set(name, own)
    void own.then(() => {
      if (this.#last.get(name) === own) this.#last.delete(name)
    })
    if (before === undefined || (await inTime(before, deadline))) return release
    release()
    return undefined
  }
}

/** The locks held by a request. */
export class RequestLocks {
  readonly #locks: DocumentLocks
  readonly #deadline: number
  readonly #locked = new Map<string, () => void>()

  constructor(locks: DocumentLocks, deadline: number) {
    this.#locks = locks
    this.#deadline = deadline
  }

  /**
   * Locks a document until {@link release}. After the deadline, the request continues without the lock, and the
   * database detects conflicts.
   */
  async acquire(name: string): Promise<void> {
    if (this.#locked.has(name)) return
    const release = await this.#locks.acquire(name, this.#deadline)
    if (release !== undefined) this.#locked.set(name, release)
  }

  /** Returns the names of the documents that other requests have locked. */
  ofOthers(): string[] {
    return this.#locks.names().filter((name) => !this.#locked.has(name))
  }

  release(): void {
    for (const release of this.#locked.values()) release()
    this.#locked.clear()
  }
}

async function inTime(event: Promise<void>, deadline: number): Promise<boolean> {
  const timer = new AbortController()
  const tooLate = sleep(Math.max(0, deadline - Date.now()), false, { signal: timer.signal }).catch(
    () => false,
  )
  const came = await Promise.race([event.then(() => true), tooLate])
  timer.abort()
  return came
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Time limit for retries when other requests change the same items. */
const RETRY_TIMEOUT_MS = 30_000
const MAX_PAUSE_MS = 20

/**
 * Runs work in a transaction, and retries it after a conflict with another transaction. The work must therefore have no
 * side effects outside the transaction.
 * @throws Unavailable if the server does not respond, or after too many conflicts
 */
export async function inTransaction<T>(
  client: MongoClient,
  locks: DocumentLocks,
  work: (session: ClientSession, locked: RequestLocks) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS
  const locked = new RequestLocks(locks, deadline)
  try {
    return await client.withSession((session) =>
      session.withTransaction(async () => {
        if (Date.now() >= deadline) throw new Unavailable(TOO_MANY)
        return work(session, locked)
      }),
    )
  } catch (error) {
    if (isUnreachable(error)) throw new Unavailable('the MongoDB server does not respond', { cause: error })
    throw isConflict(error) ? new Unavailable(TOO_MANY, { cause: error }) : error
  } finally {
    locked.release()
  }
}

/**
 * Runs work in an emulated transaction: reverts the writes if the work fails, and retries the work if another request
 * has changed what it has read. Other requests can see the writes before the transaction ends.
 * @throws Unavailable after too many conflicts, or if the writes cannot be reverted
 */
export async function inEmulatedTransaction<T>(
  locks: DocumentLocks,
  work: (emulated: EmulatedTransaction, locked: RequestLocks) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS
  const locked = new RequestLocks(locks, deadline)
  try {
    for (;;) {
      const result = await attempt((emulated) => work(emulated, locked))
      if (!(result instanceof Stale)) return result
      if (Date.now() >= deadline) throw new Unavailable(TOO_MANY, { cause: result })
      await sleep(Math.random() * MAX_PAUSE_MS)
    }
  } finally {
    locked.release()
  }
}

/** Runs work once. Returns the result, or {@link Stale} if the work must be retried. */
async function attempt<T>(work: (emulated: EmulatedTransaction) => Promise<T>): Promise<T | Stale> {
  const emulated = new EmulatedTransaction()
  try {
    const result = await work(emulated)
    emulated.end()
    return result
  } catch (error) {
    emulated.end()
    await revert(emulated)
    if (error instanceof Stale) return error
    throw error
  }
}

async function revert(emulated: EmulatedTransaction): Promise<void> {
  try {
    await emulated.revert()
  } catch (error) {
    throw new Unavailable(
      'the MongoDB server does not respond; the writes of the request could not be reverted',
      {
        cause: error,
      },
    )
  }
}

const TOO_MANY = 'too many concurrent requests are changing the same items'

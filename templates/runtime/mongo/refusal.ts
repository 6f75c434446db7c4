import {
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
import { BadRequest } from '../errors.js'
import { Unavailable, UniqueViolation } from '../store.js'
import type { CollectionMap } from './collection-map.js'

/** The server's code for a value that must be unique and is there already. */
export const DUPLICATE_KEY = 11_000
const WRITE_CONFLICT = 112
const TOO_LARGE: ReadonlySet<unknown> = new Set([10_334, 17_419, 17_420])

/** What a server answers that shuts down, steps down or waits for another to be elected (the driver's "retryable" errors). */
const AWAY: ReadonlySet<unknown> = new Set([
  6, 7, 89, 91, 189, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
])

/** What the driver throws where it has, or gets, no connection. */
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

/** Its class the driver keeps to itself. */
const NO_CONNECTION_FREE = 'MongoWaitQueueTimeoutError'

/** The driver passes on what a socket says that ends as it is written to. */
const SOCKET_FAULTS: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
])

/** Whether no server could do the work, so that it is worth trying again later. */
export function isUnreachable(error: unknown): boolean {
  return (
    CONNECTION_FAULTS.some((fault) => error instanceof fault) ||
    (error instanceof MongoError && error.name === NO_CONNECTION_FREE) ||
    (error instanceof MongoServerError && AWAY.has(error.code)) ||
    (error instanceof Error && 'code' in error && SOCKET_FAULTS.has(error.code))
  )
}

/** Whether the server gave up a write because another went before it, so that it is worth trying again at once. */
export function isConflict(error: unknown): boolean {
  return (
    error instanceof MongoServerError &&
    (error.code === WRITE_CONFLICT || error.hasErrorLabel('TransientTransactionError'))
  )
}

/** What the driver's error means; an unknown one is given back as it is, and so are those that the driver itself tries again. */
export function refusal(error: unknown, map: CollectionMap): unknown {
  if (isUnreachable(error)) return new Unavailable('the database does not answer', { cause: error })
  if (isTooLargeToSend(error)) return tooLarge(map)
  if (!(error instanceof MongoServerError)) return error
  if (error.code === DUPLICATE_KEY) {
    return new UniqueViolation(
      map.model.name,
      takenPaths(error).map((path) => map.nameOf(path)),
    )
  }
  if (TOO_LARGE.has(error.code)) return tooLarge(map)
  return error
}

function tooLarge({ model: { name } }: CollectionMap): BadRequest {
  return new BadRequest(`this ${name} is larger than the 16 MiB that the database can store`)
}

/** What the driver itself finds, before it sends: a document over the limit, or over the room for a message. */
function isTooLargeToSend(error: unknown): boolean {
  return (
    (error instanceof MongoInvalidArgumentError && error.message.includes('larger than')) ||
    (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
  )
}

/** The paths of the index that refused: told as such, or, of a bulk write, in the message alone. */
function takenPaths(error: MongoServerError): string[] {
  const pattern: unknown = error['keyPattern']
  if (typeof pattern === 'object' && pattern !== null) return Object.keys(pattern)
  const [, path] = /index: (\S+?)_(?:-?1)?\s/.exec(error.message) ?? []
  return path === undefined ? [] : [path]
}

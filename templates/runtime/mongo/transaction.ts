import {
  type ClientSession,
  type Document,
  MongoBulkWriteError,
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
  type ObjectId,
} from 'mongodb'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadRequest } from '../errors.js'
import { Unavailable, UniqueViolation } from '../store.js'
import { Held, Stale } from './codec.js'
import type { CollectionMap, OpenCollection } from './collection.js'

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

// Writes that a request takes back where a later step fails, on a server without transactions. What others have changed meanwhile stays as it is.

/**
 * Changes a document; answers it as stored afterwards, null where there is none.
 * @throws Stale where another request has changed it since it was read
 */
export async function updateOne(
  collection: OpenCollection,
  held: Held,
  id: ObjectId,
  update: Document,
): Promise<Document | null> {
  const { documents, model } = collection
  const before = held.document(model.table, id) ?? (await documents.findOne({ _id: id }))
  if (before === null) return null
  const after = await documents.findOneAndUpdate(standingAs(collection, before), update, {
    returnDocument: 'after',
  })
  if (after === null) throw stale(collection)
  held.hold(model.table, after)
  held.wrote(() => documents.replaceOne(standingAs(collection, after), before))
  return after
}

/** Deletes a document; answers whether there was one. @throws Stale as above */
export async function deleteOne(collection: OpenCollection, held: Held, id: ObjectId): Promise<boolean> {
  const { documents, model } = collection
  const before = held.document(model.table, id)
  const removed = await documents.findOneAndDelete(
    before === undefined ? { _id: id } : standingAs(collection, before),
  )
  if (removed === null && before !== undefined) throw stale(collection)
  if (removed === null) return false
  held.wrote(() => putBack(collection, [removed]))
  return true
}

/** Changes all documents that the filter finds; answers how many. */
export async function updateMany(
  { documents, model }: OpenCollection,
  held: Held,
  filter: Document,
  update: Document,
): Promise<number> {
  const { $set = {}, $unset = {} } = update
  const paths = [...Object.keys($set), ...Object.keys($unset)]
  const projection = Object.fromEntries(paths.map((path) => [path, 1]))
  const found = await documents.find(filter, { projection }).toArray()
  if (found.length === 0) return 0
  held.wrote(() =>
    documents.bulkWrite(
      found.map((before) => ({
        updateOne: {
          filter: asStanding(before['_id'], $set, paths),
          update: restoring(before, paths),
        },
      })),
    ),
  )
  const { matchedCount } = await documents.updateMany(among(filter, found), update)
  held.release(model.table)
  return matchedCount
}

/** Deletes all documents that the filter finds; answers how many. */
export async function deleteMany(collection: OpenCollection, held: Held, filter: Document): Promise<number> {
  const { documents } = collection
  const found = await documents.find(filter).toArray()
  if (found.length === 0) return 0
  held.wrote(() => putBack(collection, found))
  const { deletedCount } = await documents.deleteMany(among(filter, found))
  return deletedCount
}

/** Those of the documents that were found that the filter still finds. */
function among(filter: Document, found: readonly Document[]): Document {
  return { $and: [{ _id: { $in: found.map((document): unknown => document['_id']) } }, filter] }
}

/** Stores documents again that were deleted, but for what has taken their place. */
async function putBack({ documents }: OpenCollection, removed: readonly Document[]): Promise<void> {
  try {
    await documents.insertMany([...removed], { ordered: false })
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || error.code !== DUPLICATE_KEY) throw error
  }
}

/** Finds the document as it was read. */
function standingAs({ map }: OpenCollection, document: Document): Document {
  const paths = map.paths.map(({ path }) => path)
  return asStanding(document['_id'], document, paths)
}

function asStanding(id: unknown, values: Document, paths: readonly string[]): Document {
  const tests = paths.map((path): [string, Document] => [
    path,
    values[path] === undefined ? { $exists: false } : { $eq: values[path] },
  ])
  return { ...Object.fromEntries(tests), _id: id }
}

/** The update that gives fields the values that they had. */
function restoring(values: Document, paths: readonly string[]): Document {
  const set = paths.filter((path) => values[path] !== undefined)
  const unset = paths.filter((path) => values[path] === undefined)
  return {
    ...(set.length > 0 ? { $set: Object.fromEntries(set.map((path) => [path, values[path]])) } : {}),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset.map((path) => [path, ''])) } : {}),
  }
}

function stale({ model }: OpenCollection): Stale {
  return new Stale(`a ${model.name} was changed by another request`)
}

/**
 * Lets requests of this process that change the same document go one after the other, so that they need not be tried again. Requests of other processes
 * are told apart by the database alone.
 */
export class DocumentLocks {
  /** For each document that is taken: settled when the last of those who wait has let it go. */
  readonly #last = new Map<string, Promise<void>>()

  /** Waits for the document, at most until `deadline` (ms since 1970). @returns what lets it go; undefined where it was not free in time */
  async take(name: string, deadline: number): Promise<(() => void) | undefined> {
    const before = this.#last.get(name)
    const { promise, resolve: letGo } = withResolvers()
    const own = (before ?? Promise.resolve()).then(() => promise)
    this.#last.set(name, own)
    void own.then(() => {
      if (this.#last.get(name) === own) this.#last.delete(name)
    })
    if (before === undefined || (await inTime(before, deadline))) return letGo
    letGo()
    return undefined
  }
}

/** The documents that one request has taken. */
export class TakenDocuments {
  readonly #locks: DocumentLocks
  readonly #deadline: number
  readonly #taken = new Map<string, () => void>()

  constructor(locks: DocumentLocks, deadline: number) {
    this.#locks = locks
    this.#deadline = deadline
  }

  /** Takes a document until {@link letGo}; one that is not free in time is left to the database to guard. */
  async take(name: string): Promise<void> {
    if (this.#taken.has(name)) return
    const letGo = await this.#locks.take(name, this.#deadline)
    if (letGo !== undefined) this.#taken.set(name, letGo)
  }

  letGo(): void {
    for (const letGo of this.#taken.values()) letGo()
    this.#taken.clear()
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

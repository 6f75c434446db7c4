import { type Document, MongoServerError } from 'mongodb'
import { type EmulatedTransaction, Stale } from './codec.js'
import type { OpenCollection } from './collection.js'
import { DUPLICATE_KEY } from './transaction.js'

// Writes in an emulated transaction, for a server without transactions. Each is one command for one document, which holds
// only for the version that the transaction has locked or, if it has not, while the filter selects the document. A rollback
// preserves changes made by other requests in the meantime.

/**
 * Changes a document and returns it as stored, or null if the filter does not select it.
 * @throws Stale if another request has changed it since it was locked
 */
export async function updateOne(
  collection: OpenCollection,
  emulated: EmulatedTransaction,
  filter: Document,
  update: Document,
): Promise<Document | null> {
  const { documents, model } = collection
  const known = emulated.document(model.table, filter['_id'])
  const before = await documents.findOneAndUpdate(
    known === undefined ? filter : unchanged(collection, known),
    update,
    {
      returnDocument: 'before',
    },
  )
  if (before === null && known !== undefined) throw stale(collection)
  if (before === null) return null
  const after: Document = { ...before, ...update['$set'] }
  for (const path of Object.keys(update['$unset'] ?? {})) delete after[path]
  emulated.remember(model.table, after)
  emulated.wrote(() => documents.replaceOne(unchanged(collection, after), before))
  return after
}

/** Deletes a document and returns whether the filter selected it. @throws Stale as in {@link updateOne} */
export async function deleteOne(
  collection: OpenCollection,
  emulated: EmulatedTransaction,
  filter: Document,
): Promise<boolean> {
  const { documents, model } = collection
  const known = emulated.document(model.table, filter['_id'])
  const removed = await documents.findOneAndDelete(
    known === undefined ? filter : unchanged(collection, known),
  )
  if (removed === null && known !== undefined) throw stale(collection)
  if (removed === null) return false
  emulated.forget(model.table, removed['_id'])
  emulated.wrote(() => putBack(collection, removed))
  return true
}

/** Number of documents that are written at the same time. */
const PARALLEL = 50

/** Writes each document that the filter selects with {@link updateOne} or {@link deleteOne}, and returns their number. */
export async function writeEach(
  { documents, options }: OpenCollection,
  filter: Document,
  write: (filter: Document) => Promise<unknown>,
): Promise<number> {
  const found = await documents.find(filter, { ...options, projection: { _id: 1 } }).toArray()
  let count = 0
  for (let start = 0; start < found.length; start += PARALLEL) {
    const part = found.slice(start, start + PARALLEL)
    // A rollback must not begin before all writes have ended.
    const results = await Promise.allSettled(part.map(({ _id }) => write({ _id, $and: [filter] })))
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason
      if (result.value !== null && result.value !== false) count += 1
    }
  }
  return count
}

/** Restores a deleted document, unless it has been replaced with another one. */
async function putBack({ documents }: OpenCollection, removed: Document): Promise<void> {
  try {
    await documents.insertOne(removed)
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) throw error
  }
}

/** Returns a filter that matches a document only if it has not changed since it was read. */
function unchanged({ map }: OpenCollection, document: Document): Document {
  const tests = map.paths.map(({ path }): [string, Document] => [
    path,
    document[path] === undefined ? { $exists: false } : { $eq: document[path] },
  ])
  return { ...Object.fromEntries(tests), _id: document['_id'] }
}

function stale({ model }: OpenCollection): Stale {
  return new Stale(`Another request has changed a ${model.name}`)
}

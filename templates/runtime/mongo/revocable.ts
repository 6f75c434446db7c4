import { type Document, MongoBulkWriteError, type ObjectId } from 'mongodb'
import { type Held, Stale } from './held.js'
import type { OpenCollection } from './open-collection.js'
import { DUPLICATE_KEY } from './refusal.js'

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

import { type Document, MongoBulkWriteError } from 'mongodb'
import type { Row } from '../model.js'
import type { OpenCollection } from './open-collection.js'

/** Stores new items, all or none; answers them as stored, in the same order. @throws UniqueViolation */
export async function insertAll(collection: OpenCollection, rows: readonly Row[]): Promise<Row[]> {
  const { map } = collection
  const documents = rows.map((row) => map.newDocument(row))
  await collection.run(() => store(collection, documents))
  collection.held?.wrote(() => takeBack(collection, documents))
  return documents.map((document) => map.row(document))
}

async function store(collection: OpenCollection, documents: readonly Document[]): Promise<void> {
  const [first, ...more] = documents
  if (first === undefined) return
  if (more.length === 0) {
    await collection.documents.insertOne(first, collection.options)
    return
  }
  try {
    await collection.documents.insertMany(documents, { ...collection.options, ordered: true })
  } catch (error) {
    // A standalone server has no transactions: what a list has stored before its faulty item is deleted again.
    if (error instanceof MongoBulkWriteError && !collection.isTransactional)
      await takeBack(collection, documents.slice(0, error.insertedCount))
    throw error
  }
}

async function takeBack({ documents }: OpenCollection, made: readonly Document[]): Promise<void> {
  await documents.deleteMany({ _id: { $in: made.map((document) => document['_id']) } })
}

import type { Document, ObjectId } from 'mongodb'
import { type Condition, EVERYTHING } from '../condition.js'
import type { Key, Row } from '../model.js'
import type { LinkedRows, Links } from '../store.js'
import type { OpenCollection } from './open-collection.js'
import { filterFor } from './selection.js'

/** Which holders are meant: of these keys, by this relation of side `one`, and such as the condition is true of. */
interface Asked {
  readonly relation: string
  readonly keys: readonly Key[]
  readonly where: Condition | undefined
}

/** Where holders stand, the path under which they keep the other's key, and what finds those that are meant. */
interface Holders {
  readonly collection: OpenCollection
  readonly path: string
  readonly filter: Document
  /** A key that a document holds. */
  keyIn(document: Document): Key
}

/** The first holders of a key, and how many there are. */
interface Counted {
  readonly ids: ObjectId[]
  total: number
}

/** {@link Store.links} of a collection. */
export async function linksOf(
  collection: OpenCollection,
  asked: Asked,
  limit: number,
): Promise<ReadonlyMap<Key, Links>> {
  const holders = await holdersOf(collection, asked)
  const found = await countedIds(holders, limit)
  return new Map(
    [...found].map(([key, { ids, total }]) => [
      key,
      { keys: ids.map((id) => holders.collection.keyOf(id)), total },
    ]),
  )
}

/** {@link Store.linkedRows} of a collection. One query; a second and a third where there are so many holders that some key may have more than the limit. */
export async function linkedRowsOf(
  collection: OpenCollection,
  asked: Asked,
  limit: number,
): Promise<ReadonlyMap<Key, LinkedRows>> {
  const holders = await holdersOf(collection, asked)
  const found = await read(holders, holders.filter, limit + 1)
  if (found.length <= limit) return grouped(holders, found, () => undefined)
  const counted = await countedIds(holders, limit)
  const ids = [...counted.values()].flatMap((entry) => entry.ids)
  return grouped(holders, await read(holders, { _id: { $in: ids } }, 0), (key) => counted.get(key)?.total)
}

async function holdersOf(
  collection: OpenCollection,
  { relation: name, keys, where = EVERYTHING }: Asked,
): Promise<Holders> {
  const relation = collection.relation(name)
  const holders = collection.other(relation.model)
  const { path } = holders.map.path(relation.inverse)
  const those = { [path]: { $in: keys.map((key) => collection.id(key)) } }
  return {
    collection: holders,
    path,
    filter: where === EVERYTHING ? those : { $and: [those, await filterFor(holders, where)] },
    keyIn: (document) => collection.keyOf(document[path]),
  }
}

/** Documents in the order of their keys; 0: all. */
function read({ collection }: Holders, filter: Document, atMost: number): Promise<Document[]> {
  const options = { ...collection.options, sort: { _id: 1 }, limit: atMost } as const
  return collection.run(() => collection.documents.find(filter, options).toArray())
}

function grouped(
  { collection, keyIn }: Holders,
  documents: readonly Document[],
  totalOf: (key: Key) => number | undefined,
): ReadonlyMap<Key, LinkedRows> {
  const linked = new Map<Key, Row[]>()
  for (const document of documents) {
    const key = keyIn(document)
    const rows = linked.get(key) ?? []
    rows.push(collection.map.row(document))
    linked.set(key, rows)
  }
  return new Map([...linked].map(([key, rows]) => [key, { rows, total: totalOf(key) ?? rows.length }]))
}

/** Only keys are read, which stand in the index, and no more are kept than are asked for. */
async function countedIds(
  { collection, path, filter, keyIn }: Holders,
  limit: number,
): Promise<Map<Key, Counted>> {
  const linked = new Map<Key, Counted>()
  const options = { ...collection.options, projection: { [path]: 1 }, sort: { [path]: 1, _id: 1 } } as const
  await collection.run(async () => {
    for await (const document of collection.documents.find(filter, options)) {
      const key = keyIn(document)
      const entry = linked.get(key) ?? { ids: [], total: 0 }
      if (entry.ids.length < limit) entry.ids.push(document._id)
      entry.total += 1
      linked.set(key, entry)
    }
  })
  return linked
}

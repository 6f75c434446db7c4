import { type Document, MongoBulkWriteError, ObjectId } from 'mongodb'
import { ALL_ROWS } from '../repository/items.js'
import { invalid } from '../errors.js'
import type { Key, ModelSpec, Row } from '../model.js'
import { shownTotal } from '../query/parameters.js'
import {
  type Aggregation,
  type AggregationResult,
  type Computation,
  type Condition,
  type CountedRows,
  EVERYTHING,
  type Group,
  type GroupKey,
  type Selection,
  type RowLock,
  type Session,
  type Store,
  both,
  equal,
  type LinkQuery,
  type Linked,
} from '../store.js'
import { keyOf } from '../repository/parts.js'
import { OpenCollection, type StoreContext } from './collection.js'
import { deleteOne, updateOne, writeEach } from './emulated-writes.js'
import { afterFilter, aggregated, filterFor, grouped, sortStages, toSort } from './filter.js'

/** The collection of the referring items, the path of their foreign key, and the filter that selects the items. */
interface Holders {
  readonly collection: OpenCollection
  readonly path: string
  readonly filter: Document
  keyIn(document: Document): Key
}

/** The first items that refer to a key, and the total number of items that refer to it. */
interface Counted {
  readonly ids: ObjectId[]
  total: number
}

/** Implements {@link Store.links}. */
export async function linksOf(collection: OpenCollection, query: LinkQuery): Promise<Linked<Key>> {
  const holders = await holdersOf(collection, query)
  const found = await countedIds(holders, query.limit)
  return new Map(
    [...found].map(([key, { ids, total }]) => [
      key,
      { items: ids.map((id) => holders.collection.keyOf(id)), total },
    ]),
  )
}

/** Implements {@link Store.linkedRows} with one query, or three if a key might have more items than the limit. */
export async function linkedRowsOf(collection: OpenCollection, query: LinkQuery): Promise<Linked<Row>> {
  const { limit } = query
  const holders = await holdersOf(collection, query)
  const found = await read(holders, holders.filter, limit + 1)
  if (found.length <= limit) return groupByHolder(holders, found, () => undefined)
  const counted = await countedIds(holders, limit)
  const ids = [...counted.values()].flatMap((entry) => entry.ids)
  return groupByHolder(
    holders,
    await read(holders, { _id: { $in: ids } }, 0),
    (key) => counted.get(key)?.total,
  )
}

async function holdersOf(
  collection: OpenCollection,
  { relation: name, keys, where = EVERYTHING }: LinkQuery,
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

/** Reads at most `atMost` documents, ordered by key. If `atMost` is 0, reads all of them. */
function read({ collection }: Holders, filter: Document, atMost: number): Promise<Document[]> {
  const options = { ...collection.options, sort: { _id: 1 }, limit: atMost } as const
  return collection.run(() => collection.documents.find(filter, options).toArray())
}

function groupByHolder(
  { collection, keyIn }: Holders,
  documents: readonly Document[],
  totalOf: (key: Key) => number | undefined,
): Linked<Row> {
  const linked = new Map<Key, Row[]>()
  for (const document of documents) {
    const key = keyIn(document)
    const rows = linked.get(key) ?? []
    rows.push(collection.map.row(document))
    linked.set(key, rows)
  }
  return new Map([...linked].map(([key, rows]) => [key, { items: rows, total: totalOf(key) ?? rows.length }]))
}

/**
 * Returns the number of items for each key, and the IDs of the first items. Reads only keys, which are in the index.
 */
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

/** Inserts all items or none, and returns them as stored, in the same order. @throws UniqueViolation, BadRequest */
export async function insertAll(collection: OpenCollection, rows: readonly Row[]): Promise<Row[]> {
  const { map } = collection
  const keyed = await collection.withKeys(rows)
  rejectMissing(collection.model, keyed)
  const documents = keyed.map((row) => map.newDocument(row))
  await collection.run(() => store(collection, documents))
  collection.emulated?.wrote(() => revert(collection, documents))
  return documents.map((document) => map.row(document))
}

/** Rejects rows without a required value, which a default or a function of yours has left out. */
function rejectMissing({ fields, relations, key }: ModelSpec, rows: readonly Row[]): void {
  const required = [...Object.entries(fields), ...Object.entries(relations)].flatMap(([name, spec]) => {
    const isStored = 'side' in spec ? spec.side === 'holder' : spec.column !== null
    return isStored && spec.required === true && name !== key ? [name] : []
  })
  const missing = required.filter((name) => rows.some((row) => (row[name] ?? null) === null))
  if (missing.length > 0) throw invalid(missing, 'must not be null')
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
    // A standalone server has no transactions, so the documents inserted before the failed one must be deleted.
    if (error instanceof MongoBulkWriteError && !collection.isTransactional)
      await revert(collection, documents.slice(0, error.insertedCount))
    throw error
  }
}

async function revert({ documents }: OpenCollection, made: readonly Document[]): Promise<void> {
  await documents.deleteMany({ _id: { $in: made.map((document) => document['_id']) } })
}

/**
 * Returns a document and locks it until the transaction ends. MongoDB locks the documents that a transaction writes, so
 * this function sets a property. If another transaction writes or locks the document concurrently, one of the
 * transactions is retried. The value stays and is new each time, because a server does not have to treat a document
 * that is as before as changed, and another transaction would go on with what it has read.
 */
function lockDocument({ documents, options }: OpenCollection, _id: ObjectId): Promise<Document | null> {
  return documents.findOneAndUpdate({ _id }, { $set: { [LOCK]: new ObjectId() } }, options)
}

const LOCK = '_lock'

/** Stores the items of one model in its collection. */
export class MongoStore implements Store {
  readonly #session: Session
  readonly #collection: OpenCollection

  /** @throws TypeError for an unknown model */
  constructor(context: StoreContext, session: Session, model: string) {
    this.#session = session
    this.#collection = new OpenCollection(context, model)
  }

  get spec(): ModelSpec {
    return this.#collection.model
  }

  async findByKey(key: Key, lock: RowLock = false): Promise<Row | undefined> {
    const { documents, emulated, map, options } = this.#collection
    if (!this.#collection.isKey(key)) return undefined
    if (lock) await this.#collection.lock(key)
    const _id = this.#collection.id(key)
    const found = await this.#run(() =>
      lock && this.#collection.isTransactional
        ? lockDocument(this.#collection, _id)
        : documents.findOne({ _id }, options),
    )
    if (found === null) return undefined
    // Later reads must not replace the version that has been judged.
    if (lock && emulated?.document(this.spec.table, _id) === undefined)
      emulated?.remember(this.spec.table, found)
    return map.row(found)
  }

  async find(selection: Selection): Promise<Row[]> {
    const { lock, where } = selection
    if (lock === undefined) return this.#find(selection)
    const { key } = this.spec
    const others = lock === 'skip' ? this.#collection.lockedByOthers() : []
    const free: Condition = { kind: 'compare', field: key, op: 'nin', value: others }
    const rows: Row[] = []
    for (const found of await this.#find({ ...selection, where: both(where, free) })) {
      const row = await this.findByKey(keyOf(this.spec, found), true)
      if (row === undefined) continue
      // Without transactions, another request can have changed the document since it was found.
      const isUnchanged = JSON.stringify(row) === JSON.stringify(found)
      if (isUnchanged || (await this.count(both(where, equal(key, row[key] ?? null)))) > 0) rows.push(row)
    }
    return rows
  }

  async #find({ where, orderBy, take, skip, after }: Selection): Promise<Row[]> {
    if (take === 0) return []
    const { documents, map, options } = this.#collection
    const filter = await this.#filter(where)
    const added = await sortStages(this.#collection, orderBy)
    const further = after === undefined ? {} : afterFilter(map, orderBy, after)
    if (added.length > 0) {
      const page = [{ $skip: skip ?? 0 }, ...(take === undefined ? [] : [{ $limit: take }])]
      const sort = { $sort: Object.fromEntries(toSort(map, orderBy)) }
      const stages = [{ $match: filter }, ...added, { $match: further }, sort, ...page]
      const sorted = await this.#search(where, () => documents.aggregate(stages, options).toArray())
      return sorted.map((document) => map.row(document))
    }
    const selected = after === undefined ? filter : { $and: [filter, further] }
    const found = await this.#search(where, () =>
      documents
        .find(selected, { ...options, sort: toSort(map, orderBy), skip: skip ?? 0, limit: take ?? 0 })
        .toArray(),
    )
    return found.map((document) => map.row(document))
  }

  async count(where: Condition, limit?: number): Promise<number> {
    const { documents, options } = this.#collection
    const filter = await this.#filter(where)
    return this.#search(where, () =>
      documents.countDocuments(filter, limit === undefined ? options : { ...options, limit }),
    )
  }

  /** Counts without a second query if the page contains the last item. */
  async findAndCount(selection: Selection, limit?: number): Promise<CountedRows> {
    const rows = await this.find(selection)
    return { rows, total: shownTotal(selection, rows.length) ?? (await this.count(selection.where, limit)) }
  }

  links(query: LinkQuery): Promise<Linked<Key>> {
    return linksOf(this.#collection, query)
  }

  linkedRows(query: LinkQuery): Promise<Linked<Row>> {
    return linkedRowsOf(this.#collection, query)
  }

  insert(rows: readonly Row[]): Promise<Row[]> {
    if (rows.length > 1 && this.#session.state === null)
      return this.#inTransaction((store) => store.insert(rows))
    return insertAll(this.#collection, rows)
  }

  /** `$facet` returns a document even if the collection is empty; the row then takes its place. */
  async wouldSelect(where: Condition, row: Row): Promise<boolean> {
    const { documents, map, options } = this.#collection
    const only = [{ $limit: 1 }, { $facet: { none: [{ $limit: 1 }] } }]
    const stages = [
      { $replaceWith: { $literal: map.newDocument(row) } },
      { $match: await this.#filter(where) },
    ]
    const found = await this.#run(() => documents.aggregate([...only, ...stages], options).toArray())
    return found.length > 0
  }

  async updateByKey(key: Key, changes: Row): Promise<Row | undefined> {
    const { documents, emulated, map, options } = this.#collection
    if (!this.#collection.isKey(key)) return undefined
    const _id = this.#collection.id(key)
    const update = map.update(changes)
    const changed = await this.#run(() =>
      emulated === undefined
        ? documents.findOneAndUpdate({ _id }, update, { ...options, returnDocument: 'after' })
        : updateOne(this.#collection, emulated, { _id }, update),
    )
    return changed === null ? undefined : map.row(changed)
  }

  async updateMany(where: Condition, changes: Row): Promise<number> {
    if (this.#session.state === null) return this.#inTransaction((store) => store.updateMany(where, changes))
    const { documents, emulated, map, options } = this.#collection
    const filter = await this.#filter(where)
    const update = map.update(changes)
    if (Object.keys(update).length === 0) return this.count(where)
    if (emulated !== undefined)
      return this.#run(() =>
        writeEach(this.#collection, filter, (one) => updateOne(this.#collection, emulated, one, update)),
      )
    const { matchedCount } = await this.#search(where, () => documents.updateMany(filter, update, options))
    return matchedCount
  }

  async deleteByKey(key: Key): Promise<boolean> {
    const { documents, emulated, options } = this.#collection
    if (!this.#collection.isKey(key)) return false
    const _id = this.#collection.id(key)
    if (emulated !== undefined) return this.#run(() => deleteOne(this.#collection, emulated, { _id }))
    const { deletedCount } = await this.#run(() => documents.deleteOne({ _id }, options))
    return deletedCount > 0
  }

  async deleteMany(where: Condition): Promise<number> {
    if (this.#session.state === null) return this.#inTransaction((store) => store.deleteMany(where))
    const { documents, emulated, options } = this.#collection
    const filter = await this.#filter(where)
    if (emulated !== undefined)
      return this.#run(() =>
        writeEach(this.#collection, filter, (one) => deleteOne(this.#collection, emulated, one)),
      )
    const { deletedCount } = await this.#search(where, () => documents.deleteMany(filter, options))
    return deletedCount
  }

  aggregate(where: Condition, aggregations: readonly Aggregation[]): Promise<AggregationResult[]> {
    return aggregated(this.#collection, where, aggregations)
  }

  groupBy(
    where: Condition,
    keys: readonly GroupKey[],
    computations: readonly Computation[] = [],
  ): Promise<Group[]> {
    return grouped(this.#collection, where, keys, computations)
  }

  /** Runs work in a transaction. Without one, the server would keep the changes made before a failure. */
  #inTransaction<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return this.#session.transaction((session) => work(session.store(this.spec.name, ALL_ROWS)))
  }

  #filter(where: Condition): Promise<Document> {
    return filterFor(this.#collection, where)
  }

  #search<T>(where: Condition, work: () => Promise<T>): Promise<T> {
    return this.#collection.runSearch(work, where)
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return this.#collection.run(work)
  }
}

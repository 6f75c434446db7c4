import {
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  MongoBulkWriteError,
  ObjectId,
} from 'mongodb'
import { type Condition, EVERYTHING } from '../condition.js'
import type { Key, ModelSpec, Models, Row } from '../model.js'
import type {
  Aggregation,
  AggregationResult,
  CountedRows,
  LinkedRows,
  Links,
  Selection,
  Store,
} from '../store.js'
import { resultOf, stagesOf } from './aggregate.js'
import { toBson, toJson } from './codec.js'
import { CollectionMap } from './collection-map.js'
import { toFilter } from './filter.js'
import type { Held } from './held.js'
import { afterFilter, toSort } from './keyset.js'
import { refusal } from './refusal.js'

/** What the stores of one session share. */
export interface StoreContext {
  readonly db: Db
  readonly models: Models
  /** Set inside a transaction. */
  readonly session?: ClientSession
  /** Set inside of what would be a transaction, where the server has none. */
  readonly held?: Held
}

/** One model's items in its collection. */
export class MongoStore implements Store {
  readonly spec: ModelSpec
  readonly #map: CollectionMap
  readonly #collection: Collection<Document>
  readonly #context: StoreContext

  constructor(context: StoreContext, spec: ModelSpec) {
    this.spec = spec
    this.#map = new CollectionMap(spec)
    this.#context = context
    this.#collection = context.db.collection(spec.table, { ignoreUndefined: true })
  }

  async findByKey(key: Key, lock = false): Promise<Row | undefined> {
    if (!this.#isKey(key)) return undefined
    const found = await this.#run(() => this.#collection.findOne({ _id: this.#id(key) }, this.#options))
    if (found === null) return undefined
    if (lock) this.#context.held?.hold(this.spec.table, found)
    return this.#map.row(found)
  }

  async find({ where, orderBy, take, skip, after }: Selection): Promise<Row[]> {
    if (take === 0) return []
    const filter = await this.#filter(where)
    const selected = after === undefined ? filter : { $and: [filter, afterFilter(this.#map, orderBy, after)] }
    const found = await this.#run(() =>
      this.#collection
        .find(selected, this.#options)
        .sort(toSort(this.#map, orderBy))
        .skip(skip ?? 0)
        .limit(take ?? 0)
        .toArray(),
    )
    return found.map((document) => this.#map.row(document))
  }

  async count(where: Condition): Promise<number> {
    const filter = await this.#filter(where)
    return this.#run(() => this.#collection.countDocuments(filter, this.#options))
  }

  async findAndCount(selection: Selection): Promise<CountedRows> {
    const rows = await this.find(selection)
    return { rows, total: await this.count(selection.where) }
  }

  async links(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where = EVERYTHING,
  ): Promise<ReadonlyMap<Key, Links>> {
    const { store } = this.#holders(relation)
    const found = await this.#linkedIds(relation, keys, limit, where)
    return new Map(
      [...found].map(([key, { ids, total }]) => [key, { keys: ids.map((id) => store.#jsonKey(id)), total }]),
    )
  }

  /** One query; a second and a third where there are so many holders that some key may have more than the limit. */
  async linkedRows(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where = EVERYTHING,
  ): Promise<ReadonlyMap<Key, LinkedRows>> {
    const { store, path } = this.#holders(relation)
    const those = await this.#holdersOf(relation, keys, where)
    const documents = await this.#run(() =>
      store.#collection
        .find(those, this.#options)
        .sort({ _id: 1 })
        .limit(limit + 1)
        .toArray(),
    )
    if (documents.length <= limit) return this.#byHeldKey(store, path, documents, new Map())
    const counted = await this.#linkedIds(relation, keys, limit, where)
    const ids = [...counted.values()].flatMap((entry) => entry.ids)
    const first = await this.#run(() =>
      store.#collection
        .find({ _id: { $in: ids } }, this.#options)
        .sort({ _id: 1 })
        .toArray(),
    )
    return this.#byHeldKey(store, path, first, counted)
  }

  #byHeldKey(
    store: MongoStore,
    path: string,
    documents: readonly Document[],
    counted: ReadonlyMap<Key, { readonly total: number }>,
  ): ReadonlyMap<Key, LinkedRows> {
    const linked = new Map<Key, Row[]>()
    for (const document of documents) {
      const key = this.#jsonKey(document[path])
      const rows = linked.get(key) ?? []
      rows.push(store.#map.row(document))
      linked.set(key, rows)
    }
    return new Map(
      [...linked].map(([key, rows]) => [key, { rows, total: counted.get(key)?.total ?? rows.length }]),
    )
  }

  /** The first holders of each key, and how many there are. Only keys are read, which stand in the index, and no more are kept than are asked for. */
  async #linkedIds(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where: Condition,
  ): Promise<Map<Key, { ids: ObjectId[]; total: number }>> {
    const { store, path } = this.#holders(relation)
    const those = await this.#holdersOf(relation, keys, where)
    const linked = new Map<Key, { ids: ObjectId[]; total: number }>()
    await this.#run(async () => {
      const found = store.#collection
        .find(those, { ...this.#options, projection: { [path]: 1 } })
        .sort({ [path]: 1, _id: 1 })
      for await (const { _id, [path]: held } of found) {
        const key = this.#jsonKey(held)
        const entry = linked.get(key) ?? { ids: [], total: 0 }
        if (entry.ids.length < limit) entry.ids.push(_id)
        entry.total += 1
        linked.set(key, entry)
      }
    })
    return linked
  }

  /** Selects the holders of these keys that the condition is true of. */
  async #holdersOf(relation: string, keys: readonly Key[], where: Condition): Promise<Document> {
    const { store, path } = this.#holders(relation)
    const those = { [path]: { $in: keys.map((key) => this.#id(key)) } }
    return where === EVERYTHING ? those : { $and: [those, await store.#filter(where)] }
  }

  async insert(rows: readonly Row[]): Promise<Row[]> {
    if (rows.length === 0) return []
    const documents = rows.map((row) => ({ ...this.#generatedIds(), ...this.#map.document(row) }))
    await this.#run(async () => {
      try {
        await this.#collection.insertMany(documents, { ...this.#options, ordered: true })
      } catch (error) {
        if (error instanceof MongoBulkWriteError)
          await this.#takeBack(documents.slice(0, error.insertedCount))
        throw error
      }
    })
    this.#context.held?.wrote(() => this.#takeBack(documents))
    return documents.map((document) => this.#map.row(document))
  }

  async updateByKey(key: Key, changes: Row): Promise<Row | undefined> {
    if (!this.#isKey(key)) return undefined
    const { held } = this.#context
    const changed = await this.#run(() =>
      this.#collection.findOneAndUpdate(this.#byKey(key), this.#map.update(changes), {
        ...this.#options,
        returnDocument: 'after',
      }),
    )
    if (changed === null) {
      held?.checkMissed(this.spec.table, this.#id(key))
      return undefined
    }
    held?.changed(this.spec.table, changed)
    return this.#map.row(changed)
  }

  async updateMany(where: Condition, changes: Row): Promise<number> {
    const filter = await this.#filter(where)
    const update = this.#map.update(changes)
    if (Object.keys(update).length === 0) return this.count(where)
    await this.#noteLinks(filter, changes)
    const { matchedCount } = await this.#run(() => this.#collection.updateMany(filter, update, this.#options))
    this.#context.held?.release(this.spec.table)
    return matchedCount
  }

  async deleteByKey(key: Key): Promise<boolean> {
    if (!this.#isKey(key)) return false
    const { deletedCount } = await this.#run(() =>
      this.#collection.deleteOne(this.#byKey(key), this.#options),
    )
    if (deletedCount === 0) this.#context.held?.checkMissed(this.spec.table, this.#id(key))
    return deletedCount > 0
  }

  async deleteMany(where: Condition): Promise<number> {
    const filter = await this.#filter(where)
    const { deletedCount } = await this.#run(() => this.#collection.deleteMany(filter, this.#options))
    return deletedCount
  }

  async aggregate(where: Condition, aggregations: readonly Aggregation[]): Promise<AggregationResult[]> {
    if (aggregations.length === 0) return []
    const facets = Object.fromEntries(
      aggregations.map((aggregation, index) => [`a${index}`, stagesOf(this.#map, aggregation)]),
    )
    const filter = await this.#filter(where)
    const [found = {}] = await this.#run(() =>
      this.#collection.aggregate([{ $match: filter }, { $facet: facets }], this.#options).toArray(),
    )
    return aggregations.map((aggregation, index) => {
      const documents: unknown = found[`a${index}`]
      return resultOf(this.#map, aggregation, Array.isArray(documents) ? documents : [])
    })
  }

  async groupBy(
    where: Condition,
    fields: readonly string[],
  ): Promise<{ readonly values: Row; readonly count: number }[]> {
    const paths = fields.map((name) => this.#map.path(name))
    const filter = await this.#filter(where)
    const id = Object.fromEntries(
      paths.map(({ path }, index) => [`f${index}`, { $ifNull: [`$${path}`, null] }]),
    )
    const found = await this.#run(() =>
      this.#collection
        .aggregate(
          [{ $match: filter }, { $group: { _id: id, count: { $sum: 1 } } }, { $sort: { _id: 1 } }],
          this.#options,
        )
        .toArray(),
    )
    return found.map((group) => ({
      values: Object.fromEntries(
        paths.map(({ name, spec }, index) => [name, toJson(spec, group['_id'][`f${index}`])]),
      ),
      count: Number(group['count']),
    }))
  }

  get #options(): { session?: ClientSession } {
    const { session } = this.#context
    return session === undefined ? {} : { session }
  }

  #isKey(key: Key): boolean {
    return this.#map.key().spec.type !== 'object_id' || ObjectId.isValid(String(key))
  }

  #id(key: Key): ObjectId {
    // The driver types `_id` as an ObjectId, although a document may have any key.
    return toBson(this.#map.key().spec, key) as ObjectId
  }

  /** Finds a document by its key; as it was read, where it was read to be changed. */
  #byKey(key: Key): Document {
    const id = this.#id(key)
    const { held } = this.#context
    if (held === undefined) return { _id: id }
    return held.filter(
      this.spec.table,
      id,
      this.#map.paths.map(({ path }) => path),
    )
  }

  #jsonKey(id: unknown): Key {
    const key = toJson(this.#map.key().spec, id)
    return typeof key === 'number' ? key : String(key)
  }

  #filter(where: Condition): Promise<Document> {
    if (where === EVERYTHING) return Promise.resolve({})
    return toFilter(this.#map, where, (relation, of) => this.#relatedKeys(relation, of))
  }

  /** What a filter over a relation comes down to: which keys this collection's documents hold, or have. */
  async #relatedKeys(name: string, of: Condition | null): Promise<{ path: string; keys: unknown[] }> {
    const relation = this.#relation(name)
    const other = new MongoStore(this.#context, this.#model(relation.model))
    const filter = of === null ? {} : await other.#filter(of)
    if (relation.side === 'holder') {
      const keys = await this.#run(() => other.#collection.distinct('_id', filter, this.#options))
      return { path: this.#map.path(name).path, keys }
    }
    const { path } = other.#map.path(relation.inverse)
    const keys = await this.#run(() =>
      other.#collection.distinct(path, { $and: [filter, { [path]: { $ne: null } }] }, this.#options),
    )
    return { path: '_id', keys }
  }

  /** Where the holders of a relation of side `one` stand, and under which path they keep this model's key. */
  #holders(name: string): { store: MongoStore; path: string } {
    const relation = this.#relation(name)
    const store = new MongoStore(this.#context, this.#model(relation.model))
    return { store, path: store.#map.path(relation.inverse).path }
  }

  #relation(name: string): ModelSpec['relations'][string] {
    const relation = this.spec.relations[name]
    if (relation === undefined) throw new TypeError(`${this.spec.name} has no relation ${name}`)
    return relation
  }

  #model(name: string): ModelSpec {
    const model = this.#context.models[name]
    if (model === undefined) throw new TypeError(`there is no model ${name}`)
    return model
  }

  #generatedIds(): Document {
    return Object.fromEntries(
      Object.entries(this.spec.fields).flatMap(([name, { type, column }]) =>
        type === 'object_id' && column !== null ? [[this.#map.path(name).path, new ObjectId()]] : [],
      ),
    )
  }

  /** A standalone server has no transactions: what a list has stored before its faulty item is deleted again. */
  async #takeBack(documents: readonly Document[]): Promise<void> {
    if (this.#context.session !== undefined) return
    await this.#collection.deleteMany({ _id: { $in: documents.map((document) => document['_id']) } })
  }

  /** Takes note of the links that a change of many replaces, so that they can be taken back. */
  async #noteLinks(filter: Document, changes: Row): Promise<void> {
    const { held } = this.#context
    const names = Object.keys(changes).filter((name) => this.spec.relations[name] !== undefined)
    if (held === undefined || names.length === 0) return
    const paths = names.map((name) => this.#map.path(name).path)
    const projection = Object.fromEntries(paths.map((path) => [path, 1]))
    const before = await this.#run(() => this.#collection.find(filter, { projection }).toArray())
    if (before.length === 0) return
    held.wrote(() =>
      this.#collection.bulkWrite(
        before.map(({ _id, ...links }) => ({
          updateOne: { filter: { _id }, update: restoring(paths, links) },
        })),
      ),
    )
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw refusal(error, this.#map)
    }
  }
}

/** The update that gives fields the values that they had. */
function restoring(paths: readonly string[], values: Document): Document {
  const set = Object.entries(values)
  const unset = paths.filter((path) => values[path] === undefined).map((path) => [path, ''])
  return {
    ...(set.length > 0 ? { $set: Object.fromEntries(set) } : {}),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset) } : {}),
  }
}

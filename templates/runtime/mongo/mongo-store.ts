import type { Document } from 'mongodb'
import type { Condition } from '../condition.js'
import type { Key, ModelSpec, Row } from '../model.js'
import { shownTotal } from '../shown-total.js'
import type {
  Aggregation,
  AggregationResult,
  Beside,
  CountedRows,
  LinkedRows,
  Links,
  RowBeside,
  Selection,
  Session,
  Store,
} from '../store.js'
import { aggregated, type Group, grouped } from './aggregations.js'
import { insertAll } from './insertion.js'
import { afterFilter, toSort } from './keyset.js'
import { linkedRowsOf, linksOf } from './links.js'
import { OpenCollection, type StoreContext } from './open-collection.js'
import { deleteMany, deleteOne, updateMany, updateOne } from './revocable.js'
import { filterFor } from './selection.js'

/** One model's items in its collection. */
export class MongoStore implements Store {
  readonly #context: StoreContext
  readonly #session: Session
  readonly #collection: OpenCollection

  /** @throws TypeError where there is no such model */
  constructor(context: StoreContext, session: Session, model: string) {
    this.#context = context
    this.#session = session
    this.#collection = new OpenCollection(context, model)
  }

  get spec(): ModelSpec {
    return this.#collection.model
  }

  async findByKey(key: Key, lock = false): Promise<Row | undefined> {
    const { documents, held, map, options } = this.#collection
    if (!this.#collection.isKey(key)) return undefined
    if (lock) await this.#collection.take(key)
    const found = await this.#run(() => documents.findOne({ _id: this.#collection.id(key) }, options))
    if (found === null) return undefined
    if (lock) held?.hold(this.spec.table, found)
    return map.row(found)
  }

  async findBeside(key: Key, beside: readonly Beside[]): Promise<RowBeside | undefined> {
    const [row, ...others] = await Promise.all([
      this.findByKey(key),
      ...beside.map((other) =>
        new MongoStore(this.#context, this.#session, other.model).findByKey(other.key),
      ),
    ])
    return row && { row, beside: beside.map(({ field }, index) => others[index]?.[field] ?? null) }
  }

  async find({ where, orderBy, take, skip, after }: Selection): Promise<Row[]> {
    if (take === 0) return []
    const { documents, map, options } = this.#collection
    const filter = await this.#filter(where)
    const selected = after === undefined ? filter : { $and: [filter, afterFilter(map, orderBy, after)] }
    const found = await this.#run(() =>
      documents
        .find(selected, { ...options, sort: toSort(map, orderBy), skip: skip ?? 0, limit: take ?? 0 })
        .toArray(),
    )
    return found.map((document) => map.row(document))
  }

  async count(where: Condition): Promise<number> {
    const { documents, options } = this.#collection
    const filter = await this.#filter(where)
    return this.#run(() => documents.countDocuments(filter, options))
  }

  /** A selection that ends in what was read is counted by this. */
  async findAndCount(selection: Selection): Promise<CountedRows> {
    const rows = await this.find(selection)
    return { rows, total: shownTotal(selection, rows.length) ?? (await this.count(selection.where)) }
  }

  links(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where?: Condition,
  ): Promise<ReadonlyMap<Key, Links>> {
    return linksOf(this.#collection, { relation, keys, where }, limit)
  }

  linkedRows(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where?: Condition,
  ): Promise<ReadonlyMap<Key, LinkedRows>> {
    return linkedRowsOf(this.#collection, { relation, keys, where }, limit)
  }

  insert(rows: readonly Row[]): Promise<Row[]> {
    if (rows.length > 1 && !this.#session.transactional)
      return this.#inTransaction((store) => store.insert(rows))
    return insertAll(this.#collection, rows)
  }

  async updateByKey(key: Key, changes: Row): Promise<Row | undefined> {
    const { documents, held, map, options } = this.#collection
    if (!this.#collection.isKey(key)) return undefined
    const _id = this.#collection.id(key)
    const update = map.update(changes)
    const changed = await this.#run(() =>
      held === undefined
        ? documents.findOneAndUpdate({ _id }, update, { ...options, returnDocument: 'after' })
        : updateOne(this.#collection, held, _id, update),
    )
    return changed === null ? undefined : map.row(changed)
  }

  async updateMany(where: Condition, changes: Row): Promise<number> {
    if (!this.#session.transactional) return this.#inTransaction((store) => store.updateMany(where, changes))
    const { documents, held, map, options } = this.#collection
    const filter = await this.#filter(where)
    const update = map.update(changes)
    if (Object.keys(update).length === 0) return this.count(where)
    if (held !== undefined) return this.#run(() => updateMany(this.#collection, held, filter, update))
    const { matchedCount } = await this.#run(() => documents.updateMany(filter, update, options))
    return matchedCount
  }

  async deleteByKey(key: Key): Promise<boolean> {
    const { documents, held, options } = this.#collection
    if (!this.#collection.isKey(key)) return false
    const _id = this.#collection.id(key)
    if (held !== undefined) return this.#run(() => deleteOne(this.#collection, held, _id))
    const { deletedCount } = await this.#run(() => documents.deleteOne({ _id }, options))
    return deletedCount > 0
  }

  async deleteMany(where: Condition): Promise<number> {
    if (!this.#session.transactional) return this.#inTransaction((store) => store.deleteMany(where))
    const { documents, held, options } = this.#collection
    const filter = await this.#filter(where)
    if (held !== undefined) return this.#run(() => deleteMany(this.#collection, held, filter))
    const { deletedCount } = await this.#run(() => documents.deleteMany(filter, options))
    return deletedCount
  }

  aggregate(where: Condition, aggregations: readonly Aggregation[]): Promise<AggregationResult[]> {
    return aggregated(this.#collection, where, aggregations)
  }

  groupBy(where: Condition, fields: readonly string[]): Promise<Group[]> {
    return grouped(this.#collection, where, fields)
  }

  /** The server changes documents one by one: of several it keeps those before the one that fails. */
  #inTransaction<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return this.#session.transaction((session) => work(session.store(this.spec.name)))
  }

  #filter(where: Condition): Promise<Document> {
    return filterFor(this.#collection, where)
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return this.#collection.run(work)
  }
}

import { both, type Condition, equal, type SortKey } from '../condition.js'
import { BadRequest, Conflict, FaultList, HttpError } from '../errors.js'
import type { Json } from '../json.js'
import {
  isGenerated,
  type Key,
  type ModelSpec,
  type Models,
  type RelationSpec,
  type Row,
  valueOfDefault,
} from '../model.js'
import { hashes, withHashes } from './hashed.js'
import { Deletion, needsDeletion } from './deletion.js'
import { isKey } from './keys.js'
import { ownData, type Parts, partsOf } from './parts.js'
import { ReferenceViolation, type Selection, type Session, type Store, UniqueViolation } from '../store.js'

/** Values by field name: stored fields, and relations as keys (`owner: 'bob'`, `stories: [1, 2]`). A field left out is not touched. */
export type Data = Row

/** Characters of a key that a message shows. */
const LONGEST_KEY = 100

/** Where the n-th item stands in the body. */
type PlaceOf = (index: number) => string

const atRoot: PlaceOf = () => ''

/**
 * The items of one model in one session, with what holds on every engine: defaults, links from both sides, and what deleting an item does to
 * others. Values are in JSON form and checked before.
 */
export class Items {
  readonly model: ModelSpec
  readonly #session: Session
  readonly #models: Models
  readonly #store: Store
  readonly #parts: Parts

  constructor(session: Session, models: Models, model: ModelSpec) {
    this.model = model
    this.#session = session
    this.#models = models
    this.#store = session.store(model.name)
    this.#parts = partsOf(model)
  }

  /** The item with this key; in a transaction `lock` keeps others from changing it until the end. */
  findByKey(key: Key, lock = false): Promise<Row | undefined> {
    return this.#store.findByKey(key, lock)
  }

  find(selection: Selection): Promise<Row[]> {
    return this.#store.find(selection)
  }

  count(where: Condition): Promise<number> {
    return this.#store.count(where)
  }

  /** The engine's own door, for what reads only. */
  get store(): Store {
    return this.#store
  }

  /**
   * Stores new items, all or none. `isList`: errors tell the item's place.
   * @throws BadRequest where a relation names an item that does not exist; UniqueViolation.
   */
  async create(given: readonly Data[], isList = given.length > 1): Promise<Row[]> {
    const list = given.map((data) => ownData(this.#parts, data))
    const whole = list.map((data) => this.#withDefaults(data))
    const rows = hashes(this.#parts)
      ? await Promise.all(whole.map((row) => withHashes(this.#parts, row)))
      : whole
    const placeOf: PlaceOf = (index) => (isList ? `/${index}` : '')
    if (!list.some((data) => this.#setsLinks(data)))
      return await this.#checked(list, placeOf, () => this.#store.insert(rows))
    await this.#checkHeldKeys(list, placeOf)
    return this.#session.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const stored = await items.#refusing(() => items.#store.insert(rows))
      for (const [index, row] of stored.entries()) {
        for (const [name, relation, keys] of this.#linksOf(list[index] ?? {}))
          await items.#link(row, name, relation, keys, placeOf(index))
      }
      return stored
    })
  }

  /**
   * Changes the item with this key; answers it as stored afterwards, undefined where there is none.
   * @throws BadRequest where a relation names an item that does not exist; UniqueViolation.
   */
  async update(key: Key, given: Data): Promise<Row | undefined> {
    const data = ownData(this.#parts, given)
    const updates = this.#withUpdates(data)
    const changes = hashes(this.#parts) ? await withHashes(this.#parts, updates) : updates
    if (!this.#setsLinks(data)) return await this.#checked([data], atRoot, () => this.#write(key, changes))
    await this.#checkHeldKeys([data], atRoot)
    return this.#session.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const row = await items.#refusing(() => items.#write(key, changes))
      if (row === undefined) return undefined
      for (const [name, relation, keys] of items.#linksOf(data)) await items.#link(row, name, relation, keys)
      return row
    })
  }

  /** Changes every item that the condition selects; answers how many. */
  async updateMany(where: Condition, given: Data): Promise<number> {
    const data = ownData(this.#parts, given)
    await this.#checkHeldKeys([data], atRoot)
    if (!this.#setsLinks(data)) {
      return this.#store.updateMany(where, await withHashes(this.#parts, this.#withUpdates(data)))
    }
    return this.#session.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const keys = await items.#keys(where)
      for (const key of keys) await items.update(key, data)
      return keys.length
    })
  }

  /** The items that the condition selects, in the order of their keys, each locked until the transaction ends. */
  async *locked(where: Condition): AsyncIterable<Row> {
    for (const found of await this.find({ where, orderBy: this.#byKey })) {
      const key = found[this.model.key]
      const row = isKey(key) ? await this.findByKey(key, true) : undefined
      if (row === undefined || !isKey(key)) continue
      const isUnchanged = JSON.stringify(row) === JSON.stringify(found)
      if (isUnchanged || (await this.count(both(where, equal(this.model.key, key)))) > 0) yield row
    }
  }

  /**
   * Deletes the item with this key; answers whether there was one.
   * @throws Conflict where others refer to it and the relation says restrict.
   */
  async delete(key: Key): Promise<boolean> {
    if (!this.#needsDeletion()) return this.#refusing(() => this.#store.deleteByKey(key))
    return this.#session.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const row = await items.findByKey(key)
      return row !== undefined && items.#deleteRows(session, [row], () => items.#store.deleteByKey(key))
    })
  }

  /** Deletes every item that the condition selects; answers how many. @throws Conflict as above */
  async deleteMany(where: Condition): Promise<number> {
    if (!this.#needsDeletion()) return this.#refusing(() => this.#store.deleteMany(where))
    return this.#session.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const rows = await items.find({ where, orderBy: items.#byKey })
      const keys = rows.map((row) => row[this.model.key]).filter(isKey)
      const selected: Condition = { kind: 'compare', field: this.model.key, op: 'in', value: keys }
      return items.#deleteRows(session, rows, () => items.#store.deleteMany(selected))
    })
  }

  #deleteRows<T>(session: Session, rows: readonly Row[], remove: () => Promise<T>): Promise<T> {
    return this.#refusing(() => new Deletion(session, this.#models).run(this.model, rows, remove))
  }

  get #byKey(): readonly SortKey[] {
    return [{ field: this.model.key, direction: 'asc' }]
  }

  #target(relation: RelationSpec): ModelSpec {
    const model = this.#models[relation.model]
    if (model === undefined) throw new TypeError(`there is no model ${relation.model}`)
    return model
  }

  #write(key: Key, changes: Row): Promise<Row | undefined> {
    return Object.keys(changes).length === 0
      ? this.#store.findByKey(key)
      : this.#store.updateByKey(key, changes)
  }

  /**
   * Writes what holds keys of other items. A database that refuses keys of none is asked by the write itself, and only what it refuses is looked
   * into. The keys are looked for first inside a transaction, which a refusal would end, and where the data could bring what it refers to itself.
   */
  async #checked<T>(list: readonly Data[], placeOf: PlaceOf, write: () => Promise<T>): Promise<T> {
    const { enforcesReferences, transactional } = this.#session
    const asksByWriting = enforcesReferences && !transactional && !this.#refersToOwnModel(list)
    if (!asksByWriting && this.#holdsKeys(list)) await this.#checkHeldKeys(list, placeOf)
    try {
      return await write()
    } catch (error) {
      if (asksByWriting && isRefusal(error)) await this.#checkHeldKeys(list, placeOf)
      throw this.#asRefusal(error)
    }
  }

  async #refusing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      throw this.#asRefusal(error)
    }
  }

  #asRefusal(error: unknown): unknown {
    if (!(error instanceof ReferenceViolation)) return error
    return error.reason === 'referenced'
      ? new Conflict(`this ${this.model.name} is referred to by other items and cannot be deleted`)
      : new BadRequest('a key names no item')
  }

  #withDefaults(data: Data): Row {
    const row: Record<string, Json> = {}
    for (const [name, field] of this.#parts.stored) {
      const given = data[name]
      if (given !== undefined) row[name] = given
      else if (!isGenerated(field.type)) row[name] = valueOfDefault(field.default) ?? null
    }
    for (const [name] of this.#parts.holders) row[name] = data[name] ?? null
    return row
  }

  #withUpdates(data: Data): Row {
    const row: Record<string, Json> = ownData(this.#parts, {})
    for (const [name, field] of this.#parts.stored) {
      const value = data[name] ?? (data[name] === undefined ? valueOfDefault(field.onUpdate) : null)
      if (value !== undefined) row[name] = value
    }
    for (const [name] of this.#parts.holders) {
      const key = data[name]
      if (key !== undefined) row[name] = key
    }
    return row
  }

  #setsLinks(data: Data): boolean {
    return this.#parts.ones.some(([name]) => data[name] !== undefined)
  }

  /** The relations of side `one` that the data sets, with the keys they shall have. */
  #linksOf(data: Data): [string, RelationSpec, readonly Key[]][] {
    const links: [string, RelationSpec, readonly Key[]][] = []
    for (const [name, relation] of this.#parts.ones) {
      const value = data[name]
      if (value !== undefined) links.push([name, relation, keysOf(value)])
    }
    return links
  }

  #holdsKeys(list: readonly Data[]): boolean {
    return this.#parts.holders.some(([name]) => list.some((data) => (data[name] ?? null) !== null))
  }

  #refersToOwnModel(list: readonly Data[]): boolean {
    return this.#parts.holders.some(
      ([name, { model }]) => model === this.model.name && list.some((data) => (data[name] ?? null) !== null),
    )
  }

  async #checkHeldKeys(list: readonly Data[], placeOf: PlaceOf): Promise<void> {
    for (const [name, relation] of this.#parts.holders) {
      const keys = list.map((data) => data[name] ?? null)
      await this.#checkKeys(this.#target(relation), keys, (index) => `${placeOf(index)}/${name}`)
    }
  }

  /** @throws BadRequest where a key names no item; `pathOf` tells where the n-th of them stands in the body */
  async #checkKeys(
    target: ModelSpec,
    given: readonly Json[],
    pathOf: (index: number) => string,
  ): Promise<void> {
    const keys = [...new Set(given.filter(isKey))]
    if (keys.length === 0) return
    const store = this.#session.store(target.name)
    const [only] = keys
    const known = new Set(
      keys.length === 1 && only !== undefined
        ? [(await store.findByKey(only))?.[target.key]]
        : (
            await store.find({
              where: { kind: 'compare', field: target.key, op: 'in', value: keys },
              orderBy: [{ field: target.key, direction: 'asc' }],
            })
          ).map((row) => row[target.key]),
    )
    const faults = new FaultList()
    for (const [index, key] of given.entries()) {
      if (key === null || known.has(key)) continue
      const shown = JSON.stringify(key).slice(0, LONGEST_KEY)
      faults.add(pathOf(index), `refers to a ${target.name} that does not exist: ${shown}`)
    }
    faults.refuse()
  }

  /** Makes `keys` the whole set of holders of this row; those that were linked before are unlinked. */
  async #link(
    row: Row,
    name: string,
    relation: RelationSpec,
    keys: readonly Key[],
    place = '',
  ): Promise<void> {
    const target = this.#target(relation)
    const path = `${place}/${name}`
    await this.#checkKeys(target, keys, (index) => (relation.many ? `${path}/${index}` : path))
    const holders = this.#session.store(target.name)
    const key = row[this.model.key] ?? null
    const others: Condition = {
      kind: 'and',
      of: [equal(relation.inverse, key), { kind: 'compare', field: target.key, op: 'nin', value: keys }],
    }
    if (target.relations[relation.inverse]?.required === true) {
      if ((await holders.count(others)) > 0) {
        throw new Conflict(
          `${name}: an item that is left out must have a ${relation.inverse}; link it elsewhere first`,
        )
      }
    } else {
      await holders.updateMany(others, { [relation.inverse]: null })
    }
    if (keys.length > 0) {
      await holders.updateMany(
        { kind: 'compare', field: target.key, op: 'in', value: keys },
        { [relation.inverse]: key },
      )
    }
  }

  async #keys(where: Condition): Promise<Key[]> {
    const rows = await this.#store.find({ where, orderBy: this.#byKey })
    return rows.map((row) => row[this.model.key]).filter(isKey)
  }

  #needsDeletion(): boolean {
    return needsDeletion(this.#models, this.model, this.#session.enforcesReferences)
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof UniqueViolation || error instanceof ReferenceViolation || error instanceof HttpError
}

function keysOf(value: Json): readonly Key[] {
  if (Array.isArray(value)) return [...new Set(value.filter(isKey))]
  return isKey(value) ? [value] : []
}

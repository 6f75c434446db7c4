import {
  BadRequest,
  Conflict,
  FaultList,
  Forbidden,
  HttpError,
  UniqueViolation,
  ReferenceViolation,
} from '../errors.js'
import type { Json } from '../json.js'
import {
  type Key,
  type ModelSpec,
  type Models,
  type RelationSpec,
  type Row,
  isGenerated,
  type PendingRow,
  settled,
  valueOfDefault,
} from '../model.js'
import {
  type Condition,
  EVERYTHING,
  NOTHING,
  type RowPermission,
  type Selection,
  type Session,
  type SortKey,
  type Store,
  both,
  equal,
} from '../store.js'

import { Deletion, needsDeletion } from './deletion.js'
import {
  type Data,
  type Parts,
  hashes,
  isKey,
  keyOf,
  keysIn,
  keysOf,
  ownData,
  partsOf,
  storedData,
  withHashes,
} from './parts.js'

/** Maximum length of a key in a message. */
const MAX_KEY_LENGTH = 100

/** Returns the JSON pointer to the n-th item in the body. */
type PlaceOf = (index: number) => string

const atRoot: PlaceOf = () => ''

/**
 * The items of one model in one session. Unlike a {@link Store}, this class sets defaults, writes links from either
 * side, and applies `ondelete` rules. Values are in JSON form and must already have been validated.
 */
export class Items {
  readonly model: ModelSpec
  /** The session without restrictions, for the writes. */
  readonly #session: Session
  /** The session whose rules restrict which rows can be read and written, if there are rules. */
  readonly #given: Session
  readonly #models: Models
  readonly #store: Store
  /** The rows that can be read. */
  readonly #readable: Store
  readonly #parts: Parts

  constructor(session: Session, models: Models, model: ModelSpec) {
    this.model = model
    this.#given = session
    this.#session = session.access?.unrestricted ?? session
    this.#models = models
    this.#readable = session.store(model.name)
    this.#store = session.access === undefined ? this.#readable : this.#session.store(model.name)
    this.#parts = partsOf(model)
  }

  /**
   * Returns the item with this key. In a transaction, `lock` prevents others from changing the item until the
   * transaction ends.
   */
  findByKey(key: Key, lock = false): Promise<Row | undefined> {
    return this.#readable.findByKey(key, lock)
  }

  find(selection: Selection): Promise<Row[]> {
    return this.#readable.find(selection)
  }

  count(where: Condition): Promise<number> {
    return this.#readable.count(where)
  }

  /** The model's rows, for reading. */
  get store(): Store {
    return this.#readable
  }

  /**
   * Returns the item with this key if the rules allow a write, even if they do not allow viewing the item.
   * @throws Forbidden if the rules allow only viewing the item
   */
  async findWritable(key: Key, permission: 'update' | 'delete'): Promise<Row | undefined> {
    const row = await this.#store.findByKey(key, true)
    // Rules are checked even if there is no item, so that the time does not tell a hidden item from a missing one.
    return (await this.#isCovered(key, permission)) ? row : undefined
  }

  /**
   * Stores all new items, or none.
   * @param isList whether errors contain the item's index
   * @throws BadRequest if a relation refers to an item that does not exist; UniqueViolation; Forbidden if rules do not
   * allow one of the items
   */
  create(given: readonly Data[], isList = given.length > 1): Promise<Row[]> {
    if (this.#given.access === undefined) return this.#create(given, isList)
    return this.#given.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      // A conflict would tell a caller who cannot create any item whether another one exists.
      if ((await items.#allowed('create')) === NOTHING)
        throw new Forbidden(`You do not have permission to create this ${this.model.name} with these values.`)
      const rows = await items.#create(given, isList)
      await items.#checkCovered(rows, 'create', (index) => (isList ? `/${index}` : ''))
      return rows
    })
  }

  async #create(given: readonly Data[], isList: boolean): Promise<Row[]> {
    const list = given.map((data) => storedData(this.#parts, data))
    const whole = await Promise.all(list.map((data) => settled(this.#withDefaults(data))))
    const rows = hashes(this.#parts)
      ? await Promise.all(whole.map((row) => withHashes(this.#parts, row)))
      : whole
    const placeOf: PlaceOf = (index) => (isList ? `/${index}` : '')
    if (!list.some((data) => this.#setsLinks(data)))
      return await this.#checked(list, placeOf, () => this.#store.insert(rows))
    await this.#checkHeldKeys(list, placeOf)
    return this.#given.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const stored = await items.#translating(() => items.#store.insert(rows))
      for (const [index, row] of stored.entries()) {
        for (const [name, relation, keys] of this.#linksOf(list[index] ?? {}))
          await items.#link(row, name, relation, keys, placeOf(index))
      }
      return stored
    })
  }

  /**
   * Changes the item with this key and returns it as stored, or undefined if there is none.
   * @param hashed values that are hashes, from {@link withoutPasswords}
   * @throws BadRequest if a relation refers to an item that does not exist; UniqueViolation; Forbidden if rules do not
   * allow the change
   */
  update(key: Key, given: Data, hashed: Row = {}): Promise<Row | undefined> {
    if (this.#given.access === undefined) return this.#update(key, given, hashed)
    return this.#given.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      if (!(await items.#isCovered(key, 'update'))) return undefined
      const row = await items.#update(key, given, hashed)
      if (row !== undefined) await items.#checkCovered([row], 'update')
      return row
    })
  }

  async #update(key: Key, given: Data, hashed: Row): Promise<Row | undefined> {
    const data = storedData(this.#parts, given)
    const updates = await settled(this.#withUpdates(data))
    const changes = hashes(this.#parts) ? { ...(await withHashes(this.#parts, updates)), ...hashed } : updates
    if (!this.#setsLinks(data)) return await this.#checked([data], atRoot, () => this.#write(key, changes))
    await this.#checkHeldKeys([data], atRoot)
    return this.#given.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const row = await items.#translating(() => items.#write(key, changes))
      if (row === undefined) return undefined
      for (const [name, relation, keys] of items.#linksOf(data)) await items.#link(row, name, relation, keys)
      return row
    })
  }

  /**
   * Changes the items with the keys in the data.
   * @param isWhole whether to set omitted fields to their defaults, and omitted relations of side `holder` to null; if
   * false, they stay unchanged
   * @returns the items as stored, without items that do not exist
   * @throws BadRequest, with the item's index, if a relation refers to an item that does not exist; UniqueViolation
   */
  set(given: readonly Data[], isWhole: boolean): Promise<Row[]> {
    const list = given.map((data) => storedData(this.#parts, data))
    return this.#session.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      await items.#checkHeldKeys(list, (index) => `/${index}`)
      const rows: Row[] = []
      for (const [index, data] of list.entries()) {
        const row = await settled(isWhole ? this.#withDefaults(data) : this.#withUpdates(data))
        const { [this.model.key]: _key, ...changes } = await withHashes(this.#parts, row)
        const stored = await items.#translating(() => items.#write(keyOf(this.model, data), changes))
        if (stored === undefined) continue
        rows.push(stored)
        for (const [name, relation, keys] of this.#linksOf(data))
          await items.#link(stored, name, relation, keys, `/${index}`)
      }
      return rows
    })
  }

  /**
   * Changes all items that the condition selects, and returns how many there were. Rules restrict the selection.
   * @throws Forbidden if rules do not allow one of the changed items
   */
  async updateMany(where: Condition, given: Data): Promise<number> {
    if (this.#given.access === undefined) return this.#updateMany(where, given)
    return this.#given.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const rows = await items.#covered(where, 'update')
      const count = await items.#updateMany(await items.#still(rows, 'update'), given)
      await items.#checkCovered(rows, 'update')
      return count
    })
  }

  async #updateMany(where: Condition, given: Data): Promise<number> {
    const data = storedData(this.#parts, given)
    await this.#checkHeldKeys([data], atRoot)
    if (!this.#setsLinks(data)) {
      return this.#store.updateMany(
        where,
        await withHashes(this.#parts, await settled(this.#withUpdates(data))),
      )
    }
    return this.#given.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const { plain, hashes } = await this.withoutPasswords(data)
      const keys = await items.#keys(where)
      for (const key of keys) await items.update(key, plain, hashes)
      return keys.length
    })
  }

  /** Separates passwords from the other values, and hashes them once, for changes to several items. */
  async withoutPasswords(data: Data): Promise<{ readonly plain: Data; readonly hashes: Row }> {
    const names = this.#parts.hashed.map(([name]) => name).filter((name) => typeof data[name] === 'string')
    if (names.length === 0) return { plain: data, hashes: {} }
    const hashed = Object.entries(await withHashes(this.#parts, data))
    return {
      plain: Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name))),
      hashes: Object.fromEntries(hashed.filter(([name]) => names.includes(name))),
    }
  }

  /**
   * Yields the items that the condition selects and that can be updated, ordered by key. Each item stays locked until
   * the transaction ends.
   */
  async *locked(where: Condition): AsyncIterable<Row> {
    const allowed = both(where, await this.#allowed('update'))
    for (const found of await this.find({ where: allowed, orderBy: this.#byKey })) {
      const key = found[this.model.key]
      const row = isKey(key) ? await this.findByKey(key, true) : undefined
      if (row === undefined || !isKey(key)) continue
      const isUnchanged = JSON.stringify(row) === JSON.stringify(found)
      if (isUnchanged || (await this.count(both(allowed, equal(this.model.key, key)))) > 0) yield row
    }
  }

  /**
   * Deletes the item with this key, and returns whether it existed.
   * @throws Conflict if one of its relations restricts deletion; Forbidden if rules allow only viewing the item
   */
  async delete(key: Key): Promise<boolean> {
    if (!(await this.#isCovered(key, 'delete'))) return false
    if (!this.#needsDeletion()) return this.#translating(() => this.#store.deleteByKey(key))
    return this.#given.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const row = await items.#store.findByKey(key)
      return row !== undefined && items.#deleteRows([row], () => items.#store.deleteByKey(key))
    })
  }

  /**
   * Deletes all items that the condition selects, and returns how many there were. Rules restrict the selection.
   * @throws Conflict as in {@link delete}
   */
  async deleteMany(where: Condition): Promise<number> {
    if (this.#given.access === undefined) return this.#deleteMany(where)
    return this.#given.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      return items.#deleteMany(await items.#still(await items.#covered(where, 'delete'), 'delete'))
    })
  }

  async #deleteMany(where: Condition): Promise<number> {
    if (!this.#needsDeletion()) return this.#translating(() => this.#store.deleteMany(where))
    return this.#given.transaction(async (session) => {
      const items = new Items(session, this.#models, this.model)
      const rows = await items.find({ where, orderBy: items.#byKey })
      const keys = rows.map((row) => row[this.model.key]).filter(isKey)
      const selected: Condition = { kind: 'compare', field: this.model.key, op: 'in', value: keys }
      return items.#deleteRows(rows, () => items.#store.deleteMany(selected))
    })
  }

  /** Returns the condition for the rows on which rules give a permission. */
  async #allowed(permission: RowPermission): Promise<Condition> {
    return (await this.#given.access?.rows(this.model.name, permission)) ?? EVERYTHING
  }

  /** Returns the readable rows that the condition selects and on which rules give a permission. */
  async #covered(where: Condition, permission: RowPermission): Promise<Row[]> {
    return this.find({ where: both(where, await this.#allowed(permission)), orderBy: this.#byKey })
  }

  /** Returns the condition for those rows on which rules still give the permission when the statement runs. */
  async #still(rows: readonly Row[], permission: RowPermission): Promise<Condition> {
    return both(this.#named(rows), await this.#allowed(permission))
  }

  #named(rows: readonly Row[]): Condition {
    return { kind: 'compare', field: this.model.key, op: 'in', value: keysOf(this.model, rows) }
  }

  /**
   * Returns whether rules allow a write to an existing item; true if there are none.
   * @throws Forbidden if they do not, but allow viewing the item
   */
  async #isCovered(key: Key, permission: 'update' | 'delete'): Promise<boolean> {
    const allowed = await this.#allowed(permission)
    const own = equal(this.model.key, key)
    if (allowed === EVERYTHING || (await this.#store.count(both(own, allowed))) > 0) return true
    if ((await this.#readable.count(own)) > 0)
      throw new Forbidden(`You do not have permission to ${permission} this ${this.model.name}.`)
    return false
  }

  /** @throws Forbidden if rules do not allow one of the rows as they are stored now */
  async #checkCovered(
    rows: readonly Row[],
    permission: 'create' | 'update',
    placeOf: PlaceOf = atRoot,
  ): Promise<void> {
    const allowed = await this.#allowed(permission)
    if (allowed === EVERYTHING || rows.length === 0) return
    const found = await this.#store.find({ where: both(this.#named(rows), allowed), orderBy: this.#byKey })
    const covered = new Set(keysOf(this.model, found))
    const index = rows.findIndex((row) => !covered.has(keyOf(this.model, row)))
    if (index === -1) return
    const message = `you do not have permission to ${permission} this ${this.model.name} with these values`
    const path = placeOf(index)
    throw new Forbidden(`Y${message.slice(1)}.`, { errors: path === '' ? [] : [{ path, message }] })
  }

  #deleteRows<T>(rows: readonly Row[], remove: () => Promise<T>): Promise<T> {
    return this.#translating(() => new Deletion(this.#session, this.#models).run(this.model, rows, remove))
  }

  get #byKey(): readonly SortKey[] {
    return [{ field: this.model.key, direction: 'asc' }]
  }

  #target(relation: RelationSpec): ModelSpec {
    const model = this.#models[relation.model]
    if (model === undefined) throw new TypeError(`Unknown model ${JSON.stringify(relation.model)}`)
    return model
  }

  #write(key: Key, changes: Row): Promise<Row | undefined> {
    return Object.keys(changes).length === 0
      ? this.#store.findByKey(key)
      : this.#store.updateByKey(key, changes)
  }

  /**
   * Writes rows that contain keys of other items. If the database enforces references, the keys are looked up only
   * after the database has rejected the write, to report missing keys. Inside a transaction, which a rejected write
   * would abort, and for rows that could refer to each other, the keys are looked up before the write.
   */
  async #checked<T>(list: readonly Data[], placeOf: PlaceOf, write: () => Promise<T>): Promise<T> {
    const { enforcesReferences, transactional } = this.#session
    const checksByWriting = enforcesReferences && !transactional && !this.#refersToOwnModel(list)
    if (!checksByWriting && this.#holdsKeys(list)) await this.#checkHeldKeys(list, placeOf)
    try {
      return await write()
    } catch (error) {
      if (checksByWriting && isRejection(error)) await this.#checkHeldKeys(list, placeOf)
      throw this.#translated(error)
    }
  }

  async #translating<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      throw this.#translated(error)
    }
  }

  #translated(error: unknown): unknown {
    if (!(error instanceof ReferenceViolation)) return error
    return error.reason === 'referenced'
      ? new ReferenceViolation('referenced', { model: this.model.name })
      : new BadRequest('A key refers to an item that does not exist.')
  }

  #withDefaults(data: Data): PendingRow {
    const { user } = this.#given
    const row: PendingRow = {}
    for (const [name, field] of this.#parts.stored) {
      const given = data[name]
      if (given !== undefined) row[name] = given
      else if (!isGenerated(field.type)) row[name] = valueOfDefault(field.default, user) ?? null
    }
    for (const [name, relation] of this.#parts.holders)
      row[name] = data[name] === undefined ? (valueOfDefault(relation.default, user) ?? null) : data[name]
    return row
  }

  #withUpdates(data: Data): PendingRow {
    const { user } = this.#given
    const row: PendingRow = ownData(this.#parts, {})
    for (const [name, field] of this.#parts.stored) {
      const value = data[name] ?? (data[name] === undefined ? valueOfDefault(field.onUpdate, user) : null)
      if (value !== undefined) row[name] = value
    }
    for (const [name, relation] of this.#parts.holders) {
      const key = data[name] === undefined ? valueOfDefault(relation.onUpdate, user) : data[name]
      if (key !== undefined) row[name] = key
    }
    return row
  }

  #setsLinks(data: Data): boolean {
    return this.#parts.ones.some(([name]) => data[name] !== undefined)
  }

  /** Returns the relations of side `one` in the data, with their new keys. */
  #linksOf(data: Data): [string, RelationSpec, readonly Key[]][] {
    const links: [string, RelationSpec, readonly Key[]][] = []
    for (const [name, relation] of this.#parts.ones) {
      const value = data[name]
      if (value !== undefined) links.push([name, relation, keysIn(value)])
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

  /**
   * Checks that the keys in a body refer to items that can be read.
   * @param isList whether the paths of errors contain the item's index
   * @throws BadRequest, as if other items did not exist
   */
  async checkReadable(list: readonly Data[], isList: boolean): Promise<void> {
    const placeOf: PlaceOf = (index) => (isList ? `/${index}` : '')
    await this.#checkHeldKeys(list, placeOf, this.#given)
    for (const [index, data] of list.entries())
      for (const [name, relation, keys] of this.#linksOf(data)) {
        const path = `${placeOf(index)}/${name}`
        const pathOf = (n: number): string => (relation.many ? `${path}/${n}` : path)
        await this.#checkKeys(this.#target(relation), keys, pathOf, this.#given)
      }
  }

  async #checkHeldKeys(
    list: readonly Data[],
    placeOf: PlaceOf,
    session: Session = this.#session,
  ): Promise<void> {
    for (const [name, relation] of this.#parts.holders) {
      const keys = list.map((data) => data[name] ?? null)
      await this.#checkKeys(this.#target(relation), keys, (index) => `${placeOf(index)}/${name}`, session)
    }
  }

  /**
   * Checks that the keys exist.
   * @param pathOf returns the JSON pointer to the n-th key in the body
   * @throws BadRequest
   */
  async #checkKeys(
    target: ModelSpec,
    given: readonly Json[],
    pathOf: (index: number) => string,
    session: Session = this.#session,
  ): Promise<void> {
    const keys = [...new Set(given.filter(isKey))]
    if (keys.length === 0) return
    const store = session.store(target.name)
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
      const shown = JSON.stringify(key).slice(0, MAX_KEY_LENGTH)
      faults.add(pathOf(index), `there is no ${target.name} with the key ${shown}`)
    }
    faults.throwIfAny()
  }

  /** Links a row to the holders with the given keys, and unlinks all other holders. */
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
    // Items that the caller cannot view stay linked.
    const others: Condition = {
      kind: 'and',
      of: [
        equal(relation.inverse, key),
        { kind: 'compare', field: target.key, op: 'nin', value: keys },
        (await this.#given.access?.rows(target.name, 'view')) ?? EVERYTHING,
      ],
    }
    const named: Condition = { kind: 'compare', field: target.key, op: 'in', value: keys }
    const linked = both(named, { kind: 'not', of: equal(relation.inverse, key) })
    const changed =
      this.#given.access === undefined
        ? []
        : await holders.find({
            where: { kind: 'or', of: [others, linked] },
            orderBy: [{ field: target.key, direction: 'asc' }],
          })
    if (target.relations[relation.inverse]?.required === true) {
      if ((await holders.count(others)) > 0) {
        throw new Conflict(
          `An item cannot be unlinked from "${name}" because its "${relation.inverse}" is required. Link it to another item instead.`,
        )
      }
    } else {
      await holders.updateMany(others, { [relation.inverse]: null })
    }
    if (keys.length > 0) await holders.updateMany(named, { [relation.inverse]: key })
    await new Items(this.#given, this.#models, target).#checkCovered(changed, 'update', () => path)
  }

  async #keys(where: Condition): Promise<Key[]> {
    const rows = await this.#store.find({ where, orderBy: this.#byKey })
    return rows.map((row) => row[this.model.key]).filter(isKey)
  }

  #needsDeletion(): boolean {
    return needsDeletion(this.#models, this.model, this.#session.enforcesReferences)
  }
}

function isRejection(error: unknown): boolean {
  return error instanceof UniqueViolation || error instanceof ReferenceViolation || error instanceof HttpError
}

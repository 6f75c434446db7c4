import { BadRequest, Conflict, HttpError, ReferenceViolation } from '../errors.js'
import {
  type Key,
  type ModelSpec,
  type Models,
  type Row,
  modelNamed,
  type PendingRow,
  settled,
  valueOfDefault,
} from '../model.js'
import { isGenerated } from '../spec/field-types.js'
import { type Access, type Condition, type Session, type SortKey, type Store, both, equal } from '../store.js'
import { type Links, type PathOf, checkHeldKeys, checkKeys, linksOf } from './links.js'
import { type Data, type Parts, keyOf, keysOf, ownData, partsOf, storedData, withHashes } from './parts.js'

const atRoot: PathOf = () => ''

/** How {@link Items.delete} and {@link Items.deleteMany} delete. */
export interface Deletion {
  one(items: Items, key: Key): Promise<boolean>
  many(items: Items, where: Condition): Promise<number>
}

declare module '../model.js' {
  interface ModelSpec {
    /** Deletes items with those that `ondelete` affects. Undefined if the database does this on its own. */
    readonly deletion?: Deletion
  }
}

/** Which rows a caller is allowed to read and write. */
export interface RowAccess extends Access {
  /** The user from whose fields defaults can take their values; undefined if there is none. */
  readonly user: Row | undefined
  /** Returns a model's items in a session. */
  items(session: Session, models: Models, model: ModelSpec): Items
}

/** The access of the service itself and of your functions: all rows. */
export const ALL_ROWS: RowAccess = {
  user: undefined,
  restricted: (all) => all,
  items: (session, models, model) => new Items(session, models, model),
}

/**
 * The items of one model in one session. Unlike a {@link Store}, this class sets defaults, writes links from either
 * side, and applies `ondelete` rules. Values are in JSON form and must already have been validated.
 */
export class Items {
  readonly model: ModelSpec
  readonly session: Session
  readonly models: Models
  readonly #store: Store
  readonly #parts: Parts

  constructor(session: Session, models: Models, model: ModelSpec) {
    this.model = model
    this.session = session
    this.models = models
    this.#store = session.store(model.name, ALL_ROWS)
    this.#parts = partsOf(model)
  }

  /** Whose items these are. */
  get access(): RowAccess {
    return ALL_ROWS
  }

  get store(): Store {
    return this.#store
  }

  /**
   * Returns rows as the caller sees them, in the same order: a row that the caller cannot view is undefined, and a
   * reference to such a row is null.
   * @param _isForCode whether to leave out the values that nobody can read
   */
  async shown(rows: readonly Row[], _isForCode = false): Promise<readonly (Row | undefined)[]> {
    return rows
  }

  /** @throws BadRequest for keys of items that the caller cannot view, as if these did not exist */
  async checkReadable(_list: readonly Row[], _isList: boolean): Promise<void> {}

  /** @throws Forbidden if rules do not allow an item with these changes */
  async checkChange(_item: Row, _changes: Row): Promise<void> {}

  /** @throws Forbidden if the condition selects an item that the caller can view, and that rules do not allow to write */
  async checkSelected(_where: Condition, _permission: 'update' | 'delete'): Promise<void> {}

  /**
   * Returns the changes of an item without those that remove links to items that the caller cannot view. The caller sees
   * null in their place, so a document that is sent back does not remove them.
   */
  async withoutHidden(_item: Row, changes: Row): Promise<Row> {
    return changes
  }

  /**
   * Stores all new items, or none.
   * @param isList whether errors contain the item's index
   * @throws BadRequest if a relation refers to an item that does not exist; UniqueViolation
   */
  async create(given: readonly Data[], isList = given.length > 1): Promise<Row[]> {
    const list = given.map((data) => storedData(this.#parts, data))
    const rows = await Promise.all(
      list.map(async (data) => withHashes(this.#parts, await settled(this.#withDefaults(data)))),
    )
    const pathOf: PathOf = (index) => (isList ? `/${index}` : '')
    if (list.every((data) => linksOf(this.model, data).length === 0))
      return this.#checked(rows, pathOf, () => this.insert(rows))
    return this.transaction(async (items) => {
      const stored = await items.#checked(rows, pathOf, () => items.insert(rows))
      for (const [index, row] of stored.entries())
        for (const links of linksOf(this.model, list[index] ?? {}))
          await items.link(row, links, pathOf(index))
      return stored
    })
  }

  /**
   * Changes the item with this key and returns it as stored, or undefined if there is none.
   * @param hashed values that are hashes already
   * @throws BadRequest if a relation refers to an item that does not exist; UniqueViolation
   */
  async update(key: Key, given: Data, hashed: Row = {}): Promise<Row | undefined> {
    const data = storedData(this.#parts, given)
    const updates = await settled(this.#withUpdates(data))
    const changes = { ...(await withHashes(this.#parts, updates)), ...hashed }
    const links = linksOf(this.model, data)
    if (links.length === 0) return this.#checked([data], atRoot, () => this.write(key, changes))
    return this.transaction(async (items) => {
      const row = await items.#checked([data], atRoot, () => items.write(key, changes))
      if (row !== undefined) for (const each of links) await items.link(row, each)
      return row
    })
  }

  /** Changes all items that the condition selects, and returns how many there were. */
  async updateMany(where: Condition, given: Data): Promise<number> {
    const data = storedData(this.#parts, given)
    await checkHeldKeys(this.session, ALL_ROWS, this.model, [data], atRoot)
    if (linksOf(this.model, data).length === 0) {
      const updates = await settled(this.#withUpdates(data))
      return this.writeMany(where, await withHashes(this.#parts, updates))
    }
    return this.transaction(async (items) => {
      // The new links of one item can change which others the condition selects.
      const keys = keysOf(this.model, await items.#store.find({ where, orderBy: this.byKey }))
      const selected: Condition = { kind: 'compare', field: this.model.key, op: 'in', value: keys }
      return items.updateEach(selected, data, (plain) => plain)
    })
  }

  /**
   * Changes the items that the condition selects one by one, and returns how many there were.
   * @param changesOf returns the changes of an item, given the data without passwords, which are hashed only once
   */
  async updateEach(
    where: Condition,
    data: Data,
    changesOf: (plain: Data, item: Row, session: Session) => Data | Promise<Data>,
  ): Promise<number> {
    const names = this.#parts.hashed.map(([name]) => name).filter((name) => typeof data[name] === 'string')
    const plain = Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))
    const hashed = Object.entries(await withHashes(this.#parts, data))
    const hashes = Object.fromEntries(hashed.filter(([name]) => names.includes(name)))
    return this.transaction(async (items) => {
      let count = 0
      for await (const row of items.locked(where)) {
        await items.update(keyOf(this.model, row), await changesOf(plain, row, items.session), hashes)
        count += 1
      }
      return count
    })
  }

  /**
   * Yields the items that the condition selects and that can be updated, ordered by key. Each item stays locked until
   * the transaction ends.
   */
  async *locked(where: Condition): AsyncIterable<Row> {
    for (const found of await this.store.find({ where, orderBy: this.byKey })) {
      const key = keyOf(this.model, found)
      const row = await this.store.findByKey(key, true)
      if (row === undefined) continue
      const isUnchanged = JSON.stringify(row) === JSON.stringify(found)
      if (isUnchanged || (await this.store.count(both(where, equal(this.model.key, key)))) > 0) yield row
    }
  }

  /** Returns the item to write. `find` returns and locks an item that the caller can view. */
  lockToWrite(
    _key: Key,
    _permission: 'update' | 'delete',
    find: () => Promise<Row>,
  ): Promise<Row | undefined> {
    return find()
  }

  /**
   * Deletes the item with this key, and returns whether it existed.
   * @throws Conflict if one of its relations restricts deletion
   */
  async delete(key: Key): Promise<boolean> {
    return this.#translating(() => this.model.deletion?.one(this, key) ?? this.#store.deleteByKey(key))
  }

  /**
   * Deletes all items that the condition selects, and returns how many there were.
   * @throws Conflict as in {@link delete}
   */
  async deleteMany(where: Condition): Promise<number> {
    return this.#translating(() => this.model.deletion?.many(this, where) ?? this.#store.deleteMany(where))
  }

  transaction<T>(work: (items: Items) => Promise<T>): Promise<T> {
    return this.session.transaction((session) => work(this.within(session)))
  }

  protected within(session: Session): Items {
    return new Items(session, this.models, this.model)
  }

  get byKey(): readonly SortKey[] {
    return [{ field: this.model.key, direction: 'asc' }]
  }

  protected insert(rows: readonly Row[]): Promise<Row[]> {
    return this.#store.insert(rows)
  }

  protected write(key: Key, changes: Row): Promise<Row | undefined> {
    return Object.keys(changes).length === 0
      ? this.#store.findByKey(key)
      : this.#store.updateByKey(key, changes)
  }

  protected writeMany(where: Condition, changes: Row): Promise<number> {
    return this.#store.updateMany(where, changes)
  }

  /**
   * Writes rows that contain keys of other items. If the database enforces references, the keys are looked up only
   * after the database has rejected the write, to report missing keys. Inside a transaction, which a rejected write
   * would abort, and for rows that could refer to each other, the keys are looked up before the write.
   */
  async #checked<T>(list: readonly Data[], pathOf: PathOf, write: () => Promise<T>): Promise<T> {
    const { enforcesReferences, state } = this.session
    const checksByWriting = enforcesReferences && state === null && !this.#refersToOwnModel(list)
    const check = (): Promise<void> => checkHeldKeys(this.session, ALL_ROWS, this.model, list, pathOf)
    if (!checksByWriting) await check()
    try {
      return await this.#translating(write)
    } catch (error) {
      if (checksByWriting && error instanceof HttpError) await check()
      throw error
    }
  }

  async #translating<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof ReferenceViolation)) throw error
      throw error.reason === 'referenced'
        ? new ReferenceViolation('referenced', { model: this.model.name })
        : new BadRequest('A key refers to an item that does not exist.')
    }
  }

  #withDefaults(data: Data): PendingRow {
    const { user } = this.access
    const row: PendingRow = {}
    for (const [name, column] of this.#parts.columns) {
      const given = data[name]
      if (given !== undefined) row[name] = given
      else if (!('type' in column && isGenerated(column.type)))
        row[name] = valueOfDefault(column.default, user) ?? null
    }
    return row
  }

  #withUpdates(data: Data): PendingRow {
    const { user } = this.access
    const row: PendingRow = ownData(this.#parts, {})
    for (const [name, { onUpdate }] of this.#parts.columns) {
      const value = data[name] === undefined ? valueOfDefault(onUpdate, user) : data[name]
      if (value !== undefined) row[name] = value
    }
    return row
  }

  #refersToOwnModel(list: readonly Data[]): boolean {
    return this.#parts.holders.some(
      ([name, { model }]) => model === this.model.name && list.some((data) => (data[name] ?? null) !== null),
    )
  }

  /** Links a row to the holders with the given keys, and unlinks all other holders. */
  protected async link(row: Row, { name, relation, keys }: Links, at = ''): Promise<void> {
    const target = modelNamed(this.models, relation.model)
    const path = `${at}/${name}`
    const holders = this.session.store(target.name, ALL_ROWS)
    await checkKeys(holders, keys, (index) => (relation.many ? `${path}/${index}` : path))
    const key = row[this.model.key] ?? null
    const named: Condition = { kind: 'compare', field: target.key, op: 'in', value: keys }
    const linked = equal(relation.inverse, key)
    const others = both(linked, { kind: 'not', of: named })
    const isHeld = target.relations[relation.inverse]?.side === 'holder'
    // Writes of several lists that lock the same rows in different orders would wait for each other. Many-to-many links are
    // not in the rows that they link.
    if (this.session.enforcesReferences && isHeld)
      await holders.find({
        where: { kind: 'or', of: [linked, named] },
        orderBy: [{ field: target.key, direction: 'asc' }],
        lock: 'wait',
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
  }
}

import type { FastifyRequest } from 'fastify'
import { Forbidden, UniqueViolation } from '../errors.js'
import type { Resource, Within } from '../http/resource.js'
import type { Json } from '../json.js'
import { type Key, type ModelSpec, type Models, type Row, modelNamed } from '../model.js'
import { ALL_ROWS, Items, type RowAccess } from '../repository/items.js'
import { type Links, checkHeldKeys, checkKeys, linksOf } from '../repository/links.js'
import { type Data, isKey, keyOf, keysOf, partsOf } from '../repository/parts.js'
import type { ModelTypes } from '../repository/types.js'
import { type Condition, EVERYTHING, NOTHING, type Session, type Store, both, equal } from '../store.js'
import type { RowPermission } from './rules.js'

declare module '../model.js' {
  interface ModelSpec {
    /** The groups of fields and relations that are unique together (`_unique_together`), if there are any. */
    readonly uniqueTogether?: readonly (readonly string[])[]
  }
}

/** Access to the rows for which rules give a caller permissions. */
interface RuledAccess extends RowAccess {
  /** Returns the condition for the rows of a model on which the caller has a permission. */
  condition(session: Session, model: string, permission: RowPermission): Promise<Condition>
  /** Returns rows as the caller sees them: see {@link Items.shown}. */
  shown(session: Session, model: ModelSpec, rows: readonly Row[]): Promise<readonly (Row | undefined)[]>
}

/** The items of a model that a caller can read and write. */
export class RuledItems extends Items {
  readonly #access: RuledAccess
  /** The rows that can be read. */
  readonly #readable: Store
  readonly #isInTransaction: boolean

  constructor(
    session: Session,
    access: RuledAccess,
    models: Models,
    model: ModelSpec,
    isInTransaction = false,
  ) {
    super(session, models, model)
    this.#access = access
    this.#readable = session.store(model.name, access)
    this.#isInTransaction = isInTransaction
  }

  override get access(): RowAccess {
    return this.#access
  }

  override get store(): Store {
    return this.#readable
  }

  override async shown(rows: readonly Row[], isForCode = false): Promise<readonly (Row | undefined)[]> {
    const shown = await this.#access.shown(this.session, this.model, rows)
    return isForCode ? shown.map((row) => row && withoutSecrets(this.model, row)) : shown
  }

  override async checkReadable(list: readonly Row[], isList: boolean): Promise<void> {
    const { session } = this
    const pathOf = (index: number): string => (isList ? `/${index}` : '')
    await checkHeldKeys(session, this.#access, this.model, list, pathOf)
    for (const [index, data] of list.entries())
      for (const { name, relation, keys } of linksOf(this.model, data)) {
        const path = `${pathOf(index)}/${name}`
        await checkKeys(session.store(relation.model, this.#access), keys, (n) =>
          relation.many ? `${path}/${n}` : path,
        )
      }
  }

  override async checkChange(item: Row, changes: Row): Promise<void> {
    if (!(await this.#wouldBeAllowed('update', { ...item, ...changes }))) throw this.#notCovered('update')
  }

  override async checkSelected(where: Condition, permission: 'update' | 'delete'): Promise<void> {
    const uncovered: Condition = { kind: 'not', of: await this.#allowed(permission) }
    if ((await this.#readable.count(both(where, uncovered))) > 0)
      throw new Forbidden(
        `You do not have permission to ${permission} one of these ${this.model.name} items.`,
      )
  }

  override async withoutHidden(item: Row, changes: Row): Promise<Row> {
    const kept = new Set<string>()
    for (const [name, relation] of partsOf(this.model).holders) {
      const key = item[name] ?? null
      if (changes[name] !== null || !isKey(key)) continue
      const store = this.session.store(relation.model, this.#access)
      if ((await store.findByKey(key)) === undefined) kept.add(name)
    }
    return Object.fromEntries(Object.entries(changes).filter(([name]) => !kept.has(name)))
  }

  /**
   * Returns the item with this key if the caller is allowed to write it, even if the caller cannot view it.
   * @throws Forbidden if the caller can only view the item
   */
  async findWritable(key: Key, permission: 'update' | 'delete'): Promise<Row | undefined> {
    const row = await super.store.findByKey(key, permission === 'delete' ? 'delete' : true)
    // Rules are checked even if there is no item, so that the time does not tell a hidden item from a missing one.
    return (await this.covers(key, permission)) ? row : undefined
  }

  /** Returns the item even if the caller can write and not view it. @throws Forbidden if rules allow only viewing it */
  override async lockToWrite(
    key: Key,
    permission: 'update' | 'delete',
    find: () => Promise<Row>,
    within: Row = {},
  ): Promise<Row | undefined> {
    const isVisible = (await this.#readable.findByKey(key)) !== undefined
    const row = isVisible ? await find() : undefined
    const writable = await this.findWritable(key, permission)
    const isInside = Object.entries(within).every(([name, parent]) => writable?.[name] === parent)
    return row ?? (isInside ? writable : undefined)
  }

  /**
   * Returns whether rules allow a write to an existing item.
   * @throws Forbidden if they do not, but allow viewing the item
   */
  async covers(key: Key, permission: 'update' | 'delete'): Promise<boolean> {
    const allowed = await this.#allowed(permission)
    const own = equal(this.model.key, key)
    if (allowed === EVERYTHING || (await super.store.count(both(own, allowed))) > 0) return true
    if ((await this.#readable.count(own)) > 0)
      throw new Forbidden(`You do not have permission to ${permission} this ${this.model.name}.`)
    return false
  }

  /** @throws Forbidden if rules do not allow one of the items */
  override async create(given: readonly Data[], isList = given.length > 1): Promise<Row[]> {
    if (!this.#isInTransaction) return this.transaction((items) => items.create(given, isList))
    if ((await this.#allowed('create')) === NOTHING) throw this.#notCovered('create')
    const rows = await super.create(given, isList)
    await this.#checkCovered(rows, 'create', (index) => (isList ? `/${index}` : ''))
    return rows
  }

  /** @throws Forbidden if rules do not allow the change */
  override async update(key: Key, given: Data, hashed: Row = {}): Promise<Row | undefined> {
    if (!this.#isInTransaction) return this.transaction((items) => items.update(key, given, hashed))
    if ((await this.findWritable(key, 'update')) === undefined) return undefined
    const row = await super.update(key, given, hashed)
    if (row !== undefined) await this.#checkCovered([row], 'update')
    return row
  }

  /**
   * Changes the selected items that the rules cover.
   * @throws Forbidden if rules do not allow one of the changed items
   */
  override async updateMany(where: Condition, given: Data): Promise<number> {
    if (!this.#isInTransaction) return this.transaction((items) => items.updateMany(where, given))
    const rows = await this.#covered(where, 'update')
    const count = await super.updateMany(await this.#still(rows, 'update'), given)
    await this.#checkCovered(rows, 'update')
    return count
  }

  override async *locked(where: Condition): AsyncIterable<Row> {
    yield* super.locked(both(where, await this.#allowed('update')))
  }

  /** @throws Forbidden if rules allow only viewing the item */
  override async delete(key: Key): Promise<boolean> {
    if (!this.#isInTransaction) return this.transaction((items) => items.delete(key))
    return (await this.findWritable(key, 'delete')) !== undefined && super.delete(key)
  }

  /** Deletes the selected items that the rules cover. */
  override async deleteMany(where: Condition): Promise<number> {
    if (!this.#isInTransaction) return this.transaction((items) => items.deleteMany(where))
    return super.deleteMany(await this.#still(await this.#covered(where, 'delete'), 'delete'))
  }

  protected override within(session: Session): RuledItems {
    return new RuledItems(session, this.#access, this.models, this.model, true)
  }

  /** Links a row. Items that the caller cannot view stay linked. */
  protected override async link(row: Row, { name, relation, keys }: Links, at = ''): Promise<void> {
    const target = modelNamed(this.models, relation.model)
    const holders = this.session.store(target.name, ALL_ROWS)
    const orderBy = [{ field: target.key, direction: 'asc' }] as const
    const viewable = await this.#access.condition(this.session, target.name, 'view')
    const linked = equal(relation.inverse, row[this.model.key] ?? null)
    const named: Condition = { kind: 'compare', field: target.key, op: 'in', value: keys }
    const unlinked = both(linked, { kind: 'not', of: named })
    const hidden =
      viewable === EVERYTHING
        ? []
        : await holders.find({ where: both(unlinked, { kind: 'not', of: viewable }), orderBy })
    const added = both(named, { kind: 'not', of: linked })
    const where: Condition = { kind: 'or', of: [both(unlinked, viewable), added] }
    const changed = await holders.find({ where, orderBy })
    const others = new RuledItems(this.session, this.#access, this.models, target)
    await others.#checkCovered(changed, 'update', () => `${at}/${name}`)
    if (!relation.many && keys.length > 0 && hidden.length > 0) throw others.#notCovered('update')
    const all = [...keys, ...keysOf(target, hidden)]
    const wanted = new Set(keys)
    const linking = changed.filter((each) => wanted.has(keyOf(target, each)))
    const change = { [relation.inverse]: row[this.model.key] ?? null }
    await others.#write('update', change, linking, () => super.link(row, { name, relation, keys: all }, at))
    await others.#checkCovered(changed, 'update', () => `${at}/${name}`)
  }

  protected override insert(rows: readonly Row[]): Promise<Row[]> {
    return this.#write('create', {}, rows, () => super.insert(rows))
  }

  protected override async write(key: Key, changes: Row): Promise<Row | undefined> {
    return this.#write('update', changes, equal(this.model.key, key), () => super.write(key, changes))
  }

  protected override writeMany(where: Condition, changes: Row): Promise<number> {
    return this.#write('update', changes, where, () => super.writeMany(where, changes))
  }

  /**
   * Runs a write whose values can be those of other rows. A conflict answers only for rows that rules allow, and reveals
   * neither a hidden row at the other end of a one-to-one relation, nor what other rows have together with a reference to one.
   * @param of the new rows; for an update, the rows to change
   */
  async #write<T>(
    permission: 'create' | 'update',
    changes: Row,
    of: readonly Row[] | Condition,
    write: () => Promise<T>,
  ): Promise<T> {
    const isSafe =
      permission === 'update' && !Object.keys(changes).some((name) => canConflict(this.model, name))
    if (isSafe) return write()
    // A transaction can end with the conflict, so the check comes first.
    const before = 'kind' in of ? await super.store.find({ where: of, orderBy: this.byKey }) : of
    let isAllowed = true
    for (const row of before) isAllowed &&= await this.#mayConflict(permission, { ...row, ...changes })
    try {
      return await write()
    } catch (error) {
      throw error instanceof UniqueViolation && !isAllowed ? this.#notCovered(permission) : error
    }
  }

  /** Returns whether the caller may learn that this row conflicts with another one. */
  async #mayConflict(permission: 'create' | 'update', row: Row): Promise<boolean> {
    if (!(await this.#wouldBeAllowed(permission, row))) return false
    const viewable = await this.#allowed('view')
    if (viewable === EVERYTHING) return true
    for (const [name, { unique, model }] of partsOf(this.model).holders) {
      const key = row[name] ?? null
      if (!isKey(key)) continue
      const groups = this.model.uniqueTogether?.filter((names) => names.includes(name)) ?? []
      const isHidden =
        groups.length > 0 && (await this.session.store(model, this.#access).findByKey(key)) === undefined
      for (const names of [...(unique ? [[name]] : []), ...(isHidden ? groups : [])]) {
        const same: Condition = { kind: 'and', of: names.map((each) => equal(each, row[each] ?? null)) }
        if ((await super.store.count(both(same, { kind: 'not', of: viewable }))) > 0) return false
      }
    }
    return true
  }

  /** Returns whether rules give a permission on a row that might not be stored. */
  async #wouldBeAllowed(permission: RowPermission, row: Row): Promise<boolean> {
    const allowed = await this.#allowed(permission)
    return allowed === EVERYTHING || super.store.wouldSelect(allowed, row)
  }

  /** Returns the condition for the rows on which rules give a permission. */
  #allowed(permission: RowPermission): Promise<Condition> {
    return this.#access.condition(this.session, this.model.name, permission)
  }

  /** Returns the readable rows that the condition selects and on which rules give a permission. */
  async #covered(where: Condition, permission: RowPermission): Promise<Row[]> {
    return this.store.find({ where: both(where, await this.#allowed(permission)), orderBy: this.byKey })
  }

  /** Returns the condition for those rows on which rules still give the permission when the statement runs. */
  async #still(rows: readonly Row[], permission: RowPermission): Promise<Condition> {
    return both(this.#named(rows), await this.#allowed(permission))
  }

  #named(rows: readonly Row[]): Condition {
    return { kind: 'compare', field: this.model.key, op: 'in', value: keysOf(this.model, rows) }
  }

  /** @throws Forbidden if rules do not allow one of the rows as they are stored now */
  async #checkCovered(
    rows: readonly Row[],
    permission: 'create' | 'update',
    pathOf: (index: number) => string = () => '',
  ): Promise<void> {
    const allowed = await this.#allowed(permission)
    if (allowed === EVERYTHING || rows.length === 0) return
    const found = await super.store.find({ where: both(this.#named(rows), allowed), orderBy: this.byKey })
    const covered = new Set(keysOf(this.model, found))
    const index = rows.findIndex((row) => !covered.has(keyOf(this.model, row)))
    if (index === -1) return
    throw this.#notCovered(permission, pathOf(index))
  }

  #notCovered(permission: 'create' | 'update', path = ''): Forbidden {
    const message = `you do not have permission to ${permission} this ${this.model.name} with these values`
    return new Forbidden(`Y${message.slice(1)}.`, { errors: path === '' ? [] : [{ path, message }] })
  }
}

/** Returns whether another row can have the same value in a field, and must not. */
function canConflict({ fields, relations, uniqueTogether = [] }: ModelSpec, name: string): boolean {
  return (
    fields[name]?.unique === true || relations[name]?.unique === true || uniqueTogether.flat().includes(name)
  )
}

/**
 * Like {@link Resource.lock}, but also finds an item that rules allow the caller to write and not to view.
 * @throws NotFound; Forbidden if rules do not allow the caller to write the item
 */
export async function lockToWrite<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  param: string,
  within?: Within,
  permission: 'update' | 'delete' = request.method === 'DELETE' ? 'delete' : 'update',
): Promise<T['Row']> {
  const find = (): Promise<Row> => resource.lock(session, request, param, within)
  const items = resource.items(session, request)
  if (!(items instanceof RuledItems)) return find()
  const key = resource.keyIn(request, param)
  const row = key === undefined ? undefined : await items.lockToWrite(key, permission, find, within)
  if (row === undefined) throw resource.missing()
  return row
}

/**
 * Checks that rules allow the caller of an own operation to change an item or, for a DELETE, to delete it.
 * @throws NotFound; Forbidden
 */
export async function checkCovered(
  resource: Resource,
  session: Session,
  request: FastifyRequest,
  item: Row,
): Promise<void> {
  const items = resource.items(session, request)
  const permission = request.method === 'DELETE' ? 'delete' : 'update'
  if (items instanceof RuledItems && !(await items.covers(resource.key(item), permission)))
    throw resource.missing()
}

/** Returns a row without the values that nobody can read: password hashes, and write-only fields and parts of fields. */
function withoutSecrets({ fields, relations, parts }: ModelSpec, row: Row): Row {
  const entries = Object.entries(row).flatMap(([name, value]): [string, Json][] => {
    const isWriteOnly = (fields[name] ?? relations[name])?.writeOnly === true
    if (isWriteOnly || fields[name]?.hash !== undefined) return []
    return [[name, parts?.shown(name, value) ?? value]]
  })
  return Object.fromEntries(entries)
}

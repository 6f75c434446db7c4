import type { Document, DocumentContext, Projection } from '../http/documents.js'
import { Forbidden } from '../errors.js'
import type { Json } from '../json.js'
import type { Key, ModelSpec, Models, Row } from '../model.js'
import { traitsOf } from '../query/language.js'
import { checkHeldKeys, checkKeys, linksOf } from '../repository/links.js'
import { isKey, partsOf } from '../repository/parts.js'
import {
  type Aggregation,
  type AggregationResult,
  type Computation,
  type Condition,
  type CountedRows,
  type Database,
  EVERYTHING,
  type Group,
  type GroupKey,
  type LinkedRows,
  type Links,
  type RowAccess,
  type Selection,
  type RowLock,
  type Session,
  type SortKey,
  type Store,
  both,
} from '../store.js'
import { LayeredSession } from '../store-layer.js'
import { documentsWithHidden } from './documents.js'
import { RuledItems } from './items.js'
import type { CallerRows, RowPermission } from './row-rules.js'

/** A session whose stores read only the rows that a caller can view. */
export class CallerSession extends LayeredSession implements RowAccess {
  readonly #rows: CallerRows

  constructor(session: Session, rows: CallerRows) {
    super(session)
    this.#rows = rows
  }

  get unrestricted(): Session {
    return this.inner
  }

  get access(): RowAccess {
    return this
  }

  get user(): Row | undefined {
    return this.#rows.user
  }

  store(model: string): Store {
    return new CallerStore(this, this.unrestricted.store(model), this.#rows.read)
  }

  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.unrestricted.transaction((session) => work(this.within(session)))
  }

  savepoint<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.unrestricted.savepoint((session) => work(this.within(session)))
  }

  rows(model: string, permission: RowPermission): Promise<Condition> {
    return this.#rows.condition(this.unrestricted, model, permission)
  }

  items(models: Models, model: ModelSpec): RuledItems {
    return new RuledItems(this, models, model)
  }

  /** Returns whether a condition is that of rules. */
  isRuled(condition: Condition): boolean {
    return this.#rows.ruled.has(condition)
  }

  /** Returns the condition for the rows of a model that the caller can view. */
  visible(model: string): Promise<Condition> {
    return this.rows(model, 'view')
  }

  /** @throws TypeError for an unknown model */
  model(name: string): ModelSpec {
    const model = this.#rows.models[name]
    if (model === undefined) throw new TypeError(`Unknown model ${JSON.stringify(name)}`)
    return model
  }

  async shown(model: ModelSpec, rows: readonly Row[]): Promise<readonly (Row | undefined)[]> {
    const isSeen = await this.#seen(model, rows)
    const hidden = new Map<string, ReadonlySet<Key>>()
    for (const [name, relation] of partsOf(model).holders) {
      const keys = [...new Set(rows.map((row) => row[name] ?? null).filter(isKey))]
      const found = await this.#hiddenAmong(this.model(relation.model), keys)
      if (found.size > 0) hidden.set(name, found)
    }
    return rows.map((row) => {
      if (!isSeen(row)) return undefined
      let shown = row
      for (const [name, keys] of hidden) {
        const key = row[name] ?? null
        if (isKey(key) && keys.has(key)) shown = { ...shown, [name]: null }
      }
      return shown
    })
  }

  async readable(model: ModelSpec, rows: readonly Row[]): Promise<readonly (Row | undefined)[]> {
    const shown = await this.shown(model, rows)
    return shown.map((row) => row && withoutSecrets(model, row))
  }

  async checkReadable(model: ModelSpec, list: readonly Row[], isList: boolean): Promise<void> {
    const { models } = this.#rows
    const pathOf = (index: number): string => (isList ? `/${index}` : '')
    await checkHeldKeys(this, models, model, list, pathOf)
    for (const [index, data] of list.entries())
      for (const { name, relation, keys } of linksOf(model, data)) {
        const path = `${pathOf(index)}/${name}`
        await checkKeys(this, this.model(relation.model), keys, (n) =>
          relation.many ? `${path}/${n}` : path,
        )
      }
  }

  async checkSelected(model: ModelSpec, where: Condition, permission: 'update' | 'delete'): Promise<void> {
    const uncovered: Condition = { kind: 'not', of: await this.rows(model.name, permission) }
    if ((await this.store(model.name).count(both(where, uncovered))) > 0)
      throw new Forbidden(`You do not have permission to ${permission} one of these ${model.name} items.`)
  }

  async withoutHidden(model: ModelSpec, item: Row, changes: Row): Promise<Row> {
    const kept = new Set<string>()
    for (const [name, relation] of partsOf(model).holders) {
      const key = item[name] ?? null
      if (changes[name] !== null || !isKey(key)) continue
      if ((await this.store(relation.model).findByKey(key)) === undefined) kept.add(name)
    }
    return Object.fromEntries(Object.entries(changes).filter(([name]) => !kept.has(name)))
  }

  async documents(
    context: DocumentContext,
    model: ModelSpec,
    rows: readonly Row[],
    projection: Projection,
    depth: number,
  ): Promise<Document[]> {
    return documentsWithHidden(context, model, rows, await this.shown(model, rows), projection, depth)
  }

  /** Returns a test for the rows that the caller can view. */
  async #seen(model: ModelSpec, rows: readonly Row[]): Promise<(row: Row) => boolean> {
    const isKnown = (row: Row): boolean => this.#rows.read.has(row) || this.#rows.isSelf(model, row)
    const keys = rows.filter((row) => !isKnown(row)).map((row) => row[model.key] ?? null)
    const hidden = await this.#hiddenAmong(model, keys.filter(isKey))
    return (row) => {
      const key = row[model.key] ?? null
      return isKnown(row) || !isKey(key) || !hidden.has(key)
    }
  }

  /** Returns the keys of the items that the caller cannot view. */
  async #hiddenAmong(model: ModelSpec, keys: readonly Key[]): Promise<ReadonlySet<Key>> {
    const visible = await this.visible(model.name)
    if (keys.length === 0 || visible === EVERYTHING) return new Set()
    const where = both(visible, { kind: 'compare', field: model.key, op: 'in', value: keys })
    const orderBy = [{ field: model.key, direction: 'asc' }] as const
    const found = await this.unrestricted.store(model.name).find({ where, orderBy })
    const seen = new Set(found.map((row) => row[model.key]))
    return new Set(keys.filter((key) => !seen.has(key)))
  }

  /** Returns the same restrictions on another session. */
  within(session: Session): CallerSession {
    return new CallerSession(session, this.#rows)
  }
}

/** A database whose stores read only the rows that a caller can view. */
export class CallerDatabase extends CallerSession implements Database {
  readonly #database: Database

  constructor(database: Database, rows: CallerRows) {
    super(database, rows)
    this.#database = database
  }

  ping(): Promise<void> {
    return this.#database.ping()
  }

  snapshot<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#database.snapshot(work)
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/**
 * Reads only rows that the caller can view. Conditions, sort keys and aggregations see only related rows that the caller
 * can view. Writes by key are not restricted: {@link Items} checks them.
 */
class CallerStore implements Store {
  readonly #session: CallerSession
  readonly #inner: Store
  readonly #read: WeakSet<Row>

  constructor(session: CallerSession, inner: Store, read: WeakSet<Row>) {
    this.#session = session
    this.#inner = inner
    this.#read = read
  }

  get spec(): ModelSpec {
    return this.#inner.spec
  }

  async findByKey(key: Key, lock: RowLock = false): Promise<Row | undefined> {
    const visible = await this.#session.visible(this.spec.name)
    if (visible === EVERYTHING) return this.#added(await this.#inner.findByKey(key, lock))
    if (lock) await this.#inner.findByKey(key, lock)
    const orderBy = [{ field: this.spec.key, direction: 'asc' }] as const
    const own: Condition = { kind: 'compare', field: this.spec.key, op: 'eq', value: key }
    const [row] = await this.#inner.find({ where: both(own, visible), orderBy, take: 1 })
    return this.#added(row)
  }

  async find(selection: Selection): Promise<Row[]> {
    const scoped = await this.#scoped(selection)
    return this.#masked(scoped, await this.#inner.find(scoped))
  }

  async count(where: Condition, limit?: number): Promise<number> {
    return this.#inner.count(await this.#seen(where), limit)
  }

  async findAndCount(selection: Selection, limit?: number): Promise<CountedRows> {
    const scoped = await this.#scoped(selection)
    const { rows, total } = await this.#inner.findAndCount(scoped, limit)
    return { rows: await this.#masked(scoped, rows), total }
  }

  async links(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where: Condition = EVERYTHING,
  ): Promise<ReadonlyMap<Key, Links>> {
    return this.#inner.links(relation, keys, limit, await this.#seenHolders(relation, where))
  }

  async linkedRows(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where: Condition = EVERYTHING,
  ): Promise<ReadonlyMap<Key, LinkedRows>> {
    const linked = await this.#inner.linkedRows(
      relation,
      keys,
      limit,
      await this.#seenHolders(relation, where),
    )
    for (const { rows } of linked.values()) rows.forEach((row) => this.#read.add(row))
    return linked
  }

  insert(rows: readonly Row[]): Promise<Row[]> {
    return this.#inner.insert(rows)
  }

  wouldSelect(where: Condition, row: Row): Promise<boolean> {
    return this.#inner.wouldSelect(where, row)
  }

  updateByKey(key: Key, changes: Row): Promise<Row | undefined> {
    return this.#inner.updateByKey(key, changes)
  }

  async updateMany(where: Condition, changes: Row): Promise<number> {
    return this.#inner.updateMany(await this.#seen(where), changes)
  }

  deleteByKey(key: Key): Promise<boolean> {
    return this.#inner.deleteByKey(key)
  }

  async deleteMany(where: Condition): Promise<number> {
    return this.#inner.deleteMany(await this.#seen(where))
  }

  async aggregate(where: Condition, aggregations: readonly Aggregation[]): Promise<AggregationResult[]> {
    const scoped = await this.#seen(where)
    const among = await Promise.all(aggregations.map(({ field }) => this.#among(field)))
    if (among.every((condition) => condition === undefined))
      return this.#inner.aggregate(scoped, aggregations)
    const results: AggregationResult[] = []
    for (const [index, aggregation] of aggregations.entries()) {
      const of = among[index]
      // Aggregations ignore rows without a value, and a reference to an invisible row is no value.
      const where: Condition =
        of === undefined ? scoped : both(scoped, { kind: 'related', relation: aggregation.field, of })
      results.push(...(await this.#inner.aggregate(where, [aggregation])))
    }
    return results
  }

  async groupBy(
    where: Condition,
    keys: readonly GroupKey[],
    computations?: readonly Computation[],
  ): Promise<Group[]> {
    const visible: GroupKey[] = []
    for (const key of keys) visible.push({ ...key, among: await this.#among(key.field) })
    return this.#inner.groupBy(await this.#seen(where), visible, computations)
  }

  async #scoped(selection: Selection): Promise<Selection> {
    const orderBy: SortKey[] = []
    for (const key of selection.orderBy) {
      const among = await this.#among(key.field)
      orderBy.push(among === undefined ? key : { ...key, among })
    }
    return { ...selection, orderBy, where: await this.#seen(selection.where) }
  }

  /** Hides references to invisible rows in rows that are sorted by them, because cursors contain these values. */
  async #masked({ orderBy }: Selection, rows: Row[]): Promise<Row[]> {
    rows.forEach((row) => this.#read.add(row))
    if (orderBy.every(({ among }) => among === undefined)) return rows
    const shown = await this.#session.shown(this.spec, rows)
    return rows.map((row, index) => {
      const masked = shown[index] ?? row
      this.#read.add(masked)
      return masked
    })
  }

  /** Returns the condition for the visible items to which a relation field can refer; undefined for other fields. */
  async #among(field: string): Promise<Condition | undefined> {
    const relation = this.spec.relations[field]
    if (relation?.side !== 'holder') return undefined
    const visible = await this.#session.visible(relation.model)
    return visible === EVERYTHING ? undefined : visible
  }

  async #seen(where: Condition): Promise<Condition> {
    return both(await this.#session.visible(this.spec.name), await this.#onVisible(this.spec, where))
  }

  async #seenHolders(relation: string, where: Condition): Promise<Condition> {
    const target = this.#session.model(this.spec.relations[relation]?.model ?? '')
    return both(await this.#session.visible(target.name), await this.#onVisible(target, where))
  }

  /**
   * Restricts the related rows in a condition to those that the caller can view. The conditions of rules, which writes
   * add, see all rows.
   */
  async #onVisible(model: ModelSpec, where: Condition): Promise<Condition> {
    if (this.#session.isRuled(where)) return where
    switch (where.kind) {
      case 'and':
      case 'or': {
        if (where.of.length === 0) return where
        return { ...where, of: await Promise.all(where.of.map((part) => this.#onVisible(model, part))) }
      }
      case 'not':
        return { ...where, of: await this.#onVisible(model, where.of) }
      case 'compare': {
        const relation = model.relations[where.field]
        if (relation === undefined) return where
        const visible = await this.#session.visible(relation.model)
        if (visible === EVERYTHING) return where
        return comparedVisible(where, this.#session.model(relation.model).key, visible)
      }
      case 'related': {
        const target = this.#session.model(model.relations[where.relation]?.model ?? '')
        const visible = await this.#session.visible(target.name)
        if (visible === EVERYTHING && where.of === null) return where
        return {
          ...where,
          of: both(visible, where.of === null ? EVERYTHING : await this.#onVisible(target, where.of)),
        }
      }
      case 'item':
      case 'text':
        return where
    }
  }

  #added(row: Row | undefined): Row | undefined {
    if (row !== undefined) this.#read.add(row)
    return row
  }
}

/** Returns a comparison with the keys of related rows that applies only to visible rows. */
function comparedVisible(
  { field, op, value }: Condition & { kind: 'compare' },
  key: string,
  visible: Condition,
): Condition {
  const some = (operator: typeof op, operand: typeof value): Condition => ({
    kind: 'related',
    relation: field,
    of: both(visible, { kind: 'compare', field: key, op: operator, value: operand }),
  })
  const any: Condition = { kind: 'related', relation: field, of: visible }
  const { negates } = traitsOf(op)
  if (negates !== undefined) return { kind: 'not', of: some(negates, value) }
  switch (op) {
    case 'exists':
      return value === false ? { kind: 'not', of: any } : any
    case 'all':
      return { kind: 'and', of: [value].flat().map((each) => some('eq', each)) }
    default:
      return value === null && op === 'eq' ? { kind: 'not', of: any } : some(op, value)
  }
}

/** Returns a row without the values that nobody can read: password hashes, and write-only fields and parts of fields. */
function withoutSecrets({ fields, parts }: ModelSpec, row: Row): Row {
  const entries = Object.entries(row).flatMap(([name, value]): [string, Json][] => {
    const { hash, writeOnly } = fields[name] ?? {}
    if (hash !== undefined || writeOnly === true) return []
    return [[name, parts?.shown(name, value) ?? value]]
  })
  return Object.fromEntries(entries)
}

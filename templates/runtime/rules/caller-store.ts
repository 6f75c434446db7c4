import type { Key, ModelSpec, Row } from '../model.js'
import { traitsOf } from '../spec/query-language.js'
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
  type SortKey,
  type Store,
  both,
  type LinkQuery,
  type Linked,
} from '../store.js'
import type { RuleConditions } from './conditions.js'
import { shownRows } from './shown-rows.js'

/**
 * Reads only rows that the caller can view. Conditions, sort keys and aggregations see only related rows that the caller
 * can view. Writes by key are not restricted: `RuledItems` checks them.
 */
export class CallerStore implements Store {
  readonly #inner: Store
  readonly #session: Session
  readonly #conditions: RuleConditions

  constructor(inner: Store, session: Session, conditions: RuleConditions) {
    this.#inner = inner
    this.#session = session
    this.#conditions = conditions
  }

  get spec(): ModelSpec {
    return this.#inner.spec
  }

  async findByKey(key: Key, lock: RowLock = false): Promise<Row | undefined> {
    const visible = await this.#visible(this.spec.name)
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

  async links(query: LinkQuery): Promise<Linked<Key>> {
    return this.#inner.links(await this.#seenLinks(query))
  }

  async linkedRows(query: LinkQuery): Promise<Linked<Row>> {
    const linked = await this.#inner.linkedRows(await this.#seenLinks(query))
    for (const { items } of linked.values()) items.forEach((row) => this.#conditions.read.add(row))
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
    const among = await Promise.all(
      aggregations.map(({ field, via = [] }) => (via.length === 0 ? this.#among(field) : undefined)),
    )
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
    rows.forEach((row) => this.#conditions.read.add(row))
    if (orderBy.every(({ among }) => among === undefined)) return rows
    const shown = await shownRows(this.#session, this.#conditions, this.spec, rows)
    return rows.map((row, index) => {
      const masked = shown[index] ?? row
      this.#conditions.read.add(masked)
      return masked
    })
  }

  /** Returns the condition for the visible items to which a relation field can refer; undefined for other fields. */
  async #among(field: string): Promise<Condition | undefined> {
    const relation = this.spec.relations[field]
    if (relation?.side !== 'holder') return undefined
    const visible = await this.#visible(relation.model)
    return visible === EVERYTHING ? undefined : visible
  }

  async #seen(where: Condition): Promise<Condition> {
    return both(await this.#visible(this.spec.name), await this.#onVisible(this.spec, where))
  }

  async #seenLinks({ where = EVERYTHING, ...query }: LinkQuery): Promise<LinkQuery> {
    const target = this.#conditions.model(this.spec.relations[query.relation]?.model ?? '')
    const seen = both(await this.#visible(target.name), await this.#onVisible(target, where))
    return { ...query, where: seen }
  }

  /**
   * Restricts the related rows in a condition to those that the caller can view. The conditions of rules, which writes
   * add, see all rows.
   */
  async #onVisible(model: ModelSpec, where: Condition): Promise<Condition> {
    if (this.#conditions.ruled.has(where)) return where
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
        const visible = await this.#visible(relation.model)
        if (visible === EVERYTHING) return where
        return comparedVisible(where, this.#conditions.model(relation.model).key, visible)
      }
      case 'related': {
        const target = this.#conditions.model(model.relations[where.relation]?.model ?? '')
        const visible = await this.#visible(target.name)
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

  /** Returns the condition for the rows of a model that the caller can view. */
  #visible(model: string): Promise<Condition> {
    return this.#conditions.of(this.#session, model, 'view')
  }

  #added(row: Row | undefined): Row | undefined {
    if (row !== undefined) this.#conditions.read.add(row)
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

import type { Key, ModelSpec, Row } from '../model.js'
import { shownTotal } from '../query/parameters.js'
import {
  type Aggregation,
  type AggregationResult,
  type RelatedField,
  type Computation,
  type Condition,
  type CountedRows,
  EVERYTHING,
  type Group,
  type GroupKey,
  type LinkedRows,
  type Links,
  type RowWithRelated,
  type Selection,
  type RowLock,
  type Session,
  type Store,
  looksForWords,
  TransactionState,
  runInside,
  rejectInTransaction,
} from '../store.js'
import { type Scope, conditionSql, whereClause } from './conditions.js'
import {
  type Bind,
  type Executor,
  type StatementKind,
  type Statement,
  type Translate,
  Values,
} from './database.js'
import {
  type Aggregated,
  type SelectOptions,
  aggregate,
  countText,
  findWithRelated,
  groupBy,
  partsOf,
  selectStatement,
} from './select.js'
import {
  type Column,
  type Stored,
  type StoredRow,
  type Table,
  type Tables,
  encoded,
  tableOf,
} from './table.js'

/** A query for the items that refer to the given keys, with a limit per key. */
export interface LinkQuery {
  readonly keys: readonly Key[]
  readonly limit: number
  readonly where: Condition
}

/** The columns to read from each referring row, and how to decode them. */
interface Reading<T> {
  readonly selection: string
  readonly decode: (stored: StoredRow) => T
}

/** The items that refer to one key: the first few, ordered by their own keys, and the total number of items. */
export interface Linked<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** The referencing table and its foreign key. */
export interface Ends {
  readonly holders: Table
  readonly foreignKey: Column
  readonly tables: Tables
}

/** @throws TypeError for an unknown relation */
export function endsOf(relation: string, table: Table, tables: Tables): Ends {
  const spec = table.spec.relations[relation]
  const holders = spec && tables.get(spec.model)
  if (spec === undefined || holders === undefined)
    throw new TypeError(`Unknown relation ${relation} in ${table.spec.name}`)
  return { holders, foreignKey: holders.column(spec.inverse), tables }
}

/**
 * Reads the items that refer to the keys. If a key might have more items than the limit, a second statement reads the
 * first items for each key and counts all of them. Returns an entry for every key.
 */
export async function linked<T>(
  executor: Executor,
  ends: Ends,
  query: LinkQuery,
  { selection, decode }: Reading<T>,
): Promise<ReadonlyMap<Key, Linked<T>>> {
  const all = allOf(ends, query, selection)
  const rows = await executor.all(all.text, all.values)
  if (rows.length <= query.limit) return groupByKey(ends, query, rows, decode)
  const first = firstOf(ends, query, selection)
  const found = await executor.all(first.text, first.values)
  const counted = groupByKey(ends, query, found, ([, ...stored]) => decode(stored))
  for (const [foreignKey, total] of found) {
    const entry = counted.get(keyOf(ends.foreignKey, foreignKey))
    if (entry !== undefined) entry.total = Number(total)
  }
  return counted
}

/** Returns the statement for all referring rows, up to one more than the limit. */
function allOf(ends: Ends, query: LinkQuery, selection: string): Statement {
  const { holders, foreignKey } = ends
  const { list, bind } = new Values(holders.dialect)
  const those = holdersWhere(ends, query, bind)
  const text = `SELECT ${holders.dialect.selected(foreignKey.quoted, foreignKey.type)}, ${selection} FROM ${holders.sql} WHERE ${those} ORDER BY ${foreignKey.quoted}, ${holders.key.quoted} ${holders.dialect.limit(query.limit + 1, bind)}`
  return { text, values: list }
}

/**
 * Returns the statement for the first rows that refer to each key, and the total number of rows that refer to that key.
 */
function firstOf(ends: Ends, query: LinkQuery, selection: string): Statement {
  const { holders, foreignKey } = ends
  const { list, bind } = new Values(holders.dialect)
  const those = holdersWhere(ends, query, bind)
  const text = `SELECT ${holders.dialect.selected(foreignKey.quoted, foreignKey.type)}, "svc_total", ${selection} FROM (
      SELECT *, row_number() OVER (PARTITION BY ${foreignKey.sql} ORDER BY ${holders.key.sql}) AS "svc_rank",
        count(*) OVER (PARTITION BY ${foreignKey.sql}) AS "svc_total"
      FROM ${holders.sql} WHERE ${those}
    ) AS "svc_linked" WHERE "svc_rank" <= ${bind(query.limit)} ORDER BY ${foreignKey.quoted}, ${holders.key.quoted}`
  return { text, values: list }
}

function holdersWhere({ holders, foreignKey, tables }: Ends, { keys, where }: LinkQuery, bind: Bind): string {
  const those = holders.dialect.oneOf(foreignKey, stored(foreignKey, keys), bind)
  return where === EVERYTHING
    ? those
    : `${those} AND ${conditionSql(where, { table: holders, tables, bind })}`
}

function stored(foreignKey: Column, keys: readonly Key[]): Stored[] {
  return keys.map((key) => foreignKey.codec.encode(key))
}

/** Groups rows by the foreign key in their first column. */
function groupByKey<T>(
  { foreignKey }: Ends,
  { keys }: LinkQuery,
  rows: readonly StoredRow[],
  decode: (stored: StoredRow) => T,
): Map<Key, { items: T[]; total: number }> {
  const found = new Map<Key, { items: T[]; total: number }>(keys.map((key) => [key, { items: [], total: 0 }]))
  for (const [key, ...rest] of rows) {
    const entry = found.get(keyOf(foreignKey, key))
    if (entry === undefined) continue
    entry.items.push(decode(rest))
    entry.total += 1
  }
  return found
}

export function keyOf(column: Pick<Column, 'codec'>, stored: Stored | undefined): Key {
  const key = column.codec.decode(stored ?? null)
  return typeof key === 'number' ? key : String(key)
}

/** One model's rows in a relational database. */
export class SqlStore implements Store {
  readonly spec: ModelSpec
  readonly #table: Table
  readonly #tables: Tables
  readonly #executor: Executor
  readonly #translate: Translate

  constructor(table: Table, tables: Tables, executor: Executor, translate: Translate) {
    this.spec = table.spec
    this.#table = table
    this.#tables = tables
    this.#executor = executor
    this.#translate = translate
  }

  async findByKey(key: Key, lock: RowLock = false): Promise<Row | undefined> {
    const table = this.#table
    const { forUpdate } = table.dialect
    const text = lock ? table.findByKey + forUpdate[lock === 'delete' ? 'delete' : 'wait'] : table.findByKey
    try {
      const stored = await this.#executor.first(text, [table.key.codec.encode(key)])
      return stored === undefined ? undefined : table.decode(stored)
    } catch (error) {
      throw this.#translate(error, table, 'other')
    }
  }

  findWithRelated(key: Key, relatedFields: readonly RelatedField[]): Promise<RowWithRelated | undefined> {
    return this.#guarded('other', () =>
      findWithRelated(this.#executor, this.#table, this.#tables, key, relatedFields),
    )
  }

  async find(selection: Selection): Promise<Row[]> {
    const { rows } = await this.#select(selection, { counts: false })
    return rows
  }

  async count(where: Condition, limit?: number): Promise<number> {
    try {
      const scope = this.#scope()
      const stored = await this.#executor.first(countText(where, scope, limit), scope.values.list)
      return Number(stored?.[0])
    } catch (error) {
      throw this.#translate(error, this.#table, 'other')
    }
  }

  async findAndCount(selection: Selection, limit?: number): Promise<CountedRows> {
    // A full-text search usually finds few rows. Counting them costs as much as finding them, so they are counted only
    // if necessary.
    const { rows, counted } = await this.#select(selection, {
      counts: !looksForWords(selection.where),
      limit,
    })
    const total = shownTotal(selection, rows.length) ?? counted ?? (await this.count(selection.where, limit))
    return { rows, total }
  }

  links(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where = EVERYTHING,
  ): Promise<ReadonlyMap<Key, Links>> {
    return this.#guarded('other', async () => {
      const ends = endsOf(relation, this.#table, this.#tables)
      const { key } = ends.holders
      const found = await linked(
        this.#executor,
        ends,
        { keys, limit, where },
        {
          selection: key.quoted,
          decode: ([stored]) => keyOf(key, stored),
        },
      )
      return mapped(found, ({ items, total }) => ({ keys: items, total }))
    })
  }

  linkedRows(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where = EVERYTHING,
  ): Promise<ReadonlyMap<Key, LinkedRows>> {
    return this.#guarded('other', async () => {
      const ends = endsOf(relation, this.#table, this.#tables)
      const found = await linked(
        this.#executor,
        ends,
        { keys, limit, where },
        {
          selection: ends.holders.selection,
          decode: (stored) => ends.holders.decode(stored),
        },
      )
      return mapped(found, ({ items, total }) => ({ rows: items, total }))
    })
  }

  async insert(rows: readonly Row[]): Promise<Row[]> {
    if (rows.length === 0) return []
    try {
      const stored = await this.#executor.insert(this.#table, rows)
      return stored.map((each) => this.#table.decode(each))
    } catch (error) {
      throw this.#translate(error, this.#table, 'other')
    }
  }

  async updateByKey(key: Key, changes: Row): Promise<Row | undefined> {
    const update = this.#table.update(key, changes)
    if (update === undefined) return this.findByKey(key)
    try {
      const [stored] = await this.#executor.write(update.text, update.values)
      return stored === undefined ? undefined : this.#table.decode(stored)
    } catch (error) {
      throw this.#translate(error, this.#table, 'other')
    }
  }

  updateMany(where: Condition, changes: Row): Promise<number> {
    const columns = this.#table.changed(changes)
    if (columns.length === 0) return this.count(where)
    return this.#guarded('other', async () => {
      const scope = this.#scope()
      const assignments = columns.map(
        (column) => `${column.quoted} = ${scope.bind(encoded(column, changes[column.field]))}`,
      )
      const text = `UPDATE ${this.#table.sql} SET ${assignments.join(', ')}${whereClause(where, scope)}`
      return this.#executor.change(text, scope.values.list)
    })
  }

  deleteByKey(key: Key): Promise<boolean> {
    return this.#guarded('delete', async () => {
      const { deleteByKey, key: column } = this.#table
      const count = await this.#executor.change(deleteByKey, [column.codec.encode(key)])
      return count > 0
    })
  }

  deleteMany(where: Condition): Promise<number> {
    return this.#guarded('delete', async () => {
      const scope = this.#scope()
      const text = `DELETE FROM ${this.#table.sql}${whereClause(where, scope)}`
      return this.#executor.change(text, scope.values.list)
    })
  }

  aggregate(where: Condition, aggregations: readonly Aggregation[]): Promise<AggregationResult[]> {
    return this.#guarded('other', () => aggregate(this.#rows(where), aggregations))
  }

  groupBy(
    where: Condition,
    keys: readonly GroupKey[],
    computations: readonly Computation[] = [],
  ): Promise<Group[]> {
    return this.#guarded('other', () => groupBy(this.#rows(where), keys, computations))
  }

  async #select(selection: Selection, options: SelectOptions): Promise<Found> {
    try {
      const [first, second] = partsOf(selection, this.#table, this.#tables)
      const found = await this.#part(selection, { ...options, part: first })
      const { rows, counted } = found
      const { take } = selection
      if (second === undefined || (take !== undefined && rows.length >= take)) return found
      const left = take === undefined ? selection : { ...selection, take: take - rows.length }
      const further = await this.#part(left, { ...options, part: second })
      return { rows: [...rows, ...further.rows], counted: counted ?? further.counted }
    } catch (error) {
      throw this.#translate(error, this.#table, 'other')
    }
  }

  async #part(selection: Selection, options: SelectOptions): Promise<Found> {
    const { text, values } = selectStatement(selection, this.#table, this.#tables, options)
    const stored = await this.#executor.all(text, values)
    return {
      rows: stored.map(this.#table.decode),
      counted: options.counts === true ? countedIn(stored) : undefined,
    }
  }

  #rows(where: Condition): Aggregated {
    return { executor: this.#executor, table: this.#table, tables: this.#tables, where }
  }

  #scope(): Scope & { readonly values: Values } {
    const values = new Values(this.#table.dialect)
    return { table: this.#table, tables: this.#tables, bind: values.bind, values }
  }

  async #guarded<T>(kind: StatementKind, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#translate(error, this.#table, kind)
    }
  }
}

/** Rows, and their total number if it was selected. */
interface Found {
  readonly rows: Row[]
  readonly counted: number | undefined
}

function countedIn([first]: readonly StoredRow[]): number | undefined {
  return first === undefined ? undefined : Number(first.at(-1))
}

function mapped<A, B>(map: ReadonlyMap<Key, A>, change: (value: A) => B): ReadonlyMap<Key, B> {
  return new Map([...map].map(([key, value]) => [key, change(value)]))
}

/** Runs work in a new transaction that has its own session. */
type Begin = <T>(work: (session: SqlSession) => Promise<T>) => Promise<T>

/** The stores for all models, which share one executor. */
export class SqlSession implements Session {
  readonly enforcesReferences = true
  readonly transactional: boolean
  readonly tables: Tables
  readonly executor: Executor
  readonly translate: Translate
  readonly #begin: Begin | null
  readonly state: TransactionState | null
  readonly #afterCommit: (() => void)[] = []
  readonly #outer: SqlSession | undefined
  #lastSavepoint: Promise<unknown> = Promise.resolve()

  /**
   * @param begin null inside a transaction
   * @param outer the session of the transaction in which this one is nested
   */
  constructor(
    tables: Tables,
    executor: Executor,
    translate: Translate,
    begin: Begin | null,
    outer?: SqlSession,
  ) {
    this.#outer = outer
    this.tables = tables
    this.executor = executor
    this.translate = translate
    this.#begin = begin
    this.transactional = begin === null
    this.state = begin === null ? new TransactionState() : null
  }

  get native(): this {
    return this
  }

  store(model: string): Store {
    return new SqlStore(tableOf(this.tables, model), this.tables, this.executor, this.translate)
  }

  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#begin === null) return work(this)
    rejectInTransaction()
    const opened: SqlSession[] = []
    try {
      const result = await this.#begin((session) => {
        opened.push(session)
        return session.#run(work)
      })
      for (const session of opened) {
        session.state?.end('committed')
        for (const run of session.#afterCommit) run()
      }
      return result
    } catch (error) {
      for (const session of opened) session.state?.end('rolled back')
      throw error
    }
  }

  async savepoint<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const { state } = this
    if (state === null) return this.transaction(work)
    // Savepoints of one transaction are nested, so siblings must not overlap.
    const result = this.#lastSavepoint.then(() => this.#nested(state, work))
    this.#lastSavepoint = result.catch(() => undefined)
    return result
  }

  async #nested<T>(outer: TransactionState, work: (session: Session) => Promise<T>): Promise<T> {
    outer.check()
    const inner = new SqlSession(this.tables, this.executor, this.translate, null, this)
    await this.executor.change('SAVEPOINT svc', [])
    try {
      const result = await inner.#run(work)
      await this.executor.change('RELEASE SAVEPOINT svc', [])
      inner.state?.end('committed')
      this.#afterCommit.push(...inner.#afterCommit)
      return result
    } catch (error) {
      inner.state?.end('rolled back')
      await this.executor.change('ROLLBACK TO SAVEPOINT svc', [])
      await this.executor.change('RELEASE SAVEPOINT svc', [])
      throw error
    }
  }

  #run<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.state === null ? work(this) : runInside(this.state, () => work(this))
  }

  async continueKeys(model: string): Promise<void> {
    const table = tableOf(this.tables, model)
    for (const column of table.columns) {
      const text = column.generated ? table.dialect.continued(table.sql, column.quoted) : undefined
      if (text !== undefined) await this.executor.write(text, [])
    }
  }

  afterCommit(work: () => void): void {
    if (this.state?.isRunning === true) this.#afterCommit.push(work)
    else if (this.#outer !== undefined) this.#outer.afterCommit(work)
    else if (this.state === null || this.state.isCommitted) work()
  }
}

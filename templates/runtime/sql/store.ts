import { setTimeout as sleep } from 'node:timers/promises'
import type { Key, ModelSpec, Row } from '../model.js'
import { shownTotal } from '../query/parameters.js'
import {
  type Access,
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
  Contention,
  hasPart,
  isSlow,
  TransactionState,
  runInside,
  rejectInTransaction,
  type LinkQuery,
  type Linked,
} from '../store.js'
import type { Stored, StoredRow } from './codecs.js'
import { type Scope, conditionSql, relationOf, newScope, whereClause } from './conditions.js'
import {
  type Aggregated,
  type SelectOptions,
  aggregate,
  countText,
  groupBy,
  partsOf,
  selectStatement,
} from './select.js'
import {
  type Column,
  type Table,
  type Tables,
  encoded,
  tableOf,
  type Dialect,
  type Executor,
  type Statement,
  type StatementKind,
  type Values,
  noValues,
} from './table.js'

/** The tables at both ends of a relation. */
interface Ends {
  readonly holders: Table
  readonly foreignKey: Column
  readonly tables: Tables
}

/** @throws TypeError for an unknown relation */
function endsOf(field: string, table: Table, tables: Tables): Ends {
  const { relation, target: holders } = relationOf(field, { table, tables })
  return { holders, foreignKey: holders.column(relation.inverse), tables }
}

/**
 * Reads the items that refer to the keys. If a key might have more items than the limit, a second statement reads the
 * first items for each key and counts all of them. Returns an entry for every key.
 */
async function linked<T>(
  executor: Executor,
  ends: Ends,
  query: LinkQuery,
  { selection, decode }: { readonly selection: string; readonly decode: (stored: StoredRow) => T },
): Promise<Linked<T>> {
  const found = new Map<Key, { items: T[]; total: number }>(
    query.keys.map((key) => [key, { items: [], total: 0 }]),
  )
  const select = (which: 'all' | 'first') => executor.read(linkedStatement(ends, query, selection, which))
  const all = await select('all')
  const isComplete = all.rows.length <= query.limit
  const { rows } = isComplete ? all : await select('first')
  for (const [foreignKey, ...stored] of rows) {
    const entry = found.get(keyOf(ends.foreignKey, foreignKey))
    if (entry === undefined) continue
    entry.items.push(decode(stored))
    entry.total = isComplete ? entry.items.length : Number(stored.at(-1))
  }
  return found
}

/**
 * Returns the statement for referring rows.
 * @param which all of them, up to one more than the limit, or the first ones for each key, with the total number of rows
 * that refer to that key in the last column
 */
function linkedStatement(
  { holders, foreignKey, tables }: Ends,
  { keys, limit, where = EVERYTHING }: LinkQuery,
  selection: string,
  which: 'all' | 'first',
): Statement {
  const { list, bind } = noValues(holders.dialect)
  const { key, sql, dialect } = holders
  const stored = keys.map((each) => foreignKey.codec.encode(each))
  const those = dialect.oneOf(foreignKey, stored, bind)
  const wanted = where === EVERYTHING ? '' : ` AND ${conditionSql(where, { table: holders, tables, bind })}`
  const start = `SELECT ${dialect.selected(foreignKey.quoted, foreignKey.type)}, ${selection}`
  const from = `FROM ${sql} WHERE ${those}${wanted}`
  const order = `ORDER BY ${foreignKey.quoted}, ${key.quoted}`
  const ranked = `row_number() OVER (PARTITION BY ${foreignKey.sql} ORDER BY ${key.sql}) AS "svc_rank", count(*) OVER (PARTITION BY ${foreignKey.sql}) AS "svc_total"`
  const text =
    which === 'all'
      ? `${start} ${from} ${order} ${dialect.limit(limit + 1, bind)}`
      : `${start}, "svc_total" FROM (SELECT *, ${ranked} ${from}) AS "svc_linked" WHERE "svc_rank" <= ${bind(limit)} ${order}`
  return { text, values: list }
}

function keyOf(column: Pick<Column, 'codec'>, stored: Stored | undefined): Key {
  const key = column.codec.decode(stored ?? null)
  return typeof key === 'number' ? key : String(key)
}

/** One model's rows in a relational database. */
export class SqlStore implements Store {
  readonly spec: ModelSpec
  readonly #table: Table
  readonly #session: SqlSession
  readonly #executor: Executor

  constructor(table: Table, session: SqlSession) {
    this.spec = table.spec
    this.#table = table
    this.#session = session
    this.#executor = session.executor
  }

  findByKey(key: Key, lock: RowLock = false): Promise<Row | undefined> {
    const { dialect, findByKey: text, key: column, decode } = this.#table
    const locks = lock === false ? '' : dialect.forUpdate[lock === 'delete' ? 'delete' : 'wait']
    return this.#guarded('other', async () => {
      const values = [column.codec.encode(key)]
      const [stored] = (await this.#executor.read({ text: text + locks, values })).rows
      return stored === undefined ? undefined : decode(stored)
    })
  }

  async find(selection: Selection): Promise<Row[]> {
    const { rows } = await this.#select(selection, { counts: false })
    return rows
  }

  count(where: Condition, limit?: number): Promise<number> {
    return this.#guarded('other', async () => {
      const scope = this.#scope()
      const text = countText(where, scope, limit)
      const [stored] = (await this.#executor.read({ text, values: scope.list, isSlow: isSlow(where) })).rows
      return Number(stored?.[0])
    })
  }

  async findAndCount(selection: Selection, limit?: number): Promise<CountedRows> {
    // A full-text search usually finds few rows. Counting them costs as much as finding them, so they are counted only
    // if necessary.
    const { rows, counted } = await this.#select(selection, {
      counts: !hasPart(selection.where, ({ kind }) => kind === 'text'),
      limit,
    })
    const total = shownTotal(selection, rows.length) ?? counted ?? (await this.count(selection.where, limit))
    return { rows, total }
  }

  links(query: LinkQuery): Promise<Linked<Key>> {
    const ends = endsOf(query.relation, this.#table, this.#session.tables)
    const { key } = ends.holders
    const decode = ([stored]: StoredRow): Key => keyOf(key, stored)
    return this.#guarded('other', () =>
      linked(this.#executor, ends, query, { selection: key.quoted, decode }),
    )
  }

  linkedRows(query: LinkQuery): Promise<Linked<Row>> {
    const ends = endsOf(query.relation, this.#table, this.#session.tables)
    return this.#guarded('other', () => linked(this.#executor, ends, query, ends.holders))
  }

  async insert(rows: readonly Row[]): Promise<Row[]> {
    const { dialect, decode } = this.#table
    const statements = dialect.insertions(this.#table, rows)
    const insert = ({ executor }: SqlSession): Promise<Row[]> =>
      this.#guarded('other', async () => {
        const stored: Row[] = []
        for (const statement of statements) stored.push(...(await executor.write(statement)).rows.map(decode))
        return stored
      })
    return statements.length > 1 ? this.#session.transaction(insert) : insert(this.#session)
  }

  /** The row stands in for the table: it has the table's name and, because of the UNION, the types of its columns. */
  wouldSelect(where: Condition, row: Row): Promise<boolean> {
    return this.#guarded('other', async () => {
      const { sql, columns } = this.#table
      const scope = this.#scope()
      const names = columns.map(({ quoted }) => quoted).join(', ')
      const values = columns.map((column) => scope.bind(encoded(column, row[column.field]))).join(', ')
      const from = `(SELECT ${names} FROM ${sql} WHERE FALSE UNION ALL SELECT ${values}) AS ${sql}`
      const text = `SELECT 1 FROM ${from}${whereClause(where, scope)}`
      return (await this.#executor.read({ text, values: scope.list })).rows.length > 0
    })
  }

  async updateByKey(key: Key, changes: Row): Promise<Row | undefined> {
    const { sql, key: column, selection, decode } = this.#table
    const { bind, list } = this.#scope()
    const assignments = this.#table.assignments(changes, bind)
    if (assignments === '') return this.findByKey(key)
    const text = `UPDATE ${sql} SET ${assignments} WHERE ${column.quoted} = ${bind(column.codec.encode(key))} RETURNING ${selection}`
    const { rows } = await this.#guarded('other', () => this.#executor.write({ text, values: list }))
    return rows.map(decode)[0]
  }

  updateMany(where: Condition, changes: Row): Promise<number> {
    return this.#guarded('other', async () => {
      const scope = this.#scope()
      const assignments = this.#table.assignments(changes, scope.bind)
      if (assignments === '') return this.count(where)
      return this.#change(`UPDATE ${this.#table.sql} SET ${assignments}`, where, scope)
    })
  }

  deleteByKey(key: Key): Promise<boolean> {
    return this.#guarded('delete', async () => {
      const { deleteByKey: text, key: column } = this.#table
      const { count } = await this.#executor.write({ text, values: [column.codec.encode(key)] })
      return count > 0
    })
  }

  deleteMany(where: Condition): Promise<number> {
    return this.#guarded('delete', async () => {
      return this.#change(`DELETE FROM ${this.#table.sql}`, where, this.#scope())
    })
  }

  aggregate(where: Condition, aggregations: readonly Aggregation[]): Promise<AggregationResult[]> {
    return this.#guarded('other', async () => {
      const results: AggregationResult[] = []
      for (const aggregation of aggregations) results.push(await aggregate(this.#rows(where), aggregation))
      return results
    })
  }

  groupBy(
    where: Condition,
    keys: readonly GroupKey[],
    computations: readonly Computation[] = [],
  ): Promise<Group[]> {
    return this.#guarded('other', () => groupBy(this.#rows(where), keys, computations))
  }

  /** Returns the rows and, if the options say so, the number of all that the condition selects. */
  #select(selection: Selection, options: SelectOptions) {
    return this.#guarded('other', async () => {
      const stored: StoredRow[] = []
      for (const part of partsOf(selection, this.#table, this.#session.tables)) {
        const take = selection.take === undefined ? undefined : selection.take - stored.length
        if (take === 0 && stored.length > 0) break
        const rest = { ...selection, take }
        const statement = selectStatement(rest, this.#table, this.#session.tables, { ...options, part })
        const { rows } = await this.#executor.read({ ...statement, isSlow: isSlow(selection.where) })
        for (const row of rows) stored.push(row)
      }
      const total = options.counts === true ? stored[0]?.at(-1) : undefined
      return {
        rows: stored.map(this.#table.decode),
        counted: total === undefined ? undefined : Number(total),
      }
    })
  }

  /** Runs a statement that writes the selected rows, and returns their number. */
  async #change(start: string, where: Condition, scope: Scope & Values): Promise<number> {
    const statement = { text: start + whereClause(where, scope), values: scope.list }
    return (await this.#executor.write({ ...statement, isSlow: isSlow(where) })).count
  }

  #rows(where: Condition): Aggregated {
    const read: Executor['read'] = (statement) => this.#executor.read({ ...statement, isSlow: true })
    return { executor: { read }, table: this.#table, tables: this.#session.tables, where }
  }

  #scope(): Scope & Values {
    return newScope(this.#table, this.#session.tables)
  }

  async #guarded<T>(kind: StatementKind, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#table.dialect.translate(error, this.#table, kind)
    }
  }
}

/** How often a transaction is tried again after a deadlock or a serialization failure. */
const MAX_RETRIES = 3
/** Maximum delay before the first retry, in milliseconds; it doubles with each retry. */
const RETRY_DELAY = 50

/** Runs work in a new transaction that has its own session. */
type Begin = <T>(work: (session: SqlSession) => Promise<T>) => Promise<T>

export class SqlSession implements Session {
  readonly enforcesReferences = true
  readonly dialect: Dialect
  readonly tables: Tables
  readonly executor: Executor
  readonly #begin: Begin | null
  readonly state: TransactionState | null
  readonly #afterCommit: (() => void)[] = []
  readonly #outer: SqlSession | undefined
  #lastSavepoint: Promise<unknown> = Promise.resolve()

  /**
   * @param begin null inside a transaction
   * @param outer the session of the transaction in which this one is nested
   */
  constructor(dialect: Dialect, tables: Tables, executor: Executor, begin: Begin | null, outer?: SqlSession) {
    this.#outer = outer
    this.dialect = dialect
    this.tables = tables
    this.executor = executor
    this.#begin = begin
    this.state = begin === null ? new TransactionState() : null
  }

  get native(): this {
    return this
  }

  store(model: string, access: Access): Store {
    return access.restricted(new SqlStore(tableOf(this.tables, model), this), this)
  }

  async transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    if (this.#begin === null) return work(this)
    rejectInTransaction()
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#once(this.#begin, work)
      } catch (error) {
        if (!(error instanceof Contention) || retries === MAX_RETRIES) throw error
        // Without a random delay, the same transactions would meet again.
        await sleep(Math.random() * RETRY_DELAY * 2 ** retries)
      }
    }
  }

  async #once<T>(begin: Begin, work: (session: SqlSession) => Promise<T>): Promise<T> {
    const opened: SqlSession[] = []
    try {
      const result = await begin((session) => {
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
    const inner = new SqlSession(this.dialect, this.tables, this.executor, null, this)
    await this.#control('SAVEPOINT svc')
    try {
      const result = await inner.#run(work)
      await this.#control('RELEASE SAVEPOINT svc')
      inner.state?.end('committed')
      this.#afterCommit.push(...inner.#afterCommit)
      return result
    } catch (error) {
      inner.state?.end('rolled back')
      await this.#control('ROLLBACK TO SAVEPOINT svc')
      await this.#control('RELEASE SAVEPOINT svc')
      throw error
    }
  }

  async #control(text: string): Promise<void> {
    await this.executor.write({ text, values: [] })
  }

  #run<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.state === null ? work(this) : runInside(this.state, () => work(this))
  }

  afterCommit(work: () => void): void {
    if (this.state?.outcome === 'running') this.#afterCommit.push(work)
    else if (this.#outer !== undefined) this.#outer.afterCommit(work)
    else if (this.state === null || this.state.outcome === 'committed') work()
  }
}

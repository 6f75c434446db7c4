import { type Condition, EVERYTHING, looksForWords } from '../condition.js'
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
  Store,
} from '../store.js'
import { aggregate } from './aggregate.js'
import type { Aggregated } from './aggregated.js'
import { findBeside } from './beside.js'
import type { StoredRow } from './codec.js'
import { type Scope, whereClause } from './condition-sql.js'
import { type Answer, type Executor, type Intent, onAnswer, type Translate } from './executor.js'
import { groupBy } from './group-by.js'
import { endsOf, keyOf, linked } from './links.js'
import { countText, partsOf, type SelectOptions, selectStatement } from './select.js'
import { Values } from './statement.js'
import { encoded, type Table, type Tables } from './table.js'

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

  async findByKey(key: Key, lock = false): Promise<Row | undefined> {
    const table = this.#table
    const text = lock ? table.findByKey + table.dialect.forUpdate : table.findByKey
    try {
      const stored = await this.#executor.first(text, [table.key.codec.encode(key)])
      return stored === undefined ? undefined : table.decode(stored)
    } catch (error) {
      throw this.#translate(error, table, 'write')
    }
  }

  findBeside(key: Key, beside: readonly Beside[]): Promise<RowBeside | undefined> {
    return this.#guarded('write', () => findBeside(this.#executor, this.#table, this.#tables, key, beside))
  }

  async find(selection: Selection): Promise<Row[]> {
    const { rows } = await this.#select(selection, false)
    return rows
  }

  async count(where: Condition): Promise<number> {
    try {
      const scope = this.#scope()
      const stored = await this.#executor.first(countText(where, scope), scope.values.list)
      return Number(stored?.[0])
    } catch (error) {
      throw this.#translate(error, this.#table, 'write')
    }
  }

  async findAndCount(selection: Selection): Promise<CountedRows> {
    // What is found by words is mostly few, and to count it costs as much as to find it: that is left until it is needed.
    const { rows, counted } = await this.#select(selection, !looksForWords(selection.where))
    const total = shownTotal(selection, rows.length) ?? counted ?? (await this.count(selection.where))
    return { rows, total }
  }

  links(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where = EVERYTHING,
  ): Promise<ReadonlyMap<Key, Links>> {
    return this.#guarded('write', async () => {
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
    return this.#guarded('write', async () => {
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
      throw this.#translate(error, this.#table, 'write')
    }
  }

  async updateByKey(key: Key, changes: Row): Promise<Row | undefined> {
    const update = this.#table.update(key, changes)
    if (update === undefined) return this.findByKey(key)
    try {
      const [stored] = await this.#executor.write(update.text, update.values)
      return stored === undefined ? undefined : this.#table.decode(stored)
    } catch (error) {
      throw this.#translate(error, this.#table, 'write')
    }
  }

  updateMany(where: Condition, changes: Row): Promise<number> {
    const columns = this.#table.changed(changes)
    if (columns.length === 0) return this.count(where)
    return this.#guarded('write', async () => {
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
    return this.#guarded('write', () => aggregate(this.#rows(where), aggregations))
  }

  groupBy(
    where: Condition,
    fields: readonly string[],
  ): Promise<{ readonly values: Row; readonly count: number }[]> {
    return this.#guarded('write', () => groupBy(this.#rows(where), fields))
  }

  async #select(selection: Selection, counts: boolean): Promise<Found> {
    try {
      const [first, second] = partsOf(selection, this.#table)
      const found = await this.#part(selection, { counts, part: first })
      const { rows, counted } = found
      const { take } = selection
      if (second === undefined || (take !== undefined && rows.length >= take)) return found
      const left = take === undefined ? selection : { ...selection, take: take - rows.length }
      const further = await this.#part(left, { counts, part: second })
      return { rows: [...rows, ...further.rows], counted: counted ?? further.counted }
    } catch (error) {
      throw this.#translate(error, this.#table, 'write')
    }
  }

  /** Stored rows are read as soon as they are there: what waits for its turn is kept, and costs. */
  #part(selection: Selection, options: SelectOptions): Answer<Found> {
    const { text, values } = selectStatement(selection, this.#table, this.#tables, options)
    return onAnswer(this.#executor.all(text, values), (stored) => ({
      rows: stored.map(this.#table.decode),
      counted: options.counts === true ? countedIn(stored) : undefined,
    }))
  }

  #rows(where: Condition): Aggregated {
    return { executor: this.#executor, table: this.#table, tables: this.#tables, where }
  }

  #scope(): Scope & { readonly values: Values } {
    const values = new Values(this.#table.dialect)
    return { table: this.#table, tables: this.#tables, bind: values.bind, values }
  }

  async #guarded<T>(intent: Intent, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#translate(error, this.#table, intent)
    }
  }
}

/** Rows, and how many the condition selects in all where each of them tells. */
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

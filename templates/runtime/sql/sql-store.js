import { EVERYTHING } from '../condition.js'
import { aggregate } from './aggregate.js'
import { whereClause } from './condition-sql.js'
import { groupBy } from './group-by.js'
import { endsOf, keyOf, linked } from './links.js'
import { countText, selectStatement } from './select.js'
import { Values } from './statement.js'
import { encoded } from './table.js'
/** One model's rows in a relational database. */
export class SqlStore {
  spec
  #table
  #tables
  #executor
  #translate
  constructor(table, tables, executor, translate) {
    this.spec = table.spec
    this.#table = table
    this.#tables = tables
    this.#executor = executor
    this.#translate = translate
  }
  async findByKey(key, lock = false) {
    const table = this.#table
    const text = lock ? table.findByKey + table.dialect.forUpdate : table.findByKey
    try {
      const stored = await this.#executor.first(text, [table.key.codec.encode(key)])
      return stored === undefined ? undefined : table.decode(stored)
    } catch (error) {
      throw this.#translate(error, table, 'write')
    }
  }
  async find(selection) {
    const rows = await this.#select(selection, false)
    return rows.map((stored) => this.#table.decode(stored))
  }
  count(where) {
    return this.#guarded('write', async () => {
      const scope = this.#scope()
      const stored = await this.#executor.first(countText(where, scope), scope.values.list)
      return Number(stored?.[0])
    })
  }
  async findAndCount(selection) {
    const rows = await this.#select(selection, true)
    const [first] = rows
    const total = first === undefined ? await this.count(selection.where) : Number(first.at(-1))
    return { rows: rows.map((stored) => this.#table.decode(stored)), total }
  }
  links(relation, keys, limit, where = EVERYTHING) {
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
  linkedRows(relation, keys, limit, where = EVERYTHING) {
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
  insert(rows) {
    return this.#guarded('write', async () => {
      if (rows.length === 0) return []
      const stored = await this.#executor.insert(this.#table, rows)
      return stored.map((each) => this.#table.decode(each))
    })
  }
  async updateByKey(key, changes) {
    const update = this.#table.update(key, changes)
    if (update === undefined) return this.findByKey(key)
    try {
      const [stored] = await this.#executor.write(update.text, update.values)
      return stored === undefined ? undefined : this.#table.decode(stored)
    } catch (error) {
      throw this.#translate(error, this.#table, 'write')
    }
  }
  updateMany(where, changes) {
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
  deleteByKey(key) {
    return this.#guarded('delete', async () => {
      const { deleteByKey, key: column } = this.#table
      const count = await this.#executor.change(deleteByKey, [column.codec.encode(key)])
      return count > 0
    })
  }
  deleteMany(where) {
    return this.#guarded('delete', async () => {
      const scope = this.#scope()
      const text = `DELETE FROM ${this.#table.sql}${whereClause(where, scope)}`
      return this.#executor.change(text, scope.values.list)
    })
  }
  aggregate(where, aggregations) {
    return this.#guarded('write', async () => {
      const results = []
      for (const aggregation of aggregations) results.push(await aggregate(this.#rows(where), aggregation))
      return results
    })
  }
  groupBy(where, fields) {
    return this.#guarded('write', () => groupBy(this.#rows(where), fields))
  }
  async #select(selection, counts) {
    const { text, values } = selectStatement(selection, this.#table, this.#tables, counts)
    try {
      return await this.#executor.all(text, values)
    } catch (error) {
      throw this.#translate(error, this.#table, 'write')
    }
  }
  #rows(where) {
    return { executor: this.#executor, table: this.#table, tables: this.#tables, where }
  }
  #scope() {
    const values = new Values(this.#table.dialect)
    return { table: this.#table, tables: this.#tables, bind: values.bind, values }
  }
  async #guarded(intent, work) {
    try {
      return await work()
    } catch (error) {
      throw this.#translate(error, this.#table, intent)
    }
  }
}
function mapped(map, change) {
  return new Map([...map].map(([key, value]) => [key, change(value)]))
}

import { decimal } from './codec.js'
import { whereClause } from './condition-sql.js'
import { itemOf } from './list-condition.js'
import { Values } from './statement.js'
/** Computes one aggregation. Rows without a value are left out; the values of a list are its items. */
export async function aggregate(rows, aggregation) {
  const field = new FieldValues(rows, aggregation.field)
  switch (aggregation.kind) {
    case 'min':
      return { value: await field.end('asc') }
    case 'max':
      return { value: await field.end('desc') }
    case 'value_count':
      return { value: await field.count('count(*)') }
    case 'cardinality':
      return { value: await field.count(`count(DISTINCT ${field.operand.sql})`) }
    case 'sum':
      return { value: (await field.total()).sum }
    case 'avg':
      return { value: (await field.total()).avg }
    case 'stats':
      return { ...(await field.total()), min: await field.end('asc'), max: await field.end('desc') }
    case 'terms':
      return { buckets: await field.terms(aggregation.size) }
    case 'histogram':
      return { buckets: await field.histogram(aggregation.interval) }
    case 'date_histogram':
      return { buckets: await field.dateHistogram(aggregation.interval) }
  }
}
/** The values of one field in the rows of a selection. */
class FieldValues {
  operand
  #rows
  #from
  constructor(rows, field) {
    const column = rows.table.column(field)
    const { dialect } = rows.table
    this.#rows = rows
    this.operand = column.type === 'list' ? itemOf(column, dialect) : column
    this.#from = column.type === 'list' ? `${rows.table.sql}, ${dialect.items(column.sql)}` : rows.table.sql
  }
  /** The least value, or the greatest. */
  async end(direction) {
    const { dialect } = this.#rows.table
    const [row] = await this.#select(
      () => this.#selected,
      ` ORDER BY ${dialect.order(this.operand, direction)} LIMIT 1`,
    )
    return this.#decode(row)
  }
  async count(expression) {
    const [row] = await this.#select(() => expression)
    return Number(row?.[0])
  }
  /** Digits of decimals and big integers are not lost. The sum of nothing is 0, its average null. */
  async total() {
    const [row] = await this.#select(() => `count(*), ${this.#rows.table.dialect.sum(this.operand)}`)
    const count = Number(row?.[0])
    const sum = decimal(false).decode(row?.[1] ?? 0)
    return { count, sum, avg: count === 0 ? null : Number(sum) / count }
  }
  /** The most frequent values. */
  async terms(size) {
    const { dialect } = this.#rows.table
    const rows = await this.#select(
      () => `${this.#selected}, count(*)`,
      ` GROUP BY ${this.operand.sql} ORDER BY count(*) DESC, ${dialect.order(this.operand, 'asc')}`,
      (bind) => ` LIMIT ${bind(size)}`,
    )
    return rows.map((row) => ({ key: this.#decode(row), doc_count: Number(row[1]) }))
  }
  async histogram(interval) {
    const { dialect } = this.#rows.table
    const rows = await this.#select(
      (bind) => `${dialect.bucket(this.operand, interval, bind)}, count(*)`,
      ' GROUP BY 1 ORDER BY 1',
    )
    return rows.map(([bucket, count]) => ({ key: Number(bucket) * interval, doc_count: Number(count) }))
  }
  async dateHistogram(unit) {
    const { dialect } = this.#rows.table
    const rows = await this.#select(
      () => `${dialect.truncated(this.operand, unit)}, count(*)`,
      ' GROUP BY 1 ORDER BY 1',
    )
    return rows.map((row) => ({ key: this.#decode(row), doc_count: Number(row[1]) }))
  }
  get #selected() {
    return this.#rows.table.dialect.selected(this.operand.sql, this.operand.type)
  }
  #decode(row) {
    const value = row?.[0] ?? null
    return value === null ? null : this.operand.codec.decode(value)
  }
  /** The parts bind their values in the order of the text. */
  #select(selection, rest = '', last = () => '') {
    const { executor, table, tables, where } = this.#rows
    const { list, bind } = new Values(table.dialect)
    const selected = selection(bind)
    const filter = whereClause(where, { table, tables, bind }) || ' WHERE TRUE'
    const text = `SELECT ${selected} FROM ${this.#from}${filter} AND ${this.operand.sql} IS NOT NULL${rest}${last(bind)}`
    return executor.all(text, list)
  }
}

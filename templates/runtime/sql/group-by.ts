import type { SortKey } from '../condition.js'
import type { Json } from '../json.js'
import type { Row } from '../model.js'
import type { Aggregated } from './aggregated.js'
import { whereClause } from './condition-sql.js'
import { orderClause } from './order-sql.js'
import { Values } from './statement.js'

/** Counts rows by the values of fields, in the order of these. */
export async function groupBy(
  { executor, table, tables, where }: Aggregated,
  fields: readonly string[],
): Promise<{ readonly values: Row; readonly count: number }[]> {
  const columns = fields.map((field) => table.column(field))
  const selection = columns.map((column) => table.dialect.selected(column.sql, column.type))
  const groups = columns.map((column) => column.sql)
  const order = orderClause(
    fields.map((field): SortKey => ({ field, direction: 'asc' })),
    table,
  )
  const { list, bind } = new Values(table.dialect)
  const filter = whereClause(where, { table, tables, bind })
  const text = `SELECT count(*), ${selection.join(', ')} FROM ${table.sql}${filter} GROUP BY ${groups.join(', ')}${order}`
  const rows = await executor.all(text, list)
  return rows.map(([count, ...stored]) => {
    const values: Record<string, Json> = {}
    columns.forEach(({ field, codec }, index) => {
      const value = stored[index] ?? null
      values[field] = value === null ? null : codec.decode(value)
    })
    return { values, count: Number(count) }
  })
}

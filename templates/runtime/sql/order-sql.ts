import type { SortKey } from '../condition.js'
import type { Table } from './table.js'

/** ` ORDER BY …`, or nothing. */
export function orderClause(orderBy: readonly SortKey[], table: Table): string {
  if (orderBy.length === 0) return ''
  return ` ORDER BY ${orderBy.map(({ field, direction }) => table.dialect.order(table.column(field), direction)).join(', ')}`
}

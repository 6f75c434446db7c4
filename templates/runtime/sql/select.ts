import type { Selection } from '../store.js'
import type { Bound } from './codec.js'
import { type Scope, whereClause } from './condition-sql.js'
import { afterSql, orderClause } from './order-sql.js'
import { Values } from './statement.js'
import type { Table, Tables } from './table.js'

/** The statement for a page of rows. Selections of the same shape have the same text. */
export function selectStatement(
  { where, orderBy, take, skip, after }: Selection,
  table: Table,
  tables: Tables,
): { readonly text: string; readonly values: readonly Bound[] } {
  const values = new Values(table.dialect)
  const scope: Scope = { table, tables, bind: values.bind }
  const { bind } = values
  const filter = whereClause(where, scope)
  const page =
    after === undefined ? '' : `${filter === '' ? ' WHERE' : ' AND'} ${afterSql(orderBy, after, table, bind)}`
  const limited = take !== undefined || skip !== undefined
  const limit = limited ? ` LIMIT ${bind(take ?? table.dialect.unlimited)} OFFSET ${bind(skip ?? 0)}` : ''
  return {
    text: `SELECT ${table.selection} FROM ${table.sql}${filter}${page}${orderClause(orderBy, table)}${limit}`,
    values: values.list,
  }
}

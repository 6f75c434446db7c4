import type { Condition } from '../condition.js'
import type { Selection } from '../store.js'
import { type Scope, whereClause } from './condition-sql.js'
import { afterSql, orderClause } from './order-sql.js'
import { type Statement, Values } from './statement.js'
import type { Table, Tables } from './table.js'

/**
 * The statement for a page of rows. Selections of the same shape have the same text.
 * @param counts whether each row tells in a last column how many the condition selects in all
 */
export function selectStatement(
  { where, orderBy, take, skip, after }: Selection,
  table: Table,
  tables: Tables,
  counts = false,
): Statement {
  const values = new Values(table.dialect)
  const scope: Scope = { table, tables, bind: values.bind }
  const { bind } = values
  const total = counts ? `, (${countText(where, scope)})` : ''
  const filter = whereClause(where, scope)
  const page =
    after === undefined ? '' : `${filter === '' ? ' WHERE' : ' AND'} ${afterSql(orderBy, after, table, bind)}`
  const limited = take !== undefined || skip !== undefined
  const limit = limited ? ` LIMIT ${bind(take ?? table.dialect.unlimited)} OFFSET ${bind(skip ?? 0)}` : ''
  return {
    text: `SELECT ${table.selection}${total} FROM ${table.sql}${filter}${page}${orderClause(orderBy, table)}${limit}`,
    values: values.list,
  }
}

/** The query that counts what a condition selects. `count(*)` to the letter: the engines are quickest at that. */
export function countText(where: Condition, scope: Scope): string {
  return `SELECT count(*) FROM ${scope.table.sql}${whereClause(where, scope)}`
}

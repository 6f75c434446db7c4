import type { Condition } from '../condition.js'
import type { Selection } from '../store.js'
import type { Bind } from './dialect.js'
import { type Scope, whereClause } from './condition-sql.js'
import { afterParts } from './after-sql.js'
import { orderClause } from './order-sql.js'
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
  const limited = take !== undefined || skip !== undefined
  const order = orderClause(orderBy, table)
  const limit = (): string =>
    limited ? ` LIMIT ${bind(take ?? table.dialect.unlimited)} OFFSET ${bind(skip ?? 0)}` : ''
  const rows = (page?: (bind: Bind) => string): string => {
    const filter = whereClause(where, scope)
    const further = page === undefined ? '' : `${filter === '' ? ' WHERE' : ' AND'} ${page(bind)}`
    return `${table.sql}${filter}${further}${order}${limit()}`
  }
  const [first, ...rest] = after === undefined ? [undefined] : afterParts(orderBy, after, table)
  const source =
    rest.length === 0 ? rows(first) : `${joined([first, ...rest].map(rows), table)}${order}${limit()}`
  return { text: `SELECT ${table.selection}${total} FROM ${source}`, values: values.list }
}

/** The rows of several queries, under the table's name. */
function joined(queries: readonly string[], table: Table): string {
  const parts = queries.map((rows) => `SELECT * FROM (SELECT * FROM ${rows}) AS "svc_part"`)
  return `(${parts.join(' UNION ALL ')}) AS ${table.sql}`
}

/** The query that counts what a condition selects. `count(*)` to the letter: the engines are quickest at that. */
export function countText(where: Condition, scope: Scope): string {
  return `SELECT count(*) FROM ${scope.table.sql}${whereClause(where, scope)}`
}

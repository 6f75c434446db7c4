import { whereClause } from './condition-sql.js'
import { afterSql, orderClause } from './order-sql.js'
import { Values } from './statement.js'
/**
 * The statement for a page of rows. Selections of the same shape have the same text.
 * @param counts whether each row tells in a last column how many the condition selects in all
 */
export function selectStatement({ where, orderBy, take, skip, after }, table, tables, counts = false) {
  const values = new Values(table.dialect)
  const scope = { table, tables, bind: values.bind }
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
export function countText(where, scope) {
  return `SELECT count(*) FROM ${scope.table.sql}${whereClause(where, scope)}`
}

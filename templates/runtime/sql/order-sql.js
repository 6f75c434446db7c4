import { encoded } from './table.js'
/** ` ORDER BY …`, or nothing. */
export function orderClause(orderBy, table) {
  if (orderBy.length === 0) return ''
  return ` ORDER BY ${orderBy.map(({ field, direction }) => table.dialect.order(table.column(field), direction)).join(', ')}`
}
/**
 * The rows that come after one with these values (SPEC 7, `_after`): beyond its first value, or equal in that and after it by the rest. That the
 * first value is not before is said once more by itself, so that an index over it serves.
 */
export function afterSql(orderBy, after, table, bind) {
  const [key, ...rest] = orderBy
  if (key === undefined) return 'FALSE'
  const column = table.column(key.field)
  const value = encoded(column, after[0])
  const ascending = key.direction === 'asc'
  const operator = ascending ? '>' : '<'
  const nullsFollow = column.nullable && !ascending
  const beyond = () => {
    if (value === null) return ascending ? `${column.sql} IS NOT NULL` : 'FALSE'
    const further = table.dialect.compare(column, operator, value, bind)
    return nullsFollow ? `(${further} OR ${column.sql} IS NULL)` : further
  }
  if (rest.length === 0) return beyond()
  const notBefore = () =>
    value === null || nullsFollow ? '' : `${table.dialect.compare(column, `${operator}=`, value, bind)} AND `
  const equal = () => (value === null ? `${column.sql} IS NULL` : `${column.sql} = ${bind(value)}`)
  return `(${notBefore()}(${beyond()} OR (${equal()} AND ${afterSql(rest, after.slice(1), table, bind)})))`
}

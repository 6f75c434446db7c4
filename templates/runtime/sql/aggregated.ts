import type { Condition } from '../condition.js'
import { whereClause } from './condition-sql.js'
import type { Bind, Operand } from './dialect.js'
import type { Executor } from './executor.js'
import { itemOf } from './list-condition.js'
import type { Table, Tables } from './table.js'

/** The rows to aggregate. */
export interface Aggregated {
  readonly executor: Executor
  readonly table: Table
  readonly tables: Tables
  readonly where: Condition
}

/** The values of one field: of a list, its items. */
export interface FieldSource {
  readonly operand: Operand
  /** What stands behind `FROM`. */
  readonly from: string
}

export function sourceOf({ table }: Aggregated, field: string): FieldSource {
  const column = table.column(field)
  if (column.type !== 'list') return { operand: column, from: table.sql }
  return {
    operand: itemOf(column, table.dialect),
    from: `${table.sql}, ${table.dialect.items(column.sql)}`,
  }
}

/** ` WHERE …` for the rows that have a value. */
export function valuedClause({ table, tables, where }: Aggregated, { sql }: Operand, bind: Bind): string {
  return `${whereClause(where, { table, tables, bind }) || ' WHERE TRUE'} AND ${sql} IS NOT NULL`
}

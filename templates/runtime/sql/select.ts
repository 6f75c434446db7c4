import type { Condition, SortKey } from '../condition.js'
import type { Selection } from '../store.js'
import { type Part, partsAfter } from './after-sql.js'
import { type Scope, whereClause } from './condition-sql.js'
import { orderClause } from './order-sql.js'
import { type Statement, Values } from './statement.js'
import type { Table, Tables } from './table.js'

/** What to read of the rows of a selection. */
export interface SelectOptions {
  /** Whether each row tells in a last column how many the condition selects in all. */
  readonly counts?: boolean
  /** Only these of the rows. */
  readonly part?: Part | undefined
}

/** The parts in which the rows of a selection follow each other, each for a statement of its own. */
export function partsOf({ orderBy, after }: Selection, table: Table): readonly (Part | undefined)[] {
  return after === undefined ? [undefined] : partsAfter(orderBy, after, table)
}

/** The statement for a page of rows. Selections of the same shape have the same text. */
export function selectStatement(
  { where, orderBy, take, skip }: Selection,
  table: Table,
  tables: Tables,
  { counts = false, part }: SelectOptions = {},
): Statement {
  const values = new Values(table.dialect)
  const scope: Scope = { table, tables, bind: values.bind }
  const { bind } = values
  const total = counts ? `, (${countText(where, scope)})` : ''
  const order = orderClause(orderBy, table)
  const page = (from: string, filter: string): string => {
    const further = part === undefined ? '' : `${filter === '' ? ' WHERE' : ' AND'} ${part(bind)}`
    const limited = take !== undefined || skip !== undefined
    const limit = limited ? ` ${table.dialect.limit(take, bind)} OFFSET ${bind(skip ?? 0)}` : ''
    return `${from}${filter}${further}${order}${limit}`
  }
  const keys = isByKey(orderBy, table) ? table.dialect.keysByWords(where, table, bind) : undefined
  const source =
    keys === undefined
      ? page(table.sql, whereClause(where, scope))
      : `${table.sql} WHERE ${table.key.sql} IN (SELECT ${table.key.sql} FROM ${page(keys, '')})${order}`
  return { text: `SELECT ${table.selection}${total} FROM ${source}`, values: values.list }
}

function isByKey([first, ...rest]: readonly SortKey[], { key }: Table): boolean {
  return rest.length === 0 && first?.field === key.field
}

/** The query that counts what a condition selects. `count(*)` to the letter: the engines are quickest at that. */
export function countText(where: Condition, scope: Scope): string {
  const { table, bind } = scope
  const keys = table.dialect.keysByWords(where, table, bind)
  return `SELECT count(*) FROM ${keys ?? `${table.sql}${whereClause(where, scope)}`}`
}

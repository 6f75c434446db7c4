import type { SortKey } from '../condition.js'
import type { Json } from '../json.js'
import type { Stored } from './codec.js'
import type { Bind } from './dialect.js'
import { type Column, encoded, type Table } from './table.js'

/** A key of an order, and the value of it to begin after. */
interface Step {
  readonly column: Column
  readonly ascending: boolean
  readonly value: Stored
}

/** A condition on rows, as SQL. */
export type Part = (bind: Bind) => string

/**
 * The rows that come after one with these values (SPEC 7, `_after`), in parts that follow each other: where an index is read backwards, rows
 * without a value stand at its other end, and no single range of it has both.
 */
export function partsAfter(
  orderBy: readonly SortKey[],
  after: readonly Json[],
  table: Table,
): readonly Part[] {
  const steps = orderBy.map(({ field, direction }, index): Step => {
    const column = table.column(field)
    return { column, ascending: direction === 'asc', value: encoded(column, after[index]) }
  })
  const [first] = steps
  if (first === undefined) return [() => 'FALSE']
  const further = (bind: Bind): string => range(steps, table, bind)
  if (!emptyFollow(first)) return [further]
  const empty = `${first.column.sql} IS NULL`
  return first.column.indexed ? [further, () => empty] : [(bind) => `(${further(bind)} OR ${empty})`]
}

/** Rows without a value come last, and are yet to come. */
function emptyFollow({ column, ascending, value }: Step): boolean {
  return column.nullable && !ascending && value !== null
}

/**
 * Those that have a value in the first key, or begin after one that has none. Columns that run in one direction compare as a whole, which an
 * index finds at once, however many rows are equal in the first.
 */
function range(steps: readonly Step[], table: Table, bind: Bind): string {
  const [first, ...rest] = steps
  if (first === undefined) return 'FALSE'
  if (isRow(steps, table)) {
    const values = steps.map(({ value }) => bind(value))
    return `(${steps.map(({ column }) => column.sql).join(', ')}) ${first.ascending ? '>' : '<'} (${values.join(', ')})`
  }
  const { column, ascending, value } = first
  if (value === null) {
    const equal = `(${column.sql} IS NULL AND ${following(rest, table, bind)})`
    return ascending ? `(${column.sql} IS NOT NULL OR ${equal})` : equal
  }
  const operator = ascending ? '>' : '<'
  const notBefore = table.dialect.compare(column, `${operator}=`, value, bind)
  const further = table.dialect.compare(column, operator, value, bind)
  return `(${notBefore} AND (${further} OR (${column.sql} = ${bind(value)} AND ${following(rest, table, bind)})))`
}

/** {@link range}, with the rows without a value where these are yet to come. */
function following(steps: readonly Step[], table: Table, bind: Bind): string {
  const [first] = steps
  const further = range(steps, table, bind)
  return first !== undefined && emptyFollow(first) ? `(${further} OR ${first.column.sql} IS NULL)` : further
}

/** Whether SQL's comparison of rows means this order: one direction, and values everywhere but, among what is not meant, in the first column. */
function isRow(steps: readonly Step[], { dialect }: Table): boolean {
  return steps.every(
    ({ column, ascending, value }, index) =>
      ascending === steps[0]?.ascending &&
      value !== null &&
      (index === 0 || !column.nullable) &&
      dialect.comparesAsStored(column.type),
  )
}

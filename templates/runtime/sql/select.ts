import type { Json } from '../json.js'
import {
  type Aggregation,
  type AggregationResult,
  type Computation,
  type Condition,
  type Group,
  type GroupKey,
  type Selection,
  type SortKey,
  valueOf,
} from '../store.js'
import { type Codec, type Stored, type StoredRow, decimal, number } from './codecs.js'
import {
  type Scope,
  itemOf,
  orderClause,
  relationOf,
  newScope,
  sortColumn,
  whereClause,
} from './conditions.js'
import {
  type Column,
  type Table,
  type Tables,
  decoded,
  encoded,
  type Bind,
  type DateUnit,
  type Dialect,
  type Executor,
  type Operand,
  type Statement,
  type Values,
  noValues,
} from './table.js'

/** A sort key and its value in the row to start after. */
interface Step {
  readonly column: Column
  readonly ascending: boolean
  readonly value: Stored
}

type Part = (bind: Bind) => string

/**
 * Returns the consecutive parts of a selection, each of which needs its own statement; undefined means all of it. After
 * a row, they are the rows that follow it: in descending order, rows without a value are at the other end of the index,
 * so that a single range cannot cover both.
 */
export function partsOf(
  { orderBy, after }: Selection,
  table: Table,
  tables: Tables,
): readonly (Part | undefined)[] {
  if (after === undefined) return [undefined]
  const step = (key: SortKey, index: number, bind: Bind): Step => {
    const column = sortColumn(key, { table, tables, bind })
    return { column, ascending: key.direction === 'asc', value: encoded(column, after[index]) }
  }
  const [key] = orderBy
  if (key === undefined) return [() => 'FALSE']
  const further: Part = (bind) =>
    range(
      orderBy.map((each, index) => step(each, index, bind)),
      table,
      bind,
    )
  const first = step(key, 0, () => '')
  if (!nullsFollow(first)) return [further]
  const empty: Part = (bind) => `${step(key, 0, bind).column.sql} IS NULL`
  return first.column.indexed ? [further, empty] : [(bind) => `(${further(bind)} OR ${empty(bind)})`]
}

/** Returns whether rows without a value come last and have not been read yet. */
function nullsFollow({ column, ascending, value }: Step): boolean {
  return column.nullable && !ascending && value !== null
}

/**
 * Returns the condition for the rows that follow a row with the values in `steps`. Rows that sort last because they
 * have no value are not included. If possible, the columns are compared as a row value, because an index is then fast
 * even if many rows have the same value in the first column.
 */
function range(steps: readonly Step[], table: Table, bind: Bind): string {
  const [first, ...rest] = steps
  if (first === undefined) return 'FALSE'
  if (isRow(steps, table)) {
    const columns = steps.map(({ column }) => column.sql).join(', ')
    const values = steps.map(({ value }) => bind(value)).join(', ')
    return `(${columns}) ${first.ascending ? '>' : '<'} (${values})`
  }
  const { column, ascending, value } = first
  if (value === null) {
    const equal = (): string => `(${column.sql} IS NULL AND ${following(rest, table, bind)})`
    return ascending ? `(${column.sql} IS NOT NULL OR ${equal()})` : equal()
  }
  const operator = ascending ? '>' : '<'
  const notBefore = table.dialect.compare(column, `${operator}=`, value, bind)
  const further = table.dialect.compare(column, operator, value, bind)
  return `(${notBefore} AND (${further} OR (${column.sql} = ${bind(value)} AND ${following(rest, table, bind)})))`
}

/** Like {@link range}, including rows without a value that come last. */
function following(steps: readonly Step[], table: Table, bind: Bind): string {
  const [first] = steps
  const further = range(steps, table, bind)
  return first !== undefined && nullsFollow(first) ? `(${further} OR ${first.column.sql} IS NULL)` : further
}

/**
 * Returns whether a row-value comparison can express this order: all columns have the same direction, and only the
 * first can contain nulls.
 */
function isRow(steps: readonly Step[], { dialect }: Table): boolean {
  return steps.every(
    ({ column, ascending, value }, index) =>
      ascending === steps[0]?.ascending &&
      value !== null &&
      (index === 0 || !column.nullable) &&
      dialect.comparesAsStored(column.type),
  )
}

export interface SelectOptions {
  /** Whether each row has an additional last column with the total number of selected rows. */
  readonly counts?: boolean
  readonly limit?: number | undefined
  /** The part of the selection to read; undefined means all of it. */
  readonly part?: Part | undefined
}

/** Returns the statement for a page of rows. Selections of the same shape have the same text. */
export function selectStatement(
  { where, orderBy, take, skip, lock }: Selection,
  table: Table,
  tables: Tables,
  { counts = false, limit, part }: SelectOptions = {},
): Statement {
  const scope = newScope(table, tables)
  const { bind } = scope
  const total = counts ? `, (${countText(where, scope, limit)})` : ''
  const page = (from: string, filter: string): string => {
    const further = part === undefined ? '' : `${filter === '' ? ' WHERE' : ' AND'} ${part(bind)}`
    const order = orderClause(orderBy, scope)
    const limited = take !== undefined || skip !== undefined
    const window = limited ? ` ${table.dialect.limit(take, bind)} OFFSET ${bind(skip ?? 0)}` : ''
    return `${from}${filter}${further}${order}${window}`
  }
  const isByKey = orderBy.length === 1 && orderBy[0]?.field === table.key.field
  const keys = isByKey ? table.fullText?.keys(where, table, bind) : undefined
  const source =
    keys === undefined
      ? page(table.sql, whereClause(where, scope))
      : `${table.sql} WHERE ${table.key.sql} IN (SELECT ${table.key.sql} FROM ${page(keys, '')})${orderClause(orderBy, scope)}`
  const locks = lock === undefined ? '' : table.dialect.forUpdate[lock]
  return { text: `SELECT ${table.selection}${total} FROM ${source}${locks}`, values: scope.list }
}

/**
 * Returns the query that counts the selected rows. Without a limit, the query is a plain `count(*)`, which databases
 * optimize.
 * @param limit the number at which counting stops
 */
export function countText(where: Condition, scope: Scope, limit?: number): string {
  const { table, bind } = scope
  const rows = table.fullText?.keys(where, table, bind) ?? `${table.sql}${whereClause(where, scope)}`
  if (limit === undefined) return `SELECT count(*) FROM ${rows}`
  return `SELECT count(*) FROM (SELECT 1 FROM ${rows} ${table.dialect.limit(limit, bind)}) AS "svc_counted"`
}

export interface Aggregated {
  readonly executor: Pick<Executor, 'read'>
  readonly table: Table
  readonly tables: Tables
  readonly where: Condition
}

/** The values of one field, or the items in a list field. */
interface FieldSource {
  readonly operand: Operand
  readonly from: string
}

function sourceOf(
  { table: start, tables }: Aggregated,
  { field, via = [] }: Pick<Aggregation, 'field' | 'via'>,
): FieldSource {
  let [table, from, name] = [start, start.sql, start.sql]
  for (const [index, step] of via.entries()) {
    const { relation, target } = relationOf(step, { table, tables })
    const isHolder = relation.side === 'holder'
    const own = isHolder ? table.column(step) : table.key
    const other = isHolder ? target.key : target.column(relation.inverse)
    const joined = `"svc_related${index}"`
    from += ` JOIN ${target.sql} AS ${joined} ON ${joined}.${other.quoted} = ${name}.${own.quoted}`
    ;[table, name] = [target, joined]
  }
  const column = { ...table.column(field), sql: `${name}.${table.column(field).quoted}` }
  if (column.type !== 'list') return { operand: column, from }
  return { operand: itemOf(column, table.dialect), from: `${from}, ${table.dialect.items(column.sql)}` }
}

/** Returns the clause ` WHERE …` for the selected rows that have a value. */
function valuedClause({ table, tables, where }: Aggregated, { sql }: Operand, bind: Bind): string {
  return `${whereClause(where, { table, tables, bind }) || ' WHERE TRUE'} AND ${sql} IS NOT NULL`
}

/** An aggregation with a single result row. */
type Metric = Exclude<Aggregation, { readonly kind: 'terms' | 'histogram' | 'date_histogram' }>

/** The expressions to select for a metric, and how to read their values. */
interface Measure {
  readonly parts: readonly string[]
  read(values: readonly Stored[]): AggregationResult
}

async function metricOf(rows: Aggregated, metric: Metric): Promise<AggregationResult> {
  const { executor, table, tables, where } = rows
  const scope = newScope(table, tables)
  const { parts, read } = measure(rows, metric, scope.bind)
  const { from } = sourceOf(rows, metric)
  const text = `SELECT ${parts.join(', ')} FROM ${from}${whereClause(where, scope)}`
  const [stored = []] = (await executor.read({ text, values: scope.list })).rows
  return read(stored)
}

function measure(rows: Aggregated, metric: Metric, bind: Bind, isGrouped = false): Measure {
  const source = sourceOf(rows, metric)
  const { sql } = source.operand
  const count = `count(${sql})`
  const sum = rows.table.dialect.sum(source.operand)
  const end = (direction: 'asc' | 'desc'): string => extreme(rows, source, direction, bind, isGrouped)
  /** The sum of no values is 0. */
  const total = (value: Stored | undefined): Json => codecOfSum(source.operand).decode(value ?? 0)
  switch (metric.kind) {
    case 'min':
      return { parts: [end('asc')], read: ([value]) => ({ value: decoded(source.operand, value) }) }
    case 'max':
      return { parts: [end('desc')], read: ([value]) => ({ value: decoded(source.operand, value) }) }
    case 'value_count':
      return { parts: [count], read: ([value]) => ({ value: Number(value) }) }
    case 'cardinality':
      return { parts: [`count(DISTINCT ${sql})`], read: ([value]) => ({ value: Number(value) }) }
    case 'sum':
      return { parts: [sum], read: ([value]) => ({ value: total(value) }) }
    case 'avg':
      return { parts: [count, sum], read: ([n, value]) => ({ value: average(n, total(value)) }) }
    case 'stats':
      return {
        parts: [count, sum, end('asc'), end('desc')],
        read: ([n, value, min, max]) => ({
          count: Number(n),
          sum: total(value),
          avg: average(n, total(value)),
          min: decoded(source.operand, min),
          max: decoded(source.operand, max),
        }),
      }
  }
}

/**
 * Returns the codec for a sum. A sum of decimals has the same format as the field's values. A sum of integers can
 * exceed the field's range, and is exact.
 */
function codecOfSum({ type, codec }: Operand): Codec {
  if (type === 'decimal') return codec
  return type === 'float' ? number : decimal()
}

/**
 * Returns the expression for the minimum or maximum: a function if there is one, otherwise a subquery that selects the
 * first value in sort order.
 */
function extreme(
  rows: Aggregated,
  { operand, from }: FieldSource,
  direction: 'asc' | 'desc',
  bind: Bind,
  isGrouped: boolean,
): string {
  const { dialect } = rows.table
  const sql = dialect.extreme(operand, direction, isGrouped)
  if (sql !== undefined) return dialect.selected(sql, operand.type)
  const order = dialect.order(operand, direction)
  return `(SELECT ${dialect.selected(operand.sql, operand.type)} FROM ${from}${valuedClause(rows, operand, bind)} ORDER BY ${order} LIMIT 1)`
}

function average(count: Stored | undefined, sum: Json): Json {
  return Number(count) === 0 ? null : Number(sum) / Number(count)
}

/** Computes an aggregation. Rows without a value are ignored. The values of a list field are the items in its lists. */
export async function aggregate(rows: Aggregated, aggregation: Aggregation): Promise<AggregationResult> {
  const { dialect } = rows.table
  switch (aggregation.kind) {
    case 'terms':
      return { buckets: await bucketsOf(rows, aggregation, (operand) => operand, aggregation.size) }
    case 'histogram': {
      const { interval } = aggregation
      // The outer buckets also count numbers whose quotients would overflow.
      const limit = Math.min(interval * 1e307, Number.MAX_VALUE)
      const bucketOf = (operand: Operand, bind: Bind): Operand => {
        const sql = dialect.bucket(operand, { interval, limit }, bind)
        return { ...operand, sql, type: 'float', codec: number }
      }
      const buckets = await bucketsOf(rows, aggregation, bucketOf)
      return { buckets: buckets.map(({ key, doc_count }) => ({ key: Number(key) * interval, doc_count })) }
    }
    case 'date_histogram': {
      const { interval, timezone } = aggregation
      const startOf = (operand: Operand, bind: Bind): Operand =>
        timezone === undefined || interval === 'hour'
          ? { ...operand, sql: dialect.truncated(operand, interval) }
          : firstDay(operand, interval, timezone, { dialect, bind })
      return { buckets: await bucketsOf(rows, aggregation, startOf) }
    }
    default:
      return metricOf(rows, aggregation)
  }
}

/**
 * Counts the values of one field in the selected rows.
 * @param keyOf returns the key of the bucket that contains a value
 * @param size the number of buckets, of which the largest are returned; undefined for all, in the order of their keys
 */
async function bucketsOf(
  rows: Aggregated,
  aggregation: Aggregation,
  keyOf: (operand: Operand, bind: Bind) => Operand,
  size?: number,
): Promise<{ readonly key: Json; readonly doc_count: number }[]> {
  const { from, operand } = sourceOf(rows, aggregation)
  const values = noValues(rows.table.dialect)
  const columns = [keyOf(operand, values.bind)]
  const source = from + valuedClause(rows, operand, values.bind)
  const found = await groupsIn(rows, values, { columns, parts: [], source, size })
  return found.map(({ keys: [key = null], count }) => ({ key, doc_count: count }))
}

/** How to group rows. */
interface Grouping {
  readonly columns: readonly Operand[]
  /** Expressions to select for each group. */
  readonly parts: readonly string[]
  readonly source: string
  /** The number of groups, of which the largest are returned; undefined for all, in the order of their keys. */
  readonly size?: number | undefined
}

/** Groups rows by the values of columns. The values of the columns must be bound before those of the source. */
async function groupsIn(
  { executor, table: { dialect } }: Aggregated,
  { list, bind }: Values,
  { columns, parts, source, size }: Grouping,
): Promise<{ readonly keys: Json[]; readonly count: number; readonly rest: StoredRow }[]> {
  const keys = columns.map(({ type, codec, nullable }, index): Operand => {
    return { sql: `"svc_key${index}"`, type, codec, nullable }
  })
  const inner = [
    'count(*) AS "svc_count"',
    ...columns.map(({ sql }, index) => `${sql} AS "svc_key${index}"`),
    ...parts.map((sql, index) => `${sql} AS "svc_part${index}"`),
  ]
  const outer = [
    '"svc_count"',
    ...keys.map(({ sql, type }) => dialect.selected(sql, type)),
    ...parts.map((_, index) => `"svc_part${index}"`),
  ]
  const places = columns.map((_, index) => index + 2).join(', ')
  const order = keys.map((key) => dialect.order(key, 'asc')).join(', ')
  const last = size === undefined ? order : `"svc_count" DESC, ${order} ${dialect.limit(size, bind)}`
  const text = `SELECT ${outer.join(', ')} FROM (SELECT ${inner.join(', ')} FROM ${source} GROUP BY ${places}) AS "svc_groups" ORDER BY ${last}`
  const { rows: found } = await executor.read({ text, values: list })
  return found.map(([count, ...stored]) => ({
    keys: keys.map((key, index) => decoded(key, stored[index])),
    count: Number(count),
    rest: stored.slice(keys.length),
  }))
}

/** Groups rows by their values, and sorts the groups by these values. */
export async function groupBy(
  rows: Aggregated,
  keys: readonly GroupKey[],
  computations: readonly Computation[],
): Promise<Group[]> {
  const { table, tables, where } = rows
  const scope = newScope(table, tables)
  const columns = keys.map((key) => groupColumn(key, scope))
  const measures = computations.map((computation) => measure(rows, computation, scope.bind, true))
  const parts = measures.flatMap((each) => each.parts)
  const found = await groupsIn(rows, scope, {
    columns,
    parts,
    source: table.sql + whereClause(where, scope),
  })
  return found.map(({ keys: stored, count, rest }) => {
    const left = [...rest]
    return {
      values: Object.fromEntries(keys.map(({ field }, index) => [field, stored[index] ?? null])),
      count,
      computed: measures.map(({ parts, read }) => valueOf(read(left.splice(0, parts.length)))),
    }
  })
}

/** Returns the value by which rows are grouped. Its SQL binds values, so that only one statement can contain it. */
function groupColumn({ field, calendar, among }: GroupKey, scope: Scope): Operand {
  const column = sortColumn({ field, direction: 'asc', among }, scope)
  if (calendar === undefined) return { ...column }
  const { bind, table } = scope
  return firstDay(column, calendar.unit, calendar.timezone, { dialect: table.dialect, bind })
}

/** Returns the first day of the calendar unit in a time zone that contains a date or datetime. */
function firstDay(
  { sql: moment, type: stored, nullable }: Operand,
  unit: Exclude<DateUnit, 'hour'>,
  timezone: string,
  { dialect, bind }: { readonly dialect: Dialect; readonly bind: Bind },
): Operand {
  const day = stored === 'date' ? moment : dialect.dateIn(moment, timezone, bind)
  const type = 'date'
  const codec = dialect.codec({ type })
  return { sql: dialect.truncated({ sql: day, type, codec, nullable }, unit), type, codec, nullable }
}

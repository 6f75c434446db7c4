import type { Json } from '../json.js'
import type { Aggregation, AggregationResult } from '../store.js'
import { type Aggregated, type FieldSource, sourceOf, valuedClause } from './aggregated.js'
import { type Codec, decimal, number, type Stored } from './codec.js'
import { whereClause } from './condition-sql.js'
import type { Bind, Operand } from './dialect.js'
import { Values } from './statement.js'

/** An aggregation that makes one row of all rows. */
export type Metric = Exclude<
  Aggregation,
  { readonly kind: 'terms' } | { readonly kind: 'histogram' } | { readonly kind: 'date_histogram' }
>

const METRICS: Readonly<Record<Aggregation['kind'], boolean>> = {
  min: true,
  max: true,
  avg: true,
  sum: true,
  value_count: true,
  cardinality: true,
  stats: true,
  terms: false,
  histogram: false,
  date_histogram: false,
}

export function isMetric(aggregation: Aggregation): aggregation is Metric {
  return METRICS[aggregation.kind]
}

/** Parts of a statement's selection, and what their values say. */
interface Measure {
  readonly parts: readonly string[]
  read(values: readonly Stored[]): AggregationResult
}

/** Computes metrics with one statement that reads each row once. Those of a list must be of that list alone. */
export async function metrics(
  rows: Aggregated,
  wanted: readonly Metric[],
): Promise<ReadonlyMap<Aggregation, AggregationResult>> {
  const [first] = wanted
  if (first === undefined) return new Map()
  const { executor, table, tables, where } = rows
  const { list, bind } = new Values(table.dialect)
  const measures = wanted.map((metric) => measure(rows, metric, bind))
  const selection = measures.flatMap(({ parts }) => parts).join(', ')
  const { from } = sourceOf(rows, first.field)
  const text = `SELECT ${selection} FROM ${from}${whereClause(where, { table, tables, bind })}`
  const stored = [...((await executor.first(text, list)) ?? [])]
  return new Map(
    measures.map(({ parts, read }, index) => [wanted[index] ?? first, read(stored.splice(0, parts.length))]),
  )
}

/** The parts bind their values in the order of the text. Rows without a value count for none of them. */
function measure(rows: Aggregated, { kind, field }: Metric, bind: Bind): Measure {
  const source = sourceOf(rows, field)
  const { sql } = source.operand
  const count = `count(${sql})`
  const sum = rows.table.dialect.sum(source.operand)
  const end = (direction: 'asc' | 'desc'): string => extreme(rows, source, direction, bind)
  const decode = (value: Stored | undefined): Json =>
    value === null || value === undefined ? null : source.operand.codec.decode(value)
  /** The sum of nothing is 0. */
  const total = (value: Stored | undefined): Json => codecOfSum(source.operand).decode(value ?? 0)
  switch (kind) {
    case 'min':
      return { parts: [end('asc')], read: ([value]) => ({ value: decode(value) }) }
    case 'max':
      return { parts: [end('desc')], read: ([value]) => ({ value: decode(value) }) }
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
          min: decode(min),
          max: decode(max),
        }),
      }
  }
}

/** Sums of decimals are answered as their values are. A sum of integers may be past what one of them can be, and keeps its digits. */
function codecOfSum({ type, codec }: Operand): Codec {
  if (type === 'decimal') return codec
  return type === 'float' ? number : decimal(false)
}

/** The least value, or the greatest; where SQL has no function for it, the first in the order. */
function extreme(
  rows: Aggregated,
  { operand, from }: FieldSource,
  direction: 'asc' | 'desc',
  bind: Bind,
): string {
  const { dialect } = rows.table
  const sql = dialect.extreme(operand, direction)
  if (sql !== undefined) return dialect.selected(sql, operand.type)
  const order = dialect.order(operand, direction)
  return `(SELECT ${dialect.selected(operand.sql, operand.type)} FROM ${from}${valuedClause(rows, operand, bind)} ORDER BY ${order} LIMIT 1)`
}

/** Null of nothing. */
function average(count: Stored | undefined, sum: Json): Json {
  return Number(count) === 0 ? null : Number(sum) / Number(count)
}

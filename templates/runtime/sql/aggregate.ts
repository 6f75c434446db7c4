import type { Json } from '../json.js'
import type { Aggregation, AggregationResult } from '../store.js'
import { type Aggregated, type FieldSource, sourceOf, valuedClause } from './aggregated.js'
import type { Stored, StoredRow } from './codec.js'
import type { Bind } from './dialect.js'
import type { Answer } from './executor.js'
import { isMetric, metrics } from './metrics.js'
import { Values } from './statement.js'

/**
 * Computes aggregations: those that make one value of a field all with one statement, each of the others with one. Rows without a value are left
 * out; the values of a list are its items.
 */
export async function aggregate(
  rows: Aggregated,
  aggregations: readonly Aggregation[],
): Promise<AggregationResult[]> {
  const together = aggregations
    .filter(isMetric)
    .filter(({ field }) => rows.table.column(field).type !== 'list')
  const known = await metrics(rows, together)
  const results: AggregationResult[] = []
  for (const aggregation of aggregations)
    results.push(known.get(aggregation) ?? (await alone(rows, aggregation)))
  return results
}

async function alone(rows: Aggregated, aggregation: Aggregation): Promise<AggregationResult> {
  const field = new FieldBuckets(rows, aggregation.field)
  switch (aggregation.kind) {
    case 'terms':
      return { buckets: await field.terms(aggregation.size) }
    case 'histogram':
      return { buckets: await field.histogram(aggregation.interval) }
    case 'date_histogram':
      return { buckets: await field.dateHistogram(aggregation.interval) }
    default:
      return (await metrics(rows, [aggregation])).get(aggregation) ?? { value: null }
  }
}

interface Bucket {
  readonly key: Json
  readonly doc_count: number
}

/** The values of one field in the rows of a selection, counted. */
class FieldBuckets {
  readonly #rows: Aggregated
  readonly #source: FieldSource

  constructor(rows: Aggregated, field: string) {
    this.#rows = rows
    this.#source = sourceOf(rows, field)
  }

  /** The most frequent values. */
  async terms(size: number): Promise<Bucket[]> {
    const { operand } = this.#source
    const { dialect } = this.#rows.table
    const rows = await this.#select(
      () => `${dialect.selected(operand.sql, operand.type)}, count(*)`,
      ` GROUP BY ${operand.sql} ORDER BY count(*) DESC, ${dialect.order(operand, 'asc')}`,
      (bind) => ` ${dialect.limit(size, bind)}`,
    )
    return rows.map(([key, count]) => ({ key: this.#decode(key), doc_count: Number(count) }))
  }

  async histogram(interval: number): Promise<Bucket[]> {
    const { dialect } = this.#rows.table
    const rows = await this.#select(
      (bind) => `${dialect.bucket(this.#source.operand, interval, bind)}, count(*)`,
      ' GROUP BY 1 ORDER BY 1',
    )
    return rows.map(([bucket, count]) => ({ key: Number(bucket) * interval, doc_count: Number(count) }))
  }

  async dateHistogram(unit: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour'): Promise<Bucket[]> {
    const { dialect } = this.#rows.table
    const rows = await this.#select(
      () => `${dialect.truncated(this.#source.operand, unit)}, count(*)`,
      ' GROUP BY 1 ORDER BY 1',
    )
    return rows.map(([key, count]) => ({ key: this.#decode(key), doc_count: Number(count) }))
  }

  #decode(value: Stored | undefined): Json {
    return value === null || value === undefined ? null : this.#source.operand.codec.decode(value)
  }

  /** The parts bind their values in the order of the text. */
  #select(
    selection: (bind: Bind) => string,
    rest: string,
    last: (bind: Bind) => string = () => '',
  ): Answer<readonly StoredRow[]> {
    const { executor, table } = this.#rows
    const { operand, from } = this.#source
    const { list, bind } = new Values(table.dialect)
    const selected = selection(bind)
    const filter = valuedClause(this.#rows, operand, bind)
    return executor.all(`SELECT ${selected} FROM ${from}${filter}${rest}${last(bind)}`, list)
  }
}

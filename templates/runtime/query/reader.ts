import type { Json } from '../json.js'
import type { ModelSpec, Models } from '../model.js'
import { type Condition, EVERYTHING, type SortKey, both } from '../store.js'
import { type NamedAggregation, isAggregation, readAggregations } from './aggregations.js'
import { readFilter, readFullText, readPresences } from './filters.js'
import { decodeCursor, readOrder, readPaging, readProjection } from './paging.js'
import {
  type Caller,
  Faults,
  type QueryLimits,
  type QueryParameters,
  type QueryReading,
  RESERVED,
  SELECTING,
  TRUSTED,
  allOf,
  valuesOf,
  onViewable,
} from './parameters.js'
import { type Targets, targetsOf } from './targets.js'

/** A parsed query of a collection. */
export interface ListQuery {
  readonly where: Condition
  /** A total order, which ends with the primary key. */
  readonly orderBy: readonly SortKey[]
  readonly take: number
  /** Number of items to skip; 0 with a cursor. */
  readonly skip: number
  /** The values of `orderBy` to start after; undefined without a cursor. */
  readonly after: readonly Json[] | undefined
  /** Names of the fields to return; null for all. */
  readonly fields: ReadonlySet<string> | null
  /** Whether to return only the total. */
  readonly countOnly: boolean
  /** The aggregations to return instead of items. */
  readonly aggregations: readonly NamedAggregation[]
}

/** Parses queries of one model. */
export class QueryReader {
  readonly #model: ModelSpec
  readonly #models: Models
  readonly #targets: Targets
  readonly #limits: QueryLimits

  constructor(model: ModelSpec, models: Models, limits: QueryLimits) {
    this.#model = model
    this.#models = models
    this.#targets = targetsOf(model, models)
    this.#limits = limits
  }

  /**
   * Parses a query of a collection.
   * @throws BadRequest with all errors; Forbidden for fields that the caller cannot see
   */
  list(parameters: QueryParameters, caller: Caller): ListQuery {
    const reading = this.#reading(caller)
    const where = this.#accessible(caller, readConditions(reading, parameters))
    const orderBy = readOrder(reading, valuesOf(parameters, '_sort'))
    const { take, skip } = readPaging(reading, parameters)
    const query: ListQuery = {
      where,
      orderBy,
      take,
      skip,
      after: readCursor(reading, parameters, orderBy),
      fields: readProjection(reading, valuesOf(parameters, '_fields')),
      countOnly: readCount(reading, parameters),
      aggregations: readAggregations(reading, parameters),
    }
    reading.faults.refuse()
    return query
  }

  /**
   * Returns the condition for the items of an update_many or delete_many. Paging parameters are invalid, since all selected items are changed.
   * @throws BadRequest, Forbidden as for {@link list}
   */
  selection(parameters: QueryParameters, caller: Caller): Condition {
    const reading = this.#reading(caller)
    for (const name of Object.keys(parameters)) {
      if (isReserved(name) ? !SELECTING.has(name) : isAggregation(name))
        reading.faults.add(
          name,
          'is not allowed here; the request applies to all items that match the filters',
        )
    }
    const where = this.#accessible(caller, readConditions(reading, parameters))
    reading.faults.refuse()
    return where
  }

  /** Returns the condition of an expression in the syntax of `q`. @throws BadRequest */
  search(expression: string, caller: Caller = TRUSTED): Condition {
    return this.selection({ q: expression }, caller)
  }

  /** Returns the order of a text in the syntax of `_sort`, such as `name,-progress`. @throws BadRequest */
  order(text: string, caller: Caller = TRUSTED): readonly SortKey[] {
    const reading = this.#reading(caller)
    const orderBy = readOrder(reading, text === '' ? [] : [text])
    reading.faults.refuse()
    return orderBy
  }

  #accessible({ items }: Caller, where: Condition): Condition {
    if (items === undefined) return where
    return both(items.selectable(this.#model), onViewable(where, this.#model, this.#models, items))
  }

  #reading(caller: Caller): QueryReading {
    return { model: this.#model, targets: this.#targets, limits: this.#limits, caller, faults: new Faults() }
  }
}

const RESERVED_NAMES: ReadonlySet<string> = new Set(RESERVED)

function isReserved(name: string): boolean {
  return RESERVED_NAMES.has(name)
}

function readConditions(reading: QueryReading, parameters: QueryParameters): Condition {
  const filters = Object.keys(parameters).filter((name) => !isReserved(name) && !isAggregation(name))
  if (countFilters(parameters, filters) > reading.limits.filters) {
    reading.faults.add('', `more than ${reading.limits.filters} filters`)
    return EVERYTHING
  }
  const conditions = [
    ...filters.map((name) => readNamed(reading, name, valuesOf(parameters, name))),
    ...readPresences(reading, '_missing_', valuesOf(parameters, '_missing_'), false),
    ...readPresences(reading, '_exists_', valuesOf(parameters, '_exists_'), true),
    ...readFullText(reading, valuesOf(parameters, 'q'), valuesOf(parameters, '_search_fields')),
  ]
  return allOf(conditions.filter((condition) => condition !== undefined))
}

/** Counts each value, and each name in `_missing_` and `_exists_`. */
function countFilters(parameters: QueryParameters, filters: readonly string[]): number {
  let count = 0
  for (const name of filters) count += valuesOf(parameters, name).length
  for (const name of ['_missing_', '_exists_'])
    for (const list of valuesOf(parameters, name)) count += list.split(',').length
  return count
}

function readNamed(reading: QueryReading, name: string, values: readonly string[]): Condition | undefined {
  if (!name.startsWith('_') || reading.targets.has(name)) return readFilter(reading, name, values)
  reading.faults.addUnknown(name.slice(0, 100), 'unknown parameter', name, RESERVED)
  return undefined
}

function readCursor(
  reading: QueryReading,
  parameters: QueryParameters,
  orderBy: readonly SortKey[],
): Json[] | undefined {
  const [text, ...more] = valuesOf(parameters, '_after')
  if (text === undefined) return undefined
  for (const other of ['_start', '_page'])
    if (valuesOf(parameters, other).length > 0) reading.faults.add(other, 'cannot be combined with _after')
  const cursor = decodeCursor(reading.model, orderBy, text)
  if (cursor === undefined || more.length > 0)
    reading.faults.add('_after', 'is not a cursor for this query; use the Link header of the previous page')
  return cursor
}

const COUNT_ON: ReadonlySet<string> = new Set(['', '1', 'true'])
const COUNT_OFF: ReadonlySet<string> = new Set(['0', 'false'])

function readCount({ faults }: QueryReading, parameters: QueryParameters): boolean {
  const [value, ...more] = valuesOf(parameters, '_count')
  if (value === undefined || (COUNT_OFF.has(value) && more.length === 0)) return false
  if (!COUNT_ON.has(value) || more.length > 0) faults.add('_count', 'must be true, false or empty')
  return true
}

/**
 * Parses one query for several collections. Each must have all fields that the query names.
 * @throws BadRequest with the errors for all collections; Forbidden
 */
export function readForSeveral(
  readers: readonly QueryReader[],
  parameters: QueryParameters,
  caller: Caller,
): ListQuery[] {
  const queries: ListQuery[] = []
  const faults = new Faults()
  for (const name of Object.keys(parameters)) {
    if (name === '_after' || isAggregation(name)) faults.add(name, 'is not supported for several collections')
  }
  for (const reader of readers) {
    try {
      queries.push(reader.list(parameters, caller))
    } catch (error) {
      faults.absorb(error)
    }
  }
  faults.refuse()
  return queries
}

/** A range of items of one collection. */
export interface Part {
  readonly skip: number
  readonly take: number
}

/** Returns the range of each collection on a page of the concatenated collections. */
export function partsOfPage(totals: readonly number[], page: Part): Part[] {
  let { skip, take } = page
  return totals.map((total) => {
    const part = { skip: Math.min(skip, total), take: Math.min(take, Math.max(0, total - skip)) }
    skip -= part.skip
    take -= part.take
    return part
  })
}

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
  withinReach,
} from './parameters.js'
import { type Targets, targetsOf } from './targets.js'

/** What a query asks of a collection. */
export interface ListQuery {
  readonly where: Condition
  /** Total: ends with the primary key. */
  readonly orderBy: readonly SortKey[]
  readonly take: number
  /** How many to pass over; 0 with a cursor. */
  readonly skip: number
  /** The values of `orderBy` to begin after; undefined without a cursor. */
  readonly after: readonly Json[] | undefined
  /** Names of the fields to show; null: all. */
  readonly fields: ReadonlySet<string> | null
  /** Only the total is asked for. */
  readonly countOnly: boolean
  /** Only these are asked for; empty: the items themselves. */
  readonly aggregations: readonly NamedAggregation[]
}

/** Reads queries of one model (SPEC 7). What can be is prepared here, once. */
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
   * What a query asks for.
   * @throws BadRequest with all that is wrong; Forbidden for fields that the caller may not see
   */
  list(parameters: QueryParameters, caller: Caller): ListQuery {
    const reading = this.#reading(caller)
    const where = this.#reachable(caller, readConditions(reading, parameters))
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
   * Which items an update_many or delete_many is about: the whole selection, so that paging and the like are refused (SPEC 6).
   * @throws BadRequest, Forbidden as above
   */
  selection(parameters: QueryParameters, caller: Caller): Condition {
    const reading = this.#reading(caller)
    for (const name of Object.keys(parameters)) {
      if (isReserved(name) ? !SELECTING.has(name) : isAggregation(name))
        reading.faults.add(name, 'has no meaning here: all items that the filters select are meant')
    }
    const where = this.#reachable(caller, readConditions(reading, parameters))
    reading.faults.refuse()
    return where
  }

  /**
   * The condition of an expression as `q` takes it, for the service's own code. @throws BadRequest
   */
  search(expression: string, caller: Caller = TRUSTED): Condition {
    return this.selection({ q: expression }, caller)
  }

  /** The order of a text as `_sort` takes it: `name,-progress`. @throws BadRequest */
  order(text: string, caller: Caller = TRUSTED): readonly SortKey[] {
    const reading = this.#reading(caller)
    const orderBy = readOrder(reading, text === '' ? [] : [text])
    reading.faults.refuse()
    return orderBy
  }

  #reachable({ reach }: Caller, where: Condition): Condition {
    if (reach === undefined) return where
    return both(reach.acted(this.#model), withinReach(where, this.#model, this.#models, reach))
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
    reading.faults.add('', `there are more than ${reading.limits.filters} filters`)
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

/** Each value counts, and each name in `_missing_` and `_exists_`. */
function countFilters(parameters: QueryParameters, filters: readonly string[]): number {
  let count = 0
  for (const name of filters) count += valuesOf(parameters, name).length
  for (const name of ['_missing_', '_exists_'])
    for (const list of valuesOf(parameters, name)) count += list.split(',').length
  return count
}

function readNamed(reading: QueryReading, name: string, values: readonly string[]): Condition | undefined {
  if (!name.startsWith('_') || reading.targets.has(name)) return readFilter(reading, name, values)
  reading.faults.addUnknown(name.slice(0, 100), 'there is no such parameter', name, RESERVED)
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
    if (valuesOf(parameters, other).length > 0) reading.faults.add(other, 'cannot stand beside _after')
  const cursor = decodeCursor(reading.model, orderBy, text)
  if (cursor === undefined || more.length > 0)
    reading.faults.add('_after', 'is no cursor of this order: take it from the Link of the page before')
  return cursor
}

const COUNT_ON: ReadonlySet<string> = new Set(['', '1', 'true'])
const COUNT_OFF: ReadonlySet<string> = new Set(['0', 'false'])

function readCount({ faults }: QueryReading, parameters: QueryParameters): boolean {
  const [value, ...more] = valuesOf(parameters, '_count')
  if (value === undefined || (COUNT_OFF.has(value) && more.length === 0)) return false
  if (!COUNT_ON.has(value) || more.length > 0) faults.add('_count', 'must be true or false, or stand alone')
  return true
}

/**
 * Reads one query for several collections (SPEC 7): what it names must be there in every one.
 * @throws BadRequest with the faults of all; Forbidden
 */
export function readForSeveral(
  readers: readonly QueryReader[],
  parameters: QueryParameters,
  caller: Caller,
): ListQuery[] {
  const queries: ListQuery[] = []
  const faults = new Faults()
  for (const name of Object.keys(parameters)) {
    if (name === '_after' || isAggregation(name)) faults.add(name, 'works on one collection only')
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

/** A part of one collection. */
export interface Part {
  readonly skip: number
  readonly take: number
}

/** Which part of each collection a page shows that goes through them one after the other. */
export function partsOfPage(totals: readonly number[], page: Part): Part[] {
  let { skip, take } = page
  return totals.map((total) => {
    const part = { skip: Math.min(skip, total), take: Math.min(take, Math.max(0, total - skip)) }
    skip -= part.skip
    take -= part.take
    return part
  })
}

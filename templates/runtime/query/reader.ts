import type { Json } from '../json.js'
import type { ModelSpec, Models } from '../model.js'
import { listed } from '../spec/wording.js'
import { type Aggregation, type Condition, EVERYTHING, type SortKey, onSameItems } from '../store.js'
import { FORBIDDEN_NAMES } from '../values/scalars.js'
import { isTimeZone, zoneNamed } from '../values/time-zone.js'
import { readFilter, readFullText, readPresences } from './filters.js'
import {
  AGGREGATION_KINDS,
  type AggregationKind,
  type AggregationRule,
  RESERVED,
  isAggregationKind,
} from '../spec/query-language.js'
import {
  decodeCursor,
  readOrder,
  readPaging,
  readProjection,
  type Caller,
  type Paging,
  Faults,
  type QueryLimits,
  type QueryParameters,
  type QueryReading,
  SELECTING,
  valuesOf,
  resolve,
  type Target,
  comparedType,
  comparison,
  targetOf,
} from './parameters.js'

export interface ListQuery extends Paging {
  readonly where: Condition
  /** The sort keys. They end with the primary key, so the order is total. */
  readonly orderBy: readonly SortKey[]
  /** The values for the fields in `orderBy` after which the page starts; undefined if there is no cursor. */
  readonly after: readonly Json[] | undefined
  /** Names of the fields to return; null means all. */
  readonly fields: ReadonlySet<string> | null
  readonly countOnly: boolean
  readonly aggregations: readonly NamedAggregation[]
}

/** Parses queries on one model. */
export class QueryReader {
  readonly model: ModelSpec
  readonly #models: Models
  readonly #limits: QueryLimits

  constructor(model: ModelSpec, models: Models, limits: QueryLimits) {
    this.model = model
    this.#models = models
    this.#limits = limits
  }

  /**
   * Parses a query on a collection.
   * @param literal names of parameters whose values are not expressions or lists
   * @throws BadRequest with all errors; Forbidden for fields that the caller cannot see
   */
  list(parameters: QueryParameters, caller: Caller, literal: ReadonlySet<string> = NO_NAMES): ListQuery {
    const reading = this.#reading(caller, literal)
    const where = readConditions(reading, parameters)
    const sort = valuesOf(parameters, '_sort')
    const isRanked = valuesOf(parameters, 'q').length > 0 && sort.length === 0
    const ranked = isRanked ? this.model.searched?.order : undefined
    const orderBy = ranked ?? readOrder(reading, sort)
    const query: ListQuery = {
      where,
      orderBy,
      ...readPaging(reading, parameters),
      after: readCursor(reading, parameters, orderBy),
      fields: readProjection(reading, valuesOf(parameters, '_fields')),
      countOnly: readCount(reading, parameters),
      aggregations: readAggregations(reading, parameters),
    }
    reading.faults.throwIfAny()
    return query
  }

  /**
   * Returns the condition that selects items for update_many or delete_many. Paging parameters are not allowed, because
   * all selected items are changed.
   * @throws BadRequest, Forbidden as for {@link list}
   */
  selection(parameters: QueryParameters, caller: Caller, literal: ReadonlySet<string> = NO_NAMES): Condition {
    const reading = this.#reading(caller, literal)
    for (const name of Object.keys(parameters)) {
      if (RESERVED_NAMES.has(name) ? !SELECTING.has(name) : isAggregation(name))
        reading.faults.add(
          name,
          'is not allowed here; the request applies to all items that match the filters',
        )
    }
    const where = readConditions(reading, parameters)
    reading.faults.throwIfAny()
    return where
  }

  #reading(caller: Caller, literal: ReadonlySet<string>): QueryReading {
    return {
      model: this.model,
      models: this.#models,
      limits: this.#limits,
      caller,
      faults: new Faults(),
      literal,
      terms: 0,
      fuzzyTerms: 0,
    }
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

const RESERVED_NAMES: ReadonlySet<string> = new Set(RESERVED)

function readConditions(reading: QueryReading, parameters: QueryParameters): Condition {
  const filters = Object.keys(parameters).filter((name) => !RESERVED_NAMES.has(name) && !isAggregation(name))
  const given = filters.filter((name) => !reading.literal.has(name))
  if (countFilters(parameters, given) > reading.limits.maxFilters) {
    reading.faults.add('', `more than ${reading.limits.maxFilters} filters`)
    return EVERYTHING
  }
  const found = readFullText(reading, valuesOf(parameters, 'q'), valuesOf(parameters, '_search_fields'))
  const conditions = [
    ...filters.map((name) => readNamed(reading, name, valuesOf(parameters, name))),
    ...readPresences(reading, '_missing_', valuesOf(parameters, '_missing_'), false),
    ...readPresences(reading, '_exists_', valuesOf(parameters, '_exists_'), true),
    ...(found.length === 0 ? found : (reading.model.searched?.marked(found) ?? found)),
  ]
  const where = onSameItems(
    'and',
    conditions.filter((condition) => condition !== undefined),
  )
  return reading.caller.restrict(where, reading.model)
}

/**
 * Returns the number of filters. Each value counts, and so does each `q` and each name in `_missing_` and `_exists_`.
 */
function countFilters(parameters: QueryParameters, filters: readonly string[]): number {
  let count = valuesOf(parameters, 'q').length
  for (const name of filters) count += valuesOf(parameters, name).length
  for (const name of ['_missing_', '_exists_'])
    for (const list of valuesOf(parameters, name)) count += list.split(',').length
  return count
}

function readNamed(reading: QueryReading, name: string, values: readonly string[]): Condition | undefined {
  const isField = (part: string): boolean => targetOf(reading, part) !== undefined
  if (!name.startsWith('_') || isField(name) || isField(name.slice(0, Math.max(0, name.lastIndexOf('__')))))
    return readFilter(reading, name, values)
  return reading.faults.addUnknown(name.slice(0, 100), 'unknown parameter', name, RESERVED)
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
    reading.faults.add('_after', 'is not a cursor for this query; use the one from the previous page')
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

interface NamedAggregation {
  readonly name: string
  readonly aggregation: Aggregation
  /** Selects the items that have a value, if it is one of a related item. */
  readonly where: Condition
}

/** The options for one aggregation in a query, and the parameter that sets each of them. */
interface Request {
  readonly kind: AggregationKind
  /** The first parameter in which the aggregation's name occurs. */
  readonly parameter: string
  readonly options: Map<string, { readonly parameter: string; readonly value: string }>
}

/** Default and maximum number of buckets for `terms`. */
const TERMS = 10
const MAX_TERMS = 10_000
const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const

/** Returns whether a parameter is part of an aggregation. */
export function isAggregation(parameter: string): boolean {
  return parameter.startsWith('_aggs.') || parameter.startsWith('_aggregations.')
}

/** Reads `_aggregations.<name>.<kind>.field=…` with `.size` or `.interval`, also spelled `_aggs`. */
function readAggregations(reading: QueryReading, parameters: QueryParameters): NamedAggregation[] {
  const requests = requestsOf(reading, parameters)
  if (requests.size > reading.limits.maxFilters)
    reading.faults.add('_aggregations', `more than ${reading.limits.maxFilters} aggregations`)
  return [...requests].flatMap(([name, request]) => {
    const target = readField(reading, request)
    const aggregation = target && readOne(reading, request, target)
    if (target === undefined || aggregation === undefined) return []
    const valued = comparison(target, 'exists', true)
    const where = target.via.length === 0 ? EVERYTHING : reading.caller.restrict(valued, reading.model)
    return [{ name, aggregation, where }]
  })
}

function requestsOf(reading: QueryReading, parameters: QueryParameters): Map<string, Request> {
  const requests = new Map<string, Request>()
  for (const parameter of Object.keys(parameters).filter(isAggregation)) {
    const [, name = '', kind = '', option = '', ...more] = parameter.split('.')
    const [value = '', ...others] = valuesOf(parameters, parameter)
    if (!isAggregationKind(kind)) {
      const kinds = Object.keys(AGGREGATION_KINDS)
      const message = `unknown aggregation "${kind.slice(0, 100)}"; use ${listed(kinds, 'or')}`
      reading.faults.addUnknown(parameter, message, kind, kinds)
      continue
    }
    const request = requests.get(name) ?? { kind, parameter, options: new Map() }
    if (name === '' || FORBIDDEN_NAMES.has(name)) reading.faults.add(parameter, 'invalid aggregation name')
    if (request.kind !== kind)
      reading.faults.add(parameter, `"${name}" is already the name of another aggregation`)
    const { options = [] }: AggregationRule = AGGREGATION_KINDS[kind]
    if (more.length > 0 || !['field', ...options].includes(option))
      reading.faults.add(parameter, `unknown option for ${kind}`)
    if (others.length > 0) reading.faults.add(parameter, 'must not be repeated')
    request.options.set(option, { parameter, value })
    requests.set(name, request)
  }
  return requests
}

function readOne(reading: QueryReading, request: Request, target: Target): Aggregation | undefined {
  const { kind } = request
  const { field, via } = target
  switch (kind) {
    case 'terms': {
      const size = readNumber(reading, request, 'size', TERMS)
      if (Number.isInteger(size) && size <= MAX_TERMS) return { kind, field, via, size }
      return reading.faults.add(request.parameter, `size must be an integer from 1 to ${MAX_TERMS}`)
    }
    case 'histogram':
      return { kind, field, via, interval: readNumber(reading, request, 'interval', undefined) }
    case 'date_histogram':
      return readDateHistogram(reading, request, target)
    default:
      return { kind, field, via }
  }
}

function readDateHistogram(
  { faults }: QueryReading,
  { parameter, options }: Request,
  { field, via, spec }: Target,
): Aggregation | undefined {
  const given = options.get('interval')
  const interval = UNITS.find((unit) => unit === given?.value)
  if (interval === undefined)
    faults.add(given?.parameter ?? parameter, `interval must be one of ${UNITS.join(', ')}`)
  const zone = options.get('time_zone')
  if (zone !== undefined && !isTimeZone(zone.value))
    return faults.add(zone.parameter, 'time_zone must be a name such as Europe/Berlin')
  if (interval === undefined) return undefined
  // A date is the same in all time zones.
  const isZoned = zone !== undefined && comparedType(spec) !== 'date'
  return { kind: 'date_histogram', field, via, interval, ...(isZoned && { timezone: zoneNamed(zone.value) }) }
}

function readField(reading: QueryReading, { kind, parameter, options }: Request): Target | undefined {
  const given = options.get('field')
  if (given === undefined) return reading.faults.add(parameter, `${kind} requires the "field" option`)
  const target = resolve(reading, given.parameter, given.value)
  if (target === undefined) return undefined
  const { fits, requires } = AGGREGATION_KINDS[kind]
  const isSingle = target.sees.every(({ model, field }) => model.relations[field]?.many !== true)
  if (isSingle && target.kind !== 'holders' && fits(comparedType(target.spec))) return target
  return reading.faults.add(
    given.parameter,
    isSingle || target.via.length === 0
      ? `${kind} requires ${requires}; "${target.name}" is not one`
      : `"${target.name}" can have several values, which cannot be aggregated`,
  )
}

function readNumber(
  reading: QueryReading,
  request: Request,
  option: string,
  fallback: number | undefined,
): number {
  const given = request.options.get(option)
  if (given === undefined && fallback !== undefined) return fallback
  const number = Number(given?.value.trim() || 'none')
  if (Number.isFinite(number) && number > 0) return number
  reading.faults.add(given?.parameter ?? request.parameter, `${option} must be a positive number`)
  return fallback ?? 1
}

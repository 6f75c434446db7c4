import type { FieldType } from '../model.js'
import type { Aggregation } from '../store.js'
import { REFUSED_NAMES } from '../values/text.js'
import { type QueryParameters, type QueryReading, resolve, valuesOf } from './parameters.js'

export type AggregationKind = Aggregation['kind']

const NUMBERS: ReadonlySet<FieldType> = new Set([
  'id_field',
  'integer',
  'small_integer',
  'big_integer',
  'float',
  'decimal',
  'interval',
])
const DATES: ReadonlySet<FieldType> = new Set(['date', 'datetime'])
const OPAQUE: ReadonlySet<FieldType> = new Set(['dict', 'pickle', 'binary'])

interface KindRule {
  /** Whether it can be computed over values of a type. */
  readonly fits: (type: FieldType) => boolean
  /** Describes the fields that it supports, for error messages. */
  readonly wants: string
  /** Its option in addition to `field`. */
  readonly option?: 'size' | 'interval'
}

const numeric: KindRule = { fits: (type) => NUMBERS.has(type), wants: 'a numeric field' }
const ordered: KindRule = {
  fits: (type) => !OPAQUE.has(type) && type !== 'boolean',
  wants: 'a field whose values have an order',
}
const plain: KindRule = { fits: (type) => !OPAQUE.has(type), wants: 'a field with simple values' }

/** The kinds of aggregations. */
export const AGGREGATION_KINDS: Readonly<Record<AggregationKind, KindRule>> = {
  min: ordered,
  max: ordered,
  avg: numeric,
  sum: numeric,
  stats: numeric,
  value_count: plain,
  cardinality: plain,
  terms: { ...plain, option: 'size' },
  histogram: { ...numeric, option: 'interval' },
  date_histogram: { fits: (type) => DATES.has(type), wants: 'a date or datetime field', option: 'interval' },
}

/** Whether a name is a kind of aggregation. */
export function isAggregationKind(name: string): name is AggregationKind {
  return Object.hasOwn(AGGREGATION_KINDS, name)
}

/** An aggregation under the name that the query gives it. */
export interface NamedAggregation {
  readonly name: string
  readonly aggregation: Aggregation
}

/** The options of one aggregation in a query, each with its parameter. */
interface Request {
  readonly kind: AggregationKind
  /** The parameter that named it first. */
  readonly parameter: string
  readonly options: Map<string, { readonly parameter: string; readonly value: string }>
}

/** Default and maximum number of buckets of `terms`. */
const TERMS = 10
const MAX_TERMS = 10_000
const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const

/** Whether the parameter belongs to an aggregation. */
export function isAggregation(parameter: string): boolean {
  return parameter.startsWith('_aggs.') || parameter.startsWith('_aggregations.')
}

/** Reads `_aggregations.<name>.<kind>.field=…` with `.size` or `.interval`, also spelled `_aggs`. */
export function readAggregations(reading: QueryReading, parameters: QueryParameters): NamedAggregation[] {
  const requests = requestsOf(reading, parameters)
  if (requests.size > reading.limits.filters)
    reading.faults.add('_aggregations', `more than ${reading.limits.filters} aggregations`)
  const found: NamedAggregation[] = []
  for (const [name, request] of requests) {
    const aggregation = readOne(reading, request)
    if (aggregation !== undefined) found.push({ name, aggregation })
  }
  return found
}

function requestsOf(reading: QueryReading, parameters: QueryParameters): Map<string, Request> {
  const requests = new Map<string, Request>()
  for (const parameter of Object.keys(parameters).filter(isAggregation)) {
    const [, name = '', kind = '', option = '', ...more] = parameter.split('.')
    const [value = '', ...others] = valuesOf(parameters, parameter)
    if (!isAggregationKind(kind)) {
      const message = `unknown aggregation "${kind.slice(0, 100)}"`
      reading.faults.addUnknown(parameter, message, kind, Object.keys(AGGREGATION_KINDS))
      continue
    }
    const request = requests.get(name) ?? { kind, parameter, options: new Map() }
    if (name === '' || REFUSED_NAMES.has(name))
      reading.faults.add(parameter, 'invalid name of an aggregation')
    if (request.kind !== kind)
      reading.faults.add(parameter, `"${name}" is already the name of another aggregation`)
    if (more.length > 0 || (option !== 'field' && option !== AGGREGATION_KINDS[kind].option))
      reading.faults.add(parameter, `unknown option of ${kind}`)
    if (others.length > 0) reading.faults.add(parameter, 'must not be repeated')
    request.options.set(option, { parameter, value })
    requests.set(name, request)
  }
  return requests
}

function readOne(reading: QueryReading, request: Request): Aggregation | undefined {
  const { kind } = request
  const field = readField(reading, request)
  if (field === undefined) return undefined
  switch (kind) {
    case 'terms': {
      const size = readNumber(reading, request, 'size', TERMS)
      if (Number.isInteger(size) && size <= MAX_TERMS) return { kind, field, size }
      reading.faults.add(request.parameter, `size must be an integer from 1 to ${MAX_TERMS}`)
      return undefined
    }
    case 'histogram':
      return { kind, field, interval: readNumber(reading, request, 'interval', undefined) }
    case 'date_histogram': {
      const given = request.options.get('interval')
      const interval = UNITS.find((unit) => unit === given?.value)
      if (interval !== undefined) return { kind, field, interval }
      reading.faults.add(given?.parameter ?? request.parameter, `interval must be one of ${UNITS.join(', ')}`)
      return undefined
    }
    default:
      return { kind, field }
  }
}

function readField(reading: QueryReading, { kind, parameter, options }: Request): string | undefined {
  const given = options.get('field')
  if (given === undefined) {
    reading.faults.add(parameter, `${kind} requires the option "field"`)
    return undefined
  }
  const target = resolve(reading, given.parameter, given.value)
  if (target === undefined) return undefined
  const { type, itemType = 'string' } = target.spec
  const { fits, wants } = AGGREGATION_KINDS[kind]
  const single = target.via === null && target.kind !== 'holders'
  if (single && fits(type === 'list' ? itemType : type)) return target.field
  reading.faults.add(given.parameter, `${kind} requires ${wants}; "${target.name}" is not one`)
  return undefined
}

/** Reads an option that must be a positive number. */
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

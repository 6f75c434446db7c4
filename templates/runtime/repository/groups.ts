import { BadRequest } from '../errors.js'
import { type Json, isObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { type FieldType, VALUE_TRAITS, isNumeric } from '../spec/field-types.js'
import type { CalendarUnit, Computation, Condition, GroupKey, Store } from '../store.js'
import { compareDecimals } from '../values/scalars.js'
import { isTimeZone, zoneNamed } from '../values/time-zone.js'

const COMPUTATIONS = { _min: 'min', _max: 'max', _avg: 'avg', _sum: 'sum' } as const

export type Args = Readonly<Record<string, unknown>>

/** Returns the computations in arguments such as `{ _sum: { price: true } }`. */
export function requestedIn(args: Args): (Computation & { readonly name: string })[] {
  return Object.entries(COMPUTATIONS).flatMap(([name, kind]) =>
    Object.keys(Object(args[name])).map((field) => ({ name, kind, field })),
  )
}

/** Implements `groupBy` of repositories. @throws BadRequest for an unknown time zone; TypeError */
export async function groupsOf(store: Store, where: Condition, args: Args): Promise<Row[]> {
  const { spec } = store
  const requested = requestedIn(args)
  const having: Args = Object(args['having'])
  const tested = requestedIn(having)
  const computations = [...requested, ...tested]
  const types = computations.map(({ field }) => typeOf(spec, field))
  const groups = await store.groupBy(where, keysIn(args['by']), computations)
  return groups
    .filter(
      ({ count, computed }) =>
        satisfies(count, having['_count'], 'integer') &&
        tested.every(({ name, field }, index) => {
          const place = requested.length + index
          const filter: unknown = Object(having[name])[field]
          return satisfies(computed[place] ?? null, filter, types[place] ?? 'string')
        }),
    )
    .map(({ values, count, computed }) => {
      const result: Record<string, Json> = { ...values, _count: count }
      for (const [index, { name, kind, field }] of requested.entries()) {
        const value = computed[index] ?? null
        const isNumber = kind === 'sum' && VALUE_TRAITS[types[index] ?? 'string'].kind === 'number'
        result[name] = { ...Object(result[name]), [field]: isNumber ? Number(value) : value }
      }
      return result
    })
}

/** @throws TypeError for relations: the least key could be that of an item that the caller cannot view */
function typeOf({ name: model, fields }: ModelSpec, name: string): FieldType {
  const field = fields[name]
  if (field === undefined) throw new TypeError(`Unknown field ${JSON.stringify(name)} in ${model}`)
  return field.type
}

function keysIn(by: unknown): GroupKey[] {
  const list: readonly unknown[] = Array.isArray(by) ? by : []
  const keys = list.map((key): GroupKey => {
    if (!isObject(key)) return { field: String(key) }
    const { field, unit: given, timezone = 'UTC' } = key
    const unit = UNITS.find((each) => each === given)
    if (unit === undefined) throw new TypeError(`Unknown unit ${JSON.stringify(given)}`)
    return { field: String(field), calendar: { unit, timezone: checkedTimeZone(String(timezone)) } }
  })
  if (keys.length === 0 || new Set(keys.map(({ field }) => field)).size < keys.length)
    throw new TypeError('"by" must contain at least one field, and each field only once')
  return keys
}

const UNITS: readonly CalendarUnit[] = ['day', 'week', 'month', 'year']

function checkedTimeZone(timeZone: string): string {
  if (isTimeZone(timeZone)) return zoneNamed(timeZone)
  throw new BadRequest(`Unknown time zone ${JSON.stringify(timeZone)}. An example is "Europe/Berlin".`)
}

const TESTS: Readonly<Record<string, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
}

function satisfies(value: Json, filter: unknown, type: FieldType): boolean {
  return Object.entries(Object(filter)).every(([name, operand]) => {
    const isOneOf = (values: readonly unknown[]): boolean =>
      values.some((other) =>
        value === null || other === null ? value === other : compare(value, other, type) === 0,
      )
    if (name === 'equals' || name === 'in') return isOneOf([operand].flat())
    if (name === 'not' || name === 'notIn') return !isOneOf([operand].flat())
    const test = TESTS[name]
    if (test === undefined) throw new TypeError(`Unknown operator ${JSON.stringify(name)} in "having"`)
    return value !== null && test(compare(value, operand, type))
  })
}

function compare(value: Json, operand: unknown, type: FieldType): number {
  const [a, b] = [String(value), String(operand)]
  if (isNumeric(type)) return compareDecimals(a, b)
  if (VALUE_TRAITS[type].kind === 'date') return Date.parse(a) - Date.parse(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

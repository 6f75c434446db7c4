import type { Json } from '../json.js'
import type { FieldType, ModelSpec, Row } from '../model.js'
import type { Selection, SortKey } from '../store.js'
import { checkValue } from '../values/values.js'
import { type QueryParameters, type QueryReading, resolve, valuesOf } from './parameters.js'

/** Returns the value of `_after` for the items after a row. It contains the order and the row's sort keys. */
export function encodeCursor(model: ModelSpec, orderBy: readonly SortKey[], row: Row): string {
  const values = orderBy.map(({ field }) => row[field] ?? null)
  return Buffer.from(JSON.stringify([orderText(model, orderBy), values])).toString('base64url')
}

/** Returns the sort keys after which the next page starts; undefined for an invalid cursor or one of another order or model. */
export function decodeCursor(
  model: ModelSpec,
  orderBy: readonly SortKey[],
  text: string,
): Json[] | undefined {
  const content = parsed(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(content)) return undefined
  const [order, after]: Json[] = content
  if (order !== orderText(model, orderBy)) return undefined
  if (!Array.isArray(after) || after.length !== orderBy.length) return undefined
  const values = after.map((value: Json, index) => keyValue(model, orderBy[index], value))
  return values.includes(undefined) ? undefined : values.filter((value) => value !== undefined)
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function keyValue(model: ModelSpec, key: SortKey | undefined, value: Json): Json | undefined {
  const field = key?.field ?? ''
  const relation = model.relations[field]
  const spec = relation === undefined ? model.fields[field] : { type: relation.keyType }
  if (spec === undefined || (value === null && field === model.key)) return undefined
  if (value === null) return null
  const checked = checkValue(spec, value)
  return checked.ok ? checked.value : undefined
}

/** `Story,-created_at,-id` */
function orderText({ name }: ModelSpec, orderBy: readonly SortKey[]): string {
  let text = name
  for (const { field, direction } of orderBy) text += direction === 'asc' ? `,${field}` : `,-${field}`
  return text
}

const UNSORTABLE: ReadonlySet<FieldType> = new Set(['list', 'dict', 'pickle', 'binary'])

/** Reads `_sort=a,-b`. Ties are sorted by the primary key, in the direction of the last sort key. */
export function readOrder(reading: QueryReading, values: readonly string[]): SortKey[] {
  if (values.length === 0) return withTies([], reading.model.key)
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim())
  if (names.length > reading.limits.sortKeys) {
    reading.faults.add('_sort', `must have at most ${reading.limits.sortKeys} keys`)
    return []
  }
  const keys = new Map<string, SortKey>()
  for (const name of names) {
    const key = readKey(reading, name)
    if (key !== undefined && !keys.has(key.field)) keys.set(key.field, key)
  }
  return withTies([...keys.values()], reading.model.key)
}

function readKey(reading: QueryReading, name: string): SortKey | undefined {
  const direction = name.startsWith('-') ? 'desc' : 'asc'
  const target = resolve(reading, '_sort', name.replace(/^[-+]/, ''))
  if (target === undefined) return undefined
  if (target.via === null && target.kind !== 'holders' && !UNSORTABLE.has(target.spec.type))
    return { field: target.field, direction }
  reading.faults.add('_sort', `cannot sort by "${target.name}"`)
  return undefined
}

/** Makes an order total. */
function withTies(keys: readonly SortKey[], key: string): SortKey[] {
  const at = keys.findIndex(({ field }) => field === key)
  return at < 0
    ? [...keys, { field: key, direction: keys.at(-1)?.direction ?? 'asc' }]
    : keys.slice(0, at + 1)
}

/** Default number of items per page. */
const PAGE_SIZE = 20

/** The range of the selection to return. */
export interface Paging {
  readonly take: number
  readonly skip: number
}

/** Reads `_limit`, `_start` and `_page`. Pages of anonymous callers end at `publicMaxLimit`. */
export function readPaging(reading: QueryReading, parameters: QueryParameters): Paging {
  const { limits, caller, faults } = reading
  const limit = Math.min(wholeNumber(reading, parameters, '_limit') ?? PAGE_SIZE, limits.maxLimit)
  const start = wholeNumber(reading, parameters, '_start')
  const page = wholeNumber(reading, parameters, '_page')
  if (start !== undefined && page !== undefined) faults.add('_page', 'cannot be combined with _start')
  const skip = start ?? (page ?? 0) * limit
  if (!Number.isSafeInteger(skip)) faults.add('_page', 'is too large')
  const available = caller.anonymousLimit ? Math.max(0, limits.publicMaxLimit - skip) : limit
  return { take: Math.min(limit, available), skip }
}

function wholeNumber(
  { faults }: QueryReading,
  parameters: QueryParameters,
  name: string,
): number | undefined {
  const [text, ...more] = valuesOf(parameters, name)
  if (text === undefined) return undefined
  if (more.length > 0) faults.add(name, 'must not be repeated')
  if (/^\d{1,15}$/.test(text)) return Number(text)
  faults.add(name, 'must be a non-negative integer')
  return undefined
}

/** Fields of every document, whatever `_fields` says. */
const ALWAYS: ReadonlySet<string> = new Set(['_type', '_pk', '_self'])

/** Reads `_fields=a,b` (only these) and `_fields=-c` (all but these). Returns null for all fields. */
export function readProjection(reading: QueryReading, values: readonly string[]): ReadonlySet<string> | null {
  if (values.length === 0) return null
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim())
  const wanted = new Set<string>()
  const unwanted = new Set<string>()
  for (const name of names) {
    const plain = name.replace(/^-/, '')
    if (ALWAYS.has(plain)) continue
    const target = resolve(reading, '_fields', plain)
    if (target?.via === null) (name.startsWith('-') ? unwanted : wanted).add(plain)
    else if (target !== undefined)
      reading.faults.add('_fields', `"${plain}" is a field of a related item and cannot be selected`)
  }
  const onlyThese = names.some((name) => !name.startsWith('-'))
  return new Set([...(onlyThese ? wanted : ownNames(reading))].filter((name) => !unwanted.has(name)))
}

function ownNames({ targets }: QueryReading): string[] {
  return [...targets.values()].filter(({ via }) => via === null).map(({ name }) => name)
}

/** Returns the total number of selected rows if the `found` rows include the last one; else undefined. */
export function shownTotal(
  { take = Infinity, skip = 0, after }: Selection,
  found: number,
): number | undefined {
  const isLast = after === undefined && found < take && (found > 0 || skip === 0)
  return isLast ? skip + found : undefined
}

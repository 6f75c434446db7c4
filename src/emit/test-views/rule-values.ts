import { type Field, isNumeric, type Json, VALUE_TRAITS } from '../../ir/index.js'
import { compareText } from '../../naming/order.js'
import { checkOf } from '../samples/alternatives.js'
import { sampleField } from '../samples/sample-body.js'

/** The values with which a filter compares a field. */
export interface Bound {
  readonly values: readonly Json[]
  /** Whether the values are text in the form of a query. */
  readonly isText: boolean
}

/** Stand for the date and the time when the tests run, which is between the other two years. */
export const TODAY = '2063-04-05'
export const NOW = `${TODAY}T00:00:00.000Z`
const PAST = 2000
const FUTURE = 2100

/** Returns different values for a field, of which some equal, precede or follow the given values. Null is last. */
export function valuesLike(field: Field, given: readonly Json[]): readonly Json[] {
  const { type, constraints } = field
  const { choices, itemType } = constraints
  if (type === 'list' && itemType !== null) {
    const item: Field = {
      ...field,
      type: itemType,
      constraints: { ...constraints, itemType: null },
      json: {},
    }
    const items = valuesLike(item, given).filter((each) => each !== null)
    const lists = [
      ...(given.length > 1 ? [given.map((each) => typed(item, each))] : []),
      ...items.map((each) => [each]),
      [],
    ]
    return [...lists.filter((value) => isValid(field, value)), null]
  }
  const near = given.flatMap((each) => neighbors(field, typed(field, each)))
  const samples = [1, 2, 3, 4].flatMap(
    (n) => sampleField(field, field.json, { root: {}, name: field.name, n }) ?? [],
  )
  const all = [...near, ...(choices ?? samples), ...(type === 'boolean' ? [true, false] : [])]
  return [...all.filter((value) => isValid(field, value)), null]
}

/** Returns whether a row can have a value. */
export function isValid({ type, constraints: { choices, maxLength }, json }: Field, value: Json): boolean {
  if (choices !== null && type !== 'list' && !choices.includes(value)) return false
  if (typeof value === 'string' && value.length > (maxLength ?? Infinity)) return false
  // The time at which the tests run is known for dates only.
  if (value === NOW || (value === TODAY && type !== 'date')) return false
  return checkOf(json, {})?.(value) !== false
}

function neighbors({ type }: Field, value: Json): readonly Json[] {
  if (typeof value === 'number') return [value, value + 1, value - 1]
  if (VALUE_TRAITS[type].kind === 'digits') return [value, ...[1, -1].map((n) => String(Number(value) + n))]
  if (type === 'datetime') return [value, ...[PAST, FUTURE].map((year) => `${year}-01-01T00:00:00.000Z`)]
  if (type === 'date') return [value, ...[PAST, FUTURE].map((year) => `${year}-01-01`)]
  if (type === 'time') return [value, '00:00:01', '23:59:58']
  return [value]
}

function typed({ type }: Pick<Field, 'type'>, value: Json): Json {
  if (typeof value !== 'string') return value
  if (type === 'boolean') return value === 'true'
  return VALUE_TRAITS[type].kind === 'number' ? Number(value) : value
}

/** Returns whether a comparison holds, or undefined if that depends on the database or on the time. */
export function compared(
  field: Field,
  stored: Json | undefined,
  op: string,
  { values, isText }: Bound,
): boolean | undefined {
  if (stored === undefined) return undefined
  if (op === 'exists') return stored !== null
  if (stored === null) return false
  const item = { type: field.constraints.itemType ?? field.type }
  const operands = values.map((value) => (isText && !TEXT_TESTS.has(op) ? typed(item, value) : value))
  const own = [stored].flat()
  if (op === 'all')
    return operands.every((operand) => own.some((each) => isEqual(item, each, operand) === true))
  const results = own.flatMap((each) => operands.map((operand) => test(item, each, op, operand)))
  if (results.includes(true)) return true
  return results.includes(undefined) ? undefined : false
}

type TextTest = (text: string, part: string) => boolean

const contains: TextTest = (text, part) => text.includes(part)
const startsWith: TextTest = (text, part) => text.startsWith(part)
const ignoringCase =
  (test: TextTest): TextTest =>
  (text, part) =>
    test(text.toLowerCase(), part.toLowerCase())

const TEXT_TESTS: ReadonlyMap<string, TextTest> = new Map([
  ['contains', contains],
  ['icontains', ignoringCase(contains)],
  ['startswith', startsWith],
  ['istartswith', ignoringCase(startsWith)],
  ['endswith', (text, part) => text.endsWith(part)],
])

const ORDER_TESTS: ReadonlyMap<string, (difference: number) => boolean> = new Map([
  ['gt', (n) => n > 0],
  ['gte', (n) => n >= 0],
  ['lt', (n) => n < 0],
  ['lte', (n) => n <= 0],
])

function test(item: Pick<Field, 'type'>, own: Json, op: string, operand: Json): boolean | undefined {
  if (op === 'eq' || op === 'in' || op === 'any') return isEqual(item, own, operand)
  const holds = ORDER_TESTS.get(op)
  if (holds === undefined) return TEXT_TESTS.get(op)?.(String(own), String(operand))
  const difference = order(item, own, operand)
  return difference === undefined ? undefined : holds(difference)
}

function isEqual(item: Pick<Field, 'type'>, own: Json, operand: Json): boolean | undefined {
  if (VALUE_TRAITS[item.type].kind !== 'date' && !isNumeric(item.type)) return own === operand
  const difference = order(item, own, operand)
  return difference === undefined ? undefined : difference === 0
}

/** Returns a negative number, zero or a positive number, or undefined if the order is not known. */
function order({ type }: Pick<Field, 'type'>, own: Json, operand: Json): number | undefined {
  if (isNumeric(type)) return Number(own) - Number(operand)
  const { kind } = VALUE_TRAITS[type]
  if (kind === 'time') return compareText(String(own), String(operand))
  if (kind !== 'date') return undefined
  const [one, other] = [String(own), String(operand)]
  if (isPresent(one) && isPresent(other)) return one === other && one === TODAY ? 0 : undefined
  if ((isPresent(one) || isPresent(other)) && !isFar(one) && !isFar(other)) return undefined
  return Date.parse(one) - Date.parse(other)
}

function isPresent(date: string): boolean {
  return date.startsWith(TODAY)
}

/** Returns whether a date is certainly before or after the time at which the tests run. */
function isFar(date: string): boolean {
  const year = Number(date.slice(0, 4))
  return year < 2026 || year >= FUTURE
}

import { type Field, type Json, isNumeric, VALUE_TRAITS } from '../../ir/index.js'
import { sampleField } from '../samples/sample-body.js'

/** The values with which a filter compares a field. */
export interface Bound {
  readonly values: readonly Json[]
  /** Whether the values are text in the form of a query. */
  readonly isText: boolean
}

/** Dates in the past and in the future, for comparisons with the current time. */
const YEARS = [2000, 2100]

/** Returns different values for a field, of which some equal, precede or follow the given values. Null is last. */
export function valuesLike(field: Field, given: readonly Json[]): readonly Json[] {
  const { type, constraints } = field
  const { choices, itemType } = constraints
  if (type === 'list' && itemType !== null) {
    const item: Field = { ...field, type: itemType, constraints: { ...constraints, itemType: null } }
    const items = valuesLike(item, given).filter((each) => each !== null)
    return [
      ...(given.length > 1 ? [given.map((each) => typed(item, each))] : []),
      ...items.map((each) => [each]),
      [],
      null,
    ]
  }
  const near = given.flatMap((each) => neighbors(field, typed(field, each)))
  const samples = [1, 2, 3, 4].flatMap(
    (n) => sampleField(field, field.json, { root: {}, name: field.name, n }) ?? [],
  )
  const all = [...near, ...(choices ?? samples), ...(type === 'boolean' ? [true, false] : [])]
  return [...all.filter((value) => (choices?.includes(value) ?? true) && isWithin(field, value)), null]
}

function isWithin({ json: { minimum, maximum } }: Field, value: Json): boolean {
  return !(Number(value) < Number(minimum) || Number(value) > Number(maximum))
}

function neighbors({ type }: Field, value: Json): readonly Json[] {
  if (typeof value === 'number') return [value, value + 1, value - 1]
  if (VALUE_TRAITS[type].kind === 'digits') return [value, ...[1, -1].map((n) => String(Number(value) + n))]
  if (type === 'datetime') return [value, ...YEARS.map((year) => `${year}-01-01T00:00:00.000Z`)]
  if (type === 'date') return [value, ...YEARS.map((year) => `${year}-01-01`)]
  if (type === 'time') return [value, '00:00:01', '23:59:58']
  return [value]
}

function typed({ type }: Pick<Field, 'type'>, value: Json): Json {
  if (typeof value !== 'string') return value
  if (type === 'boolean') return value === 'true'
  return VALUE_TRAITS[type].kind === 'number' ? Number(value) : value
}

/** Returns whether a comparison holds, or undefined if that depends on the database. */
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
  const isKept = TEXT_TESTS.has(op)
  const operands = values.map((value) => (isText && !isKept ? typed(item, value) : value))
  const own = [stored].flat()
  if (op === 'all') return operands.every((operand) => own.some((each) => isEqual(item, each, operand)))
  const results = own.flatMap((each) => operands.map((operand) => test(item, each, op, operand)))
  if (results.includes(true)) return true
  return results.includes(undefined) ? undefined : false
}

const TEXT_TESTS: ReadonlySet<string> = new Set([
  'contains',
  'icontains',
  'startswith',
  'istartswith',
  'endswith',
])

function test(item: Pick<Field, 'type'>, own: Json, op: string, operand: Json): boolean | undefined {
  const [text, part] = [String(own), String(operand)]
  switch (op) {
    case 'eq':
    case 'in':
    case 'any':
      return isEqual(item, own, operand)
    case 'gt':
      return order(item, own, operand, (n) => n > 0)
    case 'gte':
      return order(item, own, operand, (n) => n >= 0)
    case 'lt':
      return order(item, own, operand, (n) => n < 0)
    case 'lte':
      return order(item, own, operand, (n) => n <= 0)
    case 'contains':
      return text.includes(part)
    case 'icontains':
      return text.toLowerCase().includes(part.toLowerCase())
    case 'startswith':
      return text.startsWith(part)
    case 'istartswith':
      return text.toLowerCase().startsWith(part.toLowerCase())
    case 'endswith':
      return text.endsWith(part)
    default:
      return undefined
  }
}

function isEqual(item: Pick<Field, 'type'>, own: Json, operand: Json): boolean {
  return order(item, own, operand, (n) => n === 0) ?? own === operand
}

/** Compares two values. Returns undefined if their order depends on the database. */
function order(
  { type }: Pick<Field, 'type'>,
  own: Json,
  operand: Json,
  holds: (difference: number) => boolean,
): boolean | undefined {
  if (isNumeric(type)) return holds(Number(own) - Number(operand))
  if (type === 'datetime') return holds(Date.parse(String(own)) - Date.parse(String(operand)))
  if (type !== 'date' && type !== 'time') return undefined
  const [a, b] = [String(own), String(operand)]
  return holds(a < b ? -1 : Number(a > b))
}

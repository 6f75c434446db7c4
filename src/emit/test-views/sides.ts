import { type Field, isNumeric, type Json, VALUE_TRAITS } from '../../ir/index.js'
import { isOperator } from '../../../templates/runtime/spec/query-language.js'
import { type Related, selects as selectsRow } from '../../../templates/runtime/testing/memory-condition.js'
import { checkOf } from '../../sample-values/alternatives.js'
import { sampleField } from '../../sample-values/sample-body.js'

/** A value that a comparison selects, and one that it does not select. Undefined if none is certain. */
export interface Sides {
  readonly inside: Json | undefined
  readonly outside: Json | undefined
}

/** Stands for the time when the tests run, which is between the other two years. No row has it. */
export const NOW = '2063-04-05T00:00:00.000Z'
const YEARS = [2000, 2100]

/** Returns values of a field on both sides of a comparison with other values. */
export function sidesOf(field: Field, op: string, operands: readonly Json[]): Sides {
  const { required } = field.constraints
  const values = valuesLike(field, op === 'exists' ? [] : operands)
  const all = required ? values : [...values, null]
  const sides = (value: Json): boolean | undefined => selects(field, value, op, operands)
  return {
    inside: all.find((value) => sides(value) === true),
    outside: all.find((value) => sides(value) === false),
  }
}

/** Returns valid values of a field, of which some equal, precede or follow the given values. */
export function valuesLike(field: Field, given: readonly Json[]): readonly Json[] {
  const { choices, itemType } = field.constraints
  if (field.type === 'list' && itemType !== null) {
    const constraints = { ...field.constraints, itemType: null }
    const items = valuesLike({ ...field, type: itemType, constraints, json: {} }, given)
    return [given, ...items.map((each) => [each]), []].filter((value) => isValid(field, value))
  }
  const samples = [1, 2, 3, 4].flatMap(
    (n) => sampleField(field, field.json, { root: {}, name: field.name, n }) ?? [],
  )
  const near = given.flatMap((value) => neighbors(field, value))
  const own = field.type === 'boolean' ? [true, false] : (choices ?? samples)
  return [...near, ...own].filter((value) => isValid(field, value))
}

/** Returns whether a row can have a value. */
export function isValid({ type, constraints: { choices, maxLength }, json }: Field, value: Json): boolean {
  if (choices !== null && type !== 'list' && !choices.includes(value)) return false
  if (typeof value === 'string' && value.length > (maxLength ?? Infinity)) return false
  return value !== NOW && checkOf(json, {})?.(value) !== false
}

function neighbors({ type }: Field, value: Json): readonly Json[] {
  const { kind } = VALUE_TRAITS[type]
  if (kind === 'number') return [0, 1, -1].map((n) => Number(value) + n)
  if (kind === 'digits') return [String(value), ...[1, -1].map((n) => String(Number(value) + n))]
  if (kind === 'time') return [value, '00:00:01', '23:59:58']
  if (kind !== 'date') return [value]
  const rest = type === 'date' ? '-01-01' : '-01-01T00:00:00.000Z'
  return [value, ...YEARS.map((year) => `${year}${rest}`)]
}

/** Returns whether a comparison selects a value. Undefined if that depends on the database. */
function selects(field: Field, stored: Json, op: string, operands: readonly Json[]): boolean | undefined {
  const type = field.constraints.itemType ?? field.type
  if (op === 'exists') return stored !== null
  if ((op !== 'eq' && !isOperator(op)) || (/^[gl]te?$/.test(op) && VALUE_TRAITS[type].kind === 'text'))
    return undefined
  const row = { value: typed(type, stored) }
  const isSelected = (operand: Json): boolean =>
    selectsRow({ kind: 'compare', field: 'value', op, value: typed(type, operand) }, row, WITHOUT_RELATIONS)
  return op === 'all' ? operands.every(isSelected) : operands.some(isSelected)
}

const WITHOUT_RELATIONS: Related = () => ({ rows: [], related: WITHOUT_RELATIONS })

/** Returns a value or list in the form in which values of its type are compared. */
function typed(type: Field['type'], value: Json): Json {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((each: Json) => typed(type, each))
  if (isNumeric(type)) return Number(value)
  return VALUE_TRAITS[type].kind === 'date' ? Date.parse(String(value)) : String(value)
}

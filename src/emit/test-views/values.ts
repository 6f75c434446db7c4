import { type Field, isNumeric, type Json, type Model, type Service, VALUE_TRAITS } from '../../ir/index.js'
import { objectOf } from '../../ir/json.js'
import { fieldOf } from '../../ir/members.js'
import { isOperator } from '../../../templates/runtime/spec/query-language.js'
import { type Related, selects as selectsRow } from '../../../templates/runtime/testing/memory-condition.js'
import { checkOf } from '../../sample-values/alternatives.js'
import { type SampleBody, sampleField } from '../../sample-values/sample-body.js'
import { LeftOut } from './left-out.js'
import { shownNames } from './needs.js'

/** A comparison that must select a value, or must not. */
export interface Comparison {
  readonly op: string
  readonly operand: readonly Json[]
  readonly isMet: boolean
}

/** Stands for the time when the tests run, which is between the other two years. No row has it. */
export const NOW = '2063-04-05T00:00:00.000Z'
const YEARS = [2000, 2100]

/**
 * Returns a value of a field with which comparisons are met, or not, as they must be. Undefined if none is certain.
 * @param preferred the value to return if it is such a value
 */
export function valueFor(
  field: Field,
  comparisons: readonly Comparison[],
  preferred?: Json,
): Json | undefined {
  const given = comparisons.flatMap(({ op, operand }) => (op === 'exists' ? [] : operand))
  const optional = field.constraints.required ? [] : [null]
  const own = preferred === undefined ? [] : [preferred]
  return [...own, ...valuesLike(field, given), ...optional].find((value) =>
    comparisons.every(({ op, operand, isMet }) => selects(field, value, op, operand) === isMet),
  )
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

/**
 * Returns the values of a row, which include those that clients cannot write but responses must have. No function of the
 * user's determines one.
 */
export function storedValues(
  service: Service,
  model: Model,
  { stored, internal }: SampleBody,
  n: number,
): Map<string, Json> {
  const { auth } = service
  const values = new Map(Object.entries<Json>({ ...stored, ...internal }))
  const shown = shownNames(service, model)
  for (const field of model.fields.filter((each) => each.stored && !values.has(each.name))) {
    const { name, constraints, default: initial, json, type } = field
    if (type === 'id_field' || type === 'foreign_key') continue
    const isMade = initial?.kind === 'literal' || initial?.kind === 'builtin'
    if (isMade || (initial === null && !constraints.required && !shown.has(name))) continue
    const value = sampleField(field, objectOf(json), { root: model.schema, name, n })
    if (value !== undefined) values.set(name, value)
    else if (constraints.required || initial?.kind === 'callable')
      throw new LeftOut(`No value is certain to be valid for ${model.id}.${name}.`)
  }
  if (auth?.model === model.id) {
    if (auth.fields.groups !== null) values.set(auth.fields.groups, [])
    if (fieldOf(model, 'active')?.type === 'boolean') values.set('active', true)
  }
  return values
}

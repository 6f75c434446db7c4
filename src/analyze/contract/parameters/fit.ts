import { FIELD_JSON_TYPES } from '../../../ir/field.js'
import { effectiveSchema, type Field, type JsonSchema, type Model, VALUE_TRAITS } from '../../../ir/index.js'
import { listed } from '../../../naming/phrases.js'
import type { Operand } from '../../relations/operands.js'
import { type FindSchema, itemsOf, typesIn } from '../schemas.js'
import type { RoleSource } from './source.js'

/** The operators whose values are those of the field. */
export const COMPARING: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte'])

/** The operators whose meaning is unclear if their values are days, and those of the field times: "until" a day includes it. */
const UNCLEAR_FOR_DAYS: ReadonlySet<string> = new Set(['__lte', '__gt'])

/** The operators that depend on an order. */
export const ORDERING: ReadonlySet<string> = new Set(['__gt', '__gte', '__lt', '__lte'])

/** The patterns of texts that are numbers, such as `^\d+\.\d{2}$`. */
const NUMERIC = /^(?=.*(?:\\d|\[0-9\]))(?:\\d|\\\.|[-^$0-9[\](){}.,?+*|:])+$/

/** Returns why it is unclear what a comparison means; undefined if it is clear. */
export function unclear(
  schema: JsonSchema,
  name: string,
  operator: string,
  { model, find }: RoleSource,
): string | undefined {
  const field = model.fields.find((each) => each.name === name)
  const isDay = effectiveSchema(schema, find)['format'] === 'date'
  if (field?.type === 'datetime' && isDay && UNCLEAR_FOR_DAYS.has(operator))
    return `its values are days, those of "${name}" are times, and "x-filter: ${name}${operator}" would compare them with the beginning of the day`
  return numberPattern(field) !== undefined && ORDERING.has(operator)
    ? `the values of "${name}" are numbers in texts, which would be compared as texts`
    : undefined
}

/** Returns why items would be sorted in another order than that of the values; undefined if they are not. */
export function unordered(field: Field): string | undefined {
  const isOfOneLength = !/[*+?]|\{\d+,/.test(numberPattern(field) ?? '')
  return isOfOneLength ? undefined : 'its values are numbers in texts, which would be sorted as texts'
}

/** Returns how to compare a field as numbers whose texts are numbers; undefined for other fields. */
export function asNumbers(field: Field | undefined): string | undefined {
  return field === undefined || numberPattern(field) === undefined
    ? undefined
    : `Write "x-db-settings: { type: decimal, scale: 2 }" next to "${field.name}", which stores them as numbers`
}

/** The formats of texts that are numbers. */
const NUMBER_FORMATS: ReadonlySet<unknown> = new Set(['decimal', 'decimal128', 'int32', 'int64', 'uint64'])

/** Returns the pattern of a field whose texts are numbers. */
function numberPattern(field: Field | undefined): string | undefined {
  if (field?.type !== 'string') return undefined
  const { pattern, format } = effectiveSchema(field.json)
  if (pattern === undefined && NUMBER_FORMATS.has(format)) return '^-?[0-9.]+$'
  return typeof pattern === 'string' && NUMERIC.test(pattern) ? pattern : undefined
}

/** Returns whether the values of a parameter can be those of a field. */
export function accepts(model: Model, name: string, schema: JsonSchema, find: FindSchema): boolean {
  const field = model.fields.find((each) => each.name === name)
  if (field === undefined) return true
  const { constraints, json } = field
  // A key that the document calls a number is stored as an integer.
  const type = INTEGERS.has(field.type) && effectiveSchema(json)['type'] === 'number' ? 'float' : field.type
  return (
    VALUE_TRAITS[storedType(field)].isComparable &&
    misfitOf(schema, { type, label: name, ...constraints }, find) === undefined
  )
}

const INTEGERS: ReadonlySet<Field['type']> = new Set(['id_field', 'integer', 'big_integer'])

/** Returns the type of a field's values, or of the items in its lists. */
export function storedType({ type, constraints: { itemType } }: Field): Field['type'] {
  return type === 'list' ? (itemType ?? 'string') : type
}

/** Returns why the values that a parameter allows are not all values of a field; undefined if they are. */
export function misfitOf(
  schema: JsonSchema,
  { label, type, itemType, choices }: Pick<Operand, 'label' | 'type' | 'itemType' | 'choices'>,
  find: FindSchema,
): string | undefined {
  const scalar = itemsOf(schema, find) ?? schema
  const allowed = typesOf(type === 'list' ? (itemType ?? 'string') : type)
  const other = typesIn(scalar, find).find((each) => each !== 'null' && allowed?.includes(each) === false)
  if (other !== undefined)
    return `its values are of type ${other}, and those of "${label}" of type ${listed(allowed ?? [], 'or')}`
  const { enum: values, const: constant } = effectiveSchema(scalar, find)
  const all = Array.isArray(values) ? values : constant === undefined ? [] : [constant]
  // No text of a parameter is null.
  const unknown = all.find((value) => value !== null && choices?.includes(value) === false)
  return unknown === undefined ? undefined : `its value ${JSON.stringify(unknown)} is not one of "${label}"`
}

function typesOf(type: Field['type']): readonly string[] | null {
  const types = FIELD_JSON_TYPES[type]
  if (types === null) return null
  return types.includes('number') ? [...types, 'integer'] : types
}

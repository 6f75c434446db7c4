import type { RelationSpec } from '../../templates/runtime/model.js'
import {
  type Field,
  FIELD_JSON_TYPES,
  type FieldType,
  type Json,
  type JsonSchema,
  type JsonType,
  jsonTypeOf,
  type Model,
  VALUE_TRAITS,
  isObject,
} from '../ir/index.js'
import { listOf, objectOf } from '../ir/json.js'

/** What the schema depends on in the entry of a relation in a `ModelSpec`. */
export interface EndSpec extends Pick<RelationSpec, 'side' | 'many' | 'required'> {
  readonly keyType: RuntimeType
  readonly default?: object | undefined
}

type RuntimeType = FieldType | 'object_id'

type Ends = Readonly<Record<string, EndSpec>>

/** Returns the names that a POST or PUT body must contain. Generated fields are not included. */
export function requiredNames(
  { key, fields, schema, setByHandlers = [] }: Model,
  relations: Ends,
): readonly string[] {
  const names = new Set(listOf(schema['required']).map(String))
  for (const { name, type, column, constraints, default: value } of fields) {
    if (column !== null && value === null && (constraints.required || name === key)) names.add(name)
    if (type === 'id_field' || type === 'foreign_key') names.delete(name)
  }
  for (const [name, { side, required, default: value }] of Object.entries(relations))
    if (side === 'holder' && required && value === undefined) names.add(name)
  for (const name of setByHandlers) names.delete(name)
  return [...names].sort()
}

/**
 * Returns what a model's schema requires of a body and its fields do not: the runtime checks the types of fields and
 * relations, their lengths and choices, and which names are required or unknown, before it checks the schema.
 * @returns undefined if nothing is left
 */
export function checkedSchema(model: Model, relations: Ends): JsonSchema | undefined {
  const { properties: given, $defs, required: _required, type: _type, ...others } = model.schema
  const root = withoutAnnotations(others)
  if (typeof root['additionalProperties'] === 'boolean') delete root['additionalProperties']
  const properties = objectOf(given)
  const kept = DEPENDENT.some((keyword) => keyword in root)
    ? withoutCheckedFormats(model, properties)
    : remaining(model, relations, properties, Object.keys(root).length > 0)
  if (Object.keys(kept).length > 0) root['properties'] = kept
  if (Object.keys(root).length === 0) return undefined
  return $defs === undefined ? root : { $defs, ...root }
}

/** Keywords that do not restrict values. */
const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
]

/** Keywords whose meaning depends on the names in `properties`. */
const DEPENDENT = ['additionalProperties', 'patternProperties', 'unevaluatedProperties']

function withoutAnnotations(schema: JsonSchema): Record<string, Json> {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.includes(keyword)))
}

/** Returns all properties, without the formats of dates and times, whose form in bodies differs from Ajv's. */
function withoutCheckedFormats({ fields }: Model, properties: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]): [string, Json] => {
      const checks = fieldChecks(fields.find((each) => each.name === name))
      if (!isObject(property) || checks.checksFormat !== true) return [name, property]
      const { format: _format, ...others } = property
      return [name, others]
    }),
  )
}

/** @param hasOthers whether other keywords in the root restrict values, too */
function remaining(model: Model, relations: Ends, properties: JsonSchema, hasOthers: boolean): JsonSchema {
  const required = new Set(requiredNames(model, relations))
  const kept: [string, Json][] = []
  for (const [name, property] of Object.entries(properties)) {
    const field = model.fields.find((each) => each.name === name)
    const relation = relations[name]
    if (field?.type === 'id_field') continue
    if (!isObject(property)) {
      kept.push([name, property])
      continue
    }
    const rejectsNull =
      name === model.key ||
      field?.constraints.required === true ||
      relation?.many === true ||
      relation?.required === true
    const checks = relation === undefined ? fieldChecks(field) : relationChecks(relation)
    const isNullable = required.has(name) && !rejectsNull
    const left = withoutChecked(withoutAnnotations(property), checks, isNullable, hasOthers)
    if (Object.keys(left).length > 0) kept.push([name, left])
  }
  return Object.fromEntries(kept)
}

/** What is known of a value when its schema is checked. Null in a name that is not required is not checked. */
interface Checks {
  /** The JSON types that the value can have; null if it can have any. */
  readonly types: readonly JsonType[] | null
  readonly choices?: readonly Json[] | undefined
  readonly maxLength?: number | undefined
  readonly checksFormat?: boolean
  /** The value is converted to a number if the schema has limits for numbers and declares one. */
  readonly isConverted?: boolean
  readonly items?: Checks | undefined
}

const ANY: Checks = { types: null }

function fieldChecks(field: Field | undefined): Checks {
  if (field === undefined || field.column === null || field.type === 'foreign_key') return ANY
  const { type, constraints } = field
  const { kind } = VALUE_TRAITS[type]
  const choices = constraints.choices ?? undefined
  const isText = kind === 'text'
  return {
    types: CHECKED_TYPES[type],
    choices: isText ? choices : undefined,
    maxLength: isText ? (constraints.maxLength ?? undefined) : undefined,
    checksFormat: kind === 'date' || kind === 'time',
    isConverted: kind === 'digits',
    items: type === 'list' ? itemChecks(constraints.itemType, choices) : undefined,
  }
}

function itemChecks(itemType: FieldType | null, choices: readonly Json[] | undefined): Checks {
  if (itemType === null) return { types: null, choices }
  const isText = VALUE_TRAITS[itemType].kind === 'text'
  return { types: CHECKED_TYPES[itemType], choices: isText ? choices : undefined }
}

function relationChecks({ many, keyType }: EndSpec): Checks {
  const key: Checks = { types: CHECKED_TYPES[keyType] }
  return many ? { types: ['array'], items: key } : key
}

/** The JSON types of values that have been checked. The engine is known, so the type of a generated key is, too. */
const CHECKED_TYPES: Readonly<Record<RuntimeType, readonly JsonType[] | null>> = {
  ...FIELD_JSON_TYPES,
  id_field: ['integer'],
  object_id: ['string'],
}

/** Returns a schema without the keywords that a value that has been checked always satisfies. */
function withoutChecked(
  schema: JsonSchema,
  checks: Checks,
  isNullable: boolean,
  hasOthers: boolean,
): Record<string, Json> {
  const left: Record<string, Json> = { ...schema }
  if ('$ref' in left) return left
  const { enum: values, type, format, maxLength, items } = left
  const choices = checks.choices?.map((choice) => JSON.stringify(choice))
  const allowed = Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : []
  if (
    choices !== undefined &&
    [...choices, ...(isNullable ? ['null'] : [])].every((each) => allowed.includes(each))
  )
    delete left['enum']
  if (checks.checksFormat === true && format !== undefined) delete left['format']
  if (checks.maxLength !== undefined && maxLength === checks.maxLength) delete left['maxLength']
  if (checks.items !== undefined && isObject(items)) {
    const inItems = withoutChecked(withoutAnnotations(items), checks.items, false, hasOthers)
    if (Object.keys(inItems).length > 0) left['items'] = inItems
    else delete left['items']
  }
  const types = listOf(type)
  const isAllowed = (each: string): boolean =>
    types.includes(each) || (each === 'integer' && types.includes('number'))
  const possible = [
    ...(checks.types ?? checks.choices?.map(jsonTypeOf) ?? [null]),
    ...(isNullable ? ['null'] : []),
  ]
  const isSure = possible.every((each) => each !== null && isAllowed(each))
  const hasLimits = checks.isConverted === true && (hasOthers || Object.keys(left).length > 1)
  if (isSure && !hasLimits) delete left['type']
  return left
}

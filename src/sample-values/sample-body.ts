import {
  type Field,
  FIELD_JSON_TYPES,
  type FieldType,
  type Json,
  type JsonSchema,
  matchesPattern,
  type Model,
  VALUE_TRAITS,
} from '../ir/index.js'
import { writeRuleOf } from '../ir/lookup.js'
import { checkOf, isCombined, merged, sampleOfAlternatives } from './alternatives.js'
import { type SampleContext, sampleValue } from './sample-value.js'
import { fieldOf, isRestricted } from '../ir/members.js'
import { type JsonObject, listOf, objectOf, present } from '../ir/json.js'
import { oncePer } from '../ir/once.js'

/** Sample values for a model, keyed by field. */
export interface SampleBody {
  /** Stored fields, without relations. */
  readonly stored: { readonly [field: string]: Json }
  /** Required virtual fields. */
  readonly virtual: { readonly [field: string]: Json }
  /** Required stored fields that are read-only, or that only some callers are allowed to write. */
  readonly internal: { readonly [field: string]: Json }
}

/** Root keywords that samples might violate. Models with these keywords have no samples. */
const UNSURE: readonly string[] = ['enum', 'maxProperties']

/**
 * Returns a deterministic, valid POST body for a model, or null if none is certain to be valid. Sets every field except
 * optional fields without a sample value, so that no defaults apply.
 * @param n distinguishes samples with unique values: 1, 2, …
 */
export function sampleBody(model: Model, n: number): SampleBody | null {
  const samples = samplesOf(model)
  const known = samples.get(n)
  const sample = known === undefined ? newSample(model, n) : known
  samples.set(n, sample)
  return sample
}

/** Returns the samples that have been made. Tests and the examples in openapi.json use the same ones. */
const samplesOf = oncePer((_model: Model) => new Map<number, SampleBody | null>())

function newSample(model: Model, n: number): SampleBody | null {
  const { schema } = model
  if (UNSURE.some((keyword) => keyword in schema)) return null
  const sample = (isWhole: boolean): Json | undefined =>
    isCombined(schema)
      ? sampleOfAlternatives(schema, schema, (alternative) => plainSample(model, alternative, n, isWhole))
      : plainSample(model, schema, n, isWhole)
  const isValid = checkOfSamples(model)
  // An alternative can forbid the optional fields of the others, or a field require one that clients cannot write.
  return (
    [true, false]
      .flatMap((isWhole) => partsOf(model, sample(isWhole)) ?? [])
      .find(({ stored, virtual }) => isValid?.({ ...stored, ...virtual }) !== false) ?? null
  )
}

/** Returns a function that checks what a schema says of bodies besides which relations they must have. */
const checkOfSamples = oncePer(({ schema: { required: _required, ...others } }: Model) =>
  checkOf(others, others),
)

function partsOf(model: Model, values: Json | undefined): SampleBody | null {
  if (values === undefined) return null
  const entries = Object.entries(objectOf(values))
  const part = (isIn: (name: string) => boolean): JsonObject =>
    Object.fromEntries(entries.filter(([name]) => isIn(name)))
  const isStored = (name: string): boolean => fieldOf(model, name)?.stored === true
  return {
    stored: part((name) => !isRestricted(model, name) && isStored(name)),
    virtual: part((name) => !isRestricted(model, name) && !isStored(name)),
    internal: part((name) => isRestricted(model, name)),
  }
}

/** @param isWhole whether the sample has optional fields */
function plainSample(model: Model, bodySchema: JsonSchema, n: number, isWhole: boolean): Json | undefined {
  const properties = objectOf(bodySchema['properties'])
  const required = listOf(bodySchema['required'])
  const values: [string, Json][] = []
  for (const field of model.fields) {
    if (field.type === 'id_field' || field.type === 'foreign_key') continue
    const schema = objectOf(properties[field.name] ?? field.json)
    const isRequired = isInherited(field.name) || required.includes(field.name)
    if (!field.stored && !isRequired) continue
    const isInternal = isRestricted(model, field.name)
    const context = { root: model.schema, name: field.name, n, ignoresExamples: true }
    const isNeeded = isRequired || isRequiredOnCreate(model, field)
    if ((isInternal || !isWhole) && !isNeeded) continue
    const value = isInternal && !field.stored ? undefined : sampleField(field, schema, context)
    if (value !== undefined) values.push([field.name, value])
    else if (isNeeded) return undefined
  }
  return Object.fromEntries(values)
}

/**
 * Returns whether every object has a property with this name, such as `valueOf`. In TypeScript, an object literal without
 * a property of its own then has one of another type.
 */
function isInherited(name: string): boolean {
  return Object.hasOwn(Object.prototype, name)
}

/**
 * Returns whether a sample needs a value for a field. The key and required fields do, except read-only fields with a
 * default.
 */
function isRequiredOnCreate(model: Model, { name, constraints, default: value }: Field): boolean {
  const isSet = writeRuleOf(model, name)?.readOnly === true && value !== null
  return (constraints.required || name === model.key) && !isSet
}

/** Returns a value that is valid for a field and its schema, or undefined if none can be generated. */
export function sampleField(field: Field, schema: JsonSchema, context: SampleContext): Json | undefined {
  const { stored, type } = field
  if (!stored) return sampleValue(schema, context)
  if (type === 'id_field' || type === 'foreign_key') return undefined
  if (isCombined(schema))
    return sampleOfAlternatives(schema, context.root, (each) => sampleField(field, each, context))
  // An example would be the same for all items.
  const value = sampleValue(typedSchema(field, schema), { ...context, ignoresExamples: true })
  if (!Array.isArray(value)) return formOf(field, type, schema, value)
  const { itemType } = field.constraints
  const items = value.map((item) => formOf(field, itemType ?? 'pickle', objectOf(schema['items']), item))
  return items.some((item) => item === undefined) ? undefined : items.filter((item) => item !== undefined)
}

const MIN_EMAIL_LENGTH = 40

/** Returns a schema with what the type and the column of a stored field require. */
function typedSchema({ name, type, constraints }: Field, schema: JsonSchema): JsonSchema {
  const { choices, itemType, minLength, maxLength, precision, scale } = constraints
  const limits = present({ minLength: minLength ?? undefined, maxLength: maxLength ?? undefined })
  const typed = merged({ ...schema, ...typeSchema(type) }, limits)
  switch (type) {
    case 'string':
    case 'text': {
      const isLong = Number(typed['maxLength'] ?? Infinity) >= MIN_EMAIL_LENGTH
      return name === 'email' && isLong && !('pattern' in typed) ? { format: 'email', ...typed } : typed
    }
    case 'choice':
      return { enum: choices ?? [], ...typed }
    case 'decimal':
      return precision !== null && precision === scale ? { const: 0 } : typed
    case 'list': {
      const ofItems = itemType === null ? {} : typeSchema(itemType)
      const named = choices === null ? {} : { enum: ordinaryGroups(choices) }
      return { ...typed, items: { ...objectOf(schema['items']), ...ofItems, ...named } }
    }
    case 'pickle':
      return { ...typed, ...schema }
    default:
      return typed
  }
}

/** The formats of the texts that represent values of some types. */
const FORMATS: Readonly<Partial<Record<FieldType, string>>> = {
  date: 'date',
  datetime: 'date-time',
  time: 'partial-time',
  binary: 'byte',
}

/** Returns what the values of a type have in common in bodies. */
function typeSchema(type: FieldType): JsonSchema {
  return present({ type: (FIELD_JSON_TYPES[type] ?? ['object']).at(-1), format: FORMATS[type] })
}

/**
 * Returns a value in the form that the schema wants: numbers of which JSON numbers do not preserve all digits can be text,
 * which matches the schema's pattern.
 */
function formOf(
  { constraints }: Field,
  fieldType: FieldType,
  { type, pattern }: JsonSchema,
  value: Json | undefined,
): Json | undefined {
  const isText = type !== undefined && !listOf(type).some((each) => each === 'number' || each === 'integer')
  if (typeof value !== 'number' || VALUE_TRAITS[fieldType].kind !== 'digits' || !isText) return value
  const texts = [String(value), value.toFixed(constraints.scale ?? 0)]
  return texts.find((text) => typeof pattern !== 'string' || matchesPattern(pattern, text))
}

/** Omits the admin group if there are others, so that users created by tests are not allowed to do everything. */
function ordinaryGroups(choices: readonly Json[]): readonly Json[] {
  const others = choices.filter((choice) => choice !== 'admin')
  return others.length === 0 ? choices : others
}

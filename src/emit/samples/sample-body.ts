import type { Field, ItemType, Json, JsonSchema, Model } from '../../ir/index.js'
import { linearPattern } from '../../../templates/runtime/values/schema-pattern.js'
import { listOf, objectOf } from '../json.js'
import { isRestricted } from '../shared.js'
import { oncePer } from '../once.js'
import { writeRuleOf } from '../../ir/lookup.js'
import { isCombined, sampleOfAlternatives } from './alternatives.js'
import {
  type Lengths,
  lengthsOf,
  pick,
  type SampleContext,
  sampleNumber,
  sampleText,
  sampleValue,
} from './sample-value.js'

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
  if (UNSURE.some((keyword) => keyword in model.schema)) return null
  if (!isCombined(model.schema)) return plainSample(model, model.schema, n)
  const bodyOf = ({ stored, virtual, internal }: SampleBody): Json => ({ ...stored, ...virtual, ...internal })
  const sample = (isWhole: boolean): SampleBody | undefined =>
    sampleOfAlternatives(
      model.schema,
      model.schema,
      (schema) => plainSample(model, schema, n, isWhole) ?? undefined,
      bodyOf,
    )
  // An alternative can forbid the optional fields of the others.
  return sample(true) ?? sample(false) ?? null
}

/** @param isWhole whether the sample has optional fields */
function plainSample(model: Model, bodySchema: JsonSchema, n: number, isWhole = true): SampleBody | null {
  const properties = objectOf(bodySchema['properties'])
  const required = listOf(bodySchema['required'])
  const values: Record<keyof SampleBody, [string, Json][]> = { stored: [], virtual: [], internal: [] }
  for (const field of model.fields) {
    if (field.type === 'id_field' || field.type === 'foreign_key') continue
    const schema = objectOf(properties[field.name] ?? field.json)
    const isRequired = isInherited(field.name) || required.includes(field.name)
    if (!field.stored && !isRequired) continue
    const isInternal = isRestricted(model, field.name)
    const context = { root: model.schema, name: field.name, n, checksExamples: true }
    const isNeeded = isRequired || isRequiredOnCreate(model, field)
    if ((isInternal || !isWhole) && !isNeeded) continue
    const value = isInternal && !field.stored ? undefined : sampleField(field, schema, context)
    const part = isInternal ? 'internal' : field.stored ? 'stored' : 'virtual'
    if (value !== undefined) values[part].push([field.name, value])
    else if (isNeeded) return null
  }
  return {
    stored: Object.fromEntries(values.stored),
    virtual: Object.fromEntries(values.virtual),
    internal: Object.fromEntries(values.internal),
  }
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

const MIN_EMAIL_LENGTH = 40

/**
 * Returns a field's format. By default, a field named `email` contains an email address, unless the field has a pattern
 * or is short.
 */
function formatOf({ name }: Field, { format, pattern }: JsonSchema, longest: number): Json | undefined {
  const isEmail = name === 'email' && pattern === undefined && longest >= MIN_EMAIL_LENGTH
  return format ?? (isEmail ? 'email' : undefined)
}

/** Returns a value that is valid for a field and its schema, or undefined if none can be generated. */
export function sampleField(field: Field, schema: JsonSchema, context: SampleContext): Json | undefined {
  if (!field.stored) return sampleValue(schema, context)
  if (isCombined(schema)) {
    const make = (alternative: JsonSchema): Json | undefined => sampleField(field, alternative, context)
    return sampleOfAlternatives(schema, context.root, make, (value) => value)
  }
  const { minLength, maxLength, choices, itemType } = field.constraints
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return pick(schema['enum'], context.n)
  switch (field.type) {
    case 'choice':
      return pick(choices ?? [], context.n)
    case 'string':
    case 'text': {
      const lengths = within(lengthsOf(schema), minLength, maxLength)
      return sampleText(schema, context, { format: formatOf(field, schema, lengths.longest), lengths })
    }
    case 'integer':
    case 'small_integer':
    case 'big_integer':
    case 'interval':
      return sampleNumber(schema, context.n, true)
    case 'float':
      return sampleNumber(schema, context.n, false)
    case 'decimal':
      return sampleDecimal(field, schema, context.n)
    case 'boolean':
      return true
    case 'date':
      return sampleText(schema, context, { format: 'date', lengths: lengthsOf(schema) })
    case 'datetime':
      return sampleText(schema, context, { format: 'date-time', lengths: lengthsOf(schema) })
    case 'time':
      return sampleTime(schema, context)
    case 'binary':
      return Buffer.from(`${field.name} ${context.n}`).toString('base64')
    case 'list':
      return sampleList(schema, itemType, choices, context)
    case 'dict':
      return sampleValue({ ...schema, type: 'object' }, context)
    case 'pickle':
      return sampleValue({ type: 'object', ...schema }, context)
    case 'id_field':
    case 'foreign_key':
      return undefined
  }
}

/** Restricts lengths to those that the column allows. */
function within({ shortest, longest }: Lengths, least: number | null, most: number | null): Lengths {
  return { shortest: Math.max(shortest, least ?? 0), longest: Math.min(longest, most ?? Infinity) }
}

function sampleDecimal({ constraints }: Field, schema: JsonSchema, n: number): Json | undefined {
  const { precision, scale } = constraints
  const isBelowOne = precision !== null && precision === scale
  const value = isBelowOne ? 0 : sampleNumber(schema, n, false)
  const types = schema['type']
  const takesNumbers = Array.isArray(types) ? types.includes('number') : types === 'number'
  if (value === undefined || takesNumbers) return value
  return [String(value), Number(value).toFixed(scale ?? 0)].find((text) => fitsPattern(text, schema))
}

function fitsPattern(text: string, { pattern }: JsonSchema): boolean {
  return typeof pattern !== 'string' || linearPattern(pattern).test(text)
}

/** Returns a time in the service's format, which has no offset. */
function sampleTime(schema: JsonSchema, context: SampleContext): string | undefined {
  const text = sampleText({ format: 'time' }, context)?.slice(0, -1)
  return text !== undefined && fitsPattern(text, schema) ? text : undefined
}

function sampleList(
  schema: JsonSchema,
  itemType: ItemType | null,
  choices: readonly Json[] | null,
  context: SampleContext,
): Json | undefined {
  const { items } = schema
  if (Array.isArray(items)) return undefined
  const typed: JsonSchema = {
    ...(itemType === null ? {} : ITEMS[itemType]),
    ...objectOf(items),
    ...(choices === null ? {} : { enum: ordinaryGroups(choices) }),
  }
  return sampleValue({ ...schema, type: 'array', items: typed }, context)
}

/** Omits the admin group if there are others, so that users created by tests are not allowed to do everything. */
function ordinaryGroups(choices: readonly Json[]): readonly Json[] {
  const others = choices.filter((choice) => choice !== 'admin')
  return others.length === 0 ? choices : others
}

/** The schemas for list items, keyed by type. */
const ITEMS: Readonly<Record<ItemType, JsonSchema>> = {
  string: {},
  text: {},
  integer: { type: 'integer' },
  small_integer: { type: 'integer' },
  big_integer: { type: 'integer' },
  float: { type: 'number' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  time: { type: 'string', enum: ['08:31:00', '08:32:00'] },
  interval: { type: 'integer' },
  binary: { type: 'string', enum: ['c2FtcGxl', 'b3RoZXI='] },
  choice: {},
  dict: { type: 'object' },
  pickle: { type: 'object' },
}

import {
  effectiveSchema,
  type FieldType,
  isObject,
  type Json,
  type JsonSchema,
  type JsonType,
  jsonTypeOf,
} from '../../ir/index.js'
import { typesOf } from '../keywords/json-form.js'

/** How a property without database settings is stored: values of `_db_settings`. */
export interface InferredSettings {
  readonly type: FieldType
  readonly item_type?: FieldType
  readonly choices?: readonly Json[]
  readonly min_length?: number
  readonly max_length?: number
  readonly scale?: number
  readonly default?: Json
  readonly required?: true
}

/** The field type for each JSON type. */
const BY_TYPE: Readonly<Record<JsonType, FieldType>> = {
  string: 'string',
  integer: 'integer',
  number: 'float',
  boolean: 'boolean',
  array: 'list',
  object: 'dict',
  null: 'pickle',
}

/** The field types for formats. Values of other formats, such as `time` with its offset, are stored as they are. */
const BY_FORMAT: Readonly<Partial<Record<JsonType, Readonly<Record<string, FieldType>>>>> = {
  string: { date: 'date', 'date-time': 'datetime', byte: 'binary', binary: 'binary' },
  integer: { int64: 'big_integer', uint32: 'big_integer', uint64: 'big_integer' },
  number: { decimal: 'decimal' },
}

/** Returns how values with a JSON schema are stored. */
export function inferredSettings(written: JsonSchema): InferredSettings {
  const schema = effectiveSchema(written)
  const fallback = schema['default']
  const value = fallback === undefined || fallback === null ? {} : { default: fallback }
  return { ...storedAs(schema), ...value, ...constantOf(schema) }
}

function storedAs(schema: JsonSchema): InferredSettings {
  const values = valuesIn(schema)
  if (values !== null && values.length > 0 && values.every((value) => typeof value === 'string'))
    return { type: 'choice', choices: values }
  const type = onlyType(schema)
  switch (type) {
    case null:
      return { type: 'pickle' }
    case 'string':
      return { type: formatted(type, schema), ...lengths(schema) }
    case 'integer':
      return { type: isWithin32Bits(schema) ? formatted(type, schema) : 'big_integer' }
    case 'number': {
      const scale = scaleOf(schema['multipleOf'])
      return scale === null ? { type: formatted(type, schema) } : { type: 'decimal', scale }
    }
    case 'array':
      return { type: 'list', ...itemsOf(schema['items']) }
    default:
      return { type: BY_TYPE[type] }
  }
}

function formatted(type: JsonType, { format, contentEncoding }: JsonSchema): FieldType {
  const known = BY_FORMAT[type]
  const name = contentEncoding === 'base64' ? 'byte' : String(format)
  return (known !== undefined && Object.hasOwn(known, name) ? known[name] : undefined) ?? BY_TYPE[type]
}

function lengths(schema: JsonSchema): Pick<InferredSettings, 'min_length' | 'max_length'> {
  const { minLength, maxLength } = schema
  if (formatted('string', schema) !== 'string') return {}
  return {
    ...(typeof minLength === 'number' && minLength > 0 ? { min_length: minLength } : {}),
    ...(typeof maxLength === 'number' && maxLength > 0 ? { max_length: maxLength } : {}),
  }
}

function isWithin32Bits({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): boolean {
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter(
    (bound) => typeof bound === 'number',
  )
  return bounds.every((bound) => bound >= -(2 ** 31) && bound <= 2 ** 31)
}

/** Returns the number of decimals that `multipleOf` allows, or null if it does not limit them. */
function scaleOf(multiple: Json | undefined): number | null {
  if (typeof multiple !== 'number' || Number.isInteger(multiple)) return null
  const [, decimals = '', exponent = '0'] = /^\d*(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(multiple)) ?? []
  const scale = decimals.length + Number(exponent)
  return scale > 0 && scale <= MAX_SCALE ? scale : null
}

const MAX_SCALE = 34

/** Returns the schema of a decimal without a `multipleOf` that only repeats its scale, which double precision blurs. */
export function withoutScale(schema: JsonSchema, scale: number | null): JsonSchema {
  const { multipleOf, ...others } = schema
  return scale !== null && multipleOf === Number(`1e-${scale}`) ? others : schema
}

/** Returns the type of the items in a list. Only items of one type that is never null have their own form. */
function itemsOf(items: Json | undefined): Pick<InferredSettings, 'item_type' | 'choices'> {
  if (!isObject(items)) return { item_type: 'pickle' }
  const schema = effectiveSchema(items)
  const { type, choices } = storedAs(schema)
  if (type === 'list' || allowsNull(items)) return { item_type: 'pickle' }
  return type === 'choice'
    ? { item_type: 'string', ...(choices === undefined ? {} : { choices }) }
    : { item_type: type }
}

/** Returns the default of a property that has only one possible value. */
function constantOf(schema: JsonSchema): Pick<InferredSettings, 'default' | 'required'> {
  const values = valuesIn(schema)
  const [only, ...others] = values ?? []
  if (only === undefined || only === null || others.length > 0 || allowsNull(schema)) return {}
  return { default: only, required: true }
}

/** Returns the values that a schema lists, without null, or null if it lists none. */
function valuesIn(schema: JsonSchema): readonly Json[] | null {
  const values = 'const' in schema ? [schema['const'] ?? null] : schema['enum']
  return Array.isArray(values) ? values.filter((value: Json) => value !== null) : null
}

/** Returns the only JSON type that is not null, or null if there are several, or any. */
function onlyType(schema: JsonSchema): JsonType | null {
  const types = (typesOf(schema) ?? impliedTypes(schema)).filter((type) => type !== 'null')
  const [only] = new Set(types.includes('number') ? types.filter((type) => type !== 'integer') : types)
  return only !== undefined &&
    types.every((type) => type === only || (only === 'number' && type === 'integer'))
    ? only
    : null
}

/** Returns the types that the other keywords of a schema without `type` are for. */
function impliedTypes(schema: JsonSchema): readonly JsonType[] {
  const values = valuesIn(schema)
  if (values !== null) return values.map(jsonTypeOf)
  if ('properties' in schema || isObject(schema['additionalProperties'])) return ['object']
  if ('items' in schema || 'prefixItems' in schema) return ['array']
  return 'maxLength' in schema || 'pattern' in schema ? ['string'] : []
}

/** Returns whether a schema says that null is a value, also in its parts and alternatives. */
export function allowsNull(schema: Json): boolean {
  if (!isObject(schema)) return false
  const { allOf, anyOf, oneOf, enum: values } = schema
  const types = typesOf(schema)
  if (Array.isArray(values) && !values.includes(null)) return false
  if (types !== undefined) return types.includes('null')
  if ('const' in schema) return schema['const'] === null
  if (Array.isArray(values)) return true
  const alternatives = [anyOf, oneOf].filter((list) => Array.isArray(list))
  if (alternatives.length > 0) return alternatives.every((list) => list.some(allowsNull))
  return Array.isArray(allOf) && allOf.length > 0 && allOf.every(allowsNull)
}

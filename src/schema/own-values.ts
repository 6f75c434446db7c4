import type { Collector } from '../diagnostics/collector.js'
import {
  isObject,
  type Json,
  type JsonSchema,
  jsonTypeOf,
  matchesPattern,
  referredName,
} from '../ir/index.js'
import type { Node } from '../source/node.js'
import { typesOf } from './keywords/json-form.js'
import { isWithin } from './keywords/type-names.js'
import { shortPattern } from './pattern.js'

/** Returns the schema with a name, if any. */
type Lookup = (name: string) => Json | undefined

const MAX_DEPTH = 8
/** Patterns are not applied to longer texts. */
const MAX_LENGTH = 1000

/**
 * Returns why a schema refuses a value, or undefined if it does not. Considers types, `enum`, `const`, bounds, lengths,
 * patterns, items and properties, but not alternatives.
 */
export function refusal(value: Json, schema: Json, lookup: Lookup, depth = 0): string | undefined {
  if (!isObject(schema) || depth > MAX_DEPTH) return undefined
  const name = referredName(schema['$ref'])
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  const others = [...(name === null ? [] : [lookup(name) ?? null]), ...parts]
  return (
    ownRefusal(value, schema) ??
    others
      .map((each: Json) => refusal(value, each, lookup, depth + 1))
      .find((found) => found !== undefined) ??
    partRefusal(value, schema, lookup, depth)
  )
}

/** Returns whether a value is an integer that JavaScript's numbers do not contain exactly. Most are read as their text. */
export function isLargeInteger(value: Json, schema: JsonSchema): boolean {
  const types = typesOf(schema) ?? ['string']
  if (types.includes('string') || Number.isSafeInteger(Number(value))) return false
  if (typeof value === 'number') return Number.isInteger(value) && !types.includes('number')
  return typeof value === 'string' && /^-?\d{16,}$/.test(value)
}

function ownRefusal(value: Json, schema: JsonSchema): string | undefined {
  const { enum: values, const: constant, minLength, maxLength, minimum, maximum, pattern } = schema
  const types = typesOf(schema)
  const isLarge = isLargeInteger(value, schema)
  const type =
    isLarge || (typeof value === 'number' && Number.isInteger(value)) ? 'integer' : jsonTypeOf(value)
  if (types !== undefined && !types.some((each) => isWithin(type, each)))
    return `is not of type ${types.join(' or ')}`
  const text = JSON.stringify(value)
  const isOneOf = (all: Json): boolean =>
    Array.isArray(all) && all.some((each: Json) => JSON.stringify(each) === text)
  if (values !== undefined && !isObject(value) && !isOneOf(values)) return 'is not in "enum"'
  if (constant !== undefined && !isObject(value) && JSON.stringify(constant) !== text)
    return `is not ${JSON.stringify(constant)}`
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) return `is less than ${minimum}`
    if (typeof maximum === 'number' && value > maximum) return `is greater than ${maximum}`
    return numberRefusal(value, schema)
  }
  if (Array.isArray(value)) return countRefusal(value, schema)
  if (typeof value !== 'string' || isLarge) return undefined
  const length = [...value].length
  if (typeof minLength === 'number' && length < minLength) return `is shorter than ${minLength} characters`
  if (typeof maxLength === 'number' && length > maxLength) return `is longer than ${maxLength} characters`
  if (typeof pattern === 'string' && value.length <= MAX_LENGTH && !matchesPattern(pattern, value))
    return `does not match the pattern "${shortPattern(pattern)}"`
  return formatRefusal(value, schema)
}

function numberRefusal(value: number, schema: JsonSchema): string | undefined {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return `is not greater than ${exclusiveMinimum}`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return `is not less than ${exclusiveMaximum}`
  if (typeof multipleOf !== 'number') return undefined
  const times = value / multipleOf
  return Math.abs(times - Math.round(times)) > PRECISION ? `is not a multiple of ${multipleOf}` : undefined
}

/** Quotients of decimal numbers are not exact. Validators use the same precision. */
const PRECISION = 1e-9

function countRefusal(
  value: readonly Json[],
  { minItems, maxItems, uniqueItems }: JsonSchema,
): string | undefined {
  if (typeof minItems === 'number' && value.length < minItems) return `has fewer than ${minItems} items`
  if (typeof maxItems === 'number' && value.length > maxItems) return `has more than ${maxItems} items`
  const different = new Set(value.map((each) => JSON.stringify(each)))
  return uniqueItems === true && different.size < value.length ? 'has equal items' : undefined
}

/** The formats that services enforce. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': (text) => /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text) && isDate(text.slice(0, 10)),
  uuid: (text) => /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  )
}

function formatRefusal(value: string, { format }: JsonSchema): string | undefined {
  const isValid = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  return isValid?.(value) === false ? `is not a ${String(format)}` : undefined
}

function partRefusal(value: Json, schema: JsonSchema, lookup: Lookup, depth: number): string | undefined {
  const { items, properties, required } = schema
  if (Array.isArray(value) && isObject(items)) {
    const found = value.map((each: Json) => refusal(each, items, lookup, depth + 1))
    const index = found.findIndex((each) => each !== undefined)
    return index === -1 ? undefined : `has an item ${index} that ${found[index] ?? ''}`
  }
  if (!isObject(value) || !isObject(properties)) return undefined
  for (const [name, property] of Object.entries(properties)) {
    const member = value[name]
    const found = member === undefined ? undefined : refusal(member, property, lookup, depth + 1)
    if (found !== undefined) return `has a property "${name}" that ${found}`
  }
  const isMarked = (name: string, keyword: string): boolean => {
    const property = properties[name]
    return isObject(property) && (property[keyword] === true || '$ref' in property)
  }
  const missing = (Array.isArray(required) ? required.map(String) : []).find(
    (name) => !Object.hasOwn(value, name) && !isMarked(name, 'readOnly') && !isMarked(name, 'writeOnly'),
  )
  return missing === undefined ? undefined : `lacks the required property "${missing}"`
}

/** Warns about an example that its schema refuses. */
export function checkExample(
  { value, at }: { readonly value: Json; readonly at: Node['at'] },
  schema: Json,
  lookup: Lookup,
  collector: Collector,
): void {
  const why = refusal(value, schema, lookup)
  if (why === undefined) return
  collector.report('SVC3032', {
    message: `The example ${why}`,
    at,
    help: 'Correct the example or the schema',
  })
}

import type { Json, JsonSchema } from '../../ir/index.js'
import { isObject, listOf } from '../json.js'
import { checkOf, isCombined, resolvedIn, sampleOfAlternatives } from './alternatives.js'
import { patternText } from './pattern-text.js'

/** The context in which a sample is created. */
export interface SampleContext {
  /** The schema that contains the targets of `#/$defs/`. */
  readonly root: JsonSchema
  /** The name of the field or parameter. */
  readonly name: string
  /** Distinguishes samples: 1, 2, … */
  readonly n: number
  /** Whether to ignore the examples in schemas, which can violate them. */
  readonly ignoresExamples?: boolean
}

const MAX_DEPTH = 8

/** Optional properties below this depth are left out, because samples of large schemas would be huge. */
const MAX_DEPTH_OF_OPTIONAL = 4

/**
 * Returns a deterministic value that satisfies a schema, or undefined if none is certain to satisfy it.
 * @param schema a schema that contains only standard keywords, as in the IR
 */
export function sampleValue(schema: JsonSchema, context: SampleContext, depth = 0): Json | undefined {
  if (depth > MAX_DEPTH) return undefined
  const { $ref, const: constant, examples, enum: values } = schema
  if (constant !== undefined) return constant
  if (Array.isArray(examples) && examples.length > 0 && context.ignoresExamples !== true) return examples[0]
  if (typeof $ref === 'string') {
    const target = resolvedIn(context.root, schema)
    return '$ref' in target ? undefined : sampleValue(target, context, depth + 1)
  }
  if (isCombined(schema)) {
    const make = (alternative: JsonSchema): Json | undefined => sampleValue(alternative, context, depth + 1)
    return sampleOfAlternatives(schema, context.root, make, (value) => value)
  }
  if (Array.isArray(values)) return pick(values, context.n)
  switch (typeOf(schema)) {
    case 'string':
      return sampleText(schema, context)
    case 'integer':
    case 'number':
      return sampleNumber(schema, context.n)
    case 'boolean':
      return true
    case 'array':
      return sampleList(schema, context, depth)
    case 'object':
      return sampleObject(schema, context, depth)
    default:
      return null
  }
}

/**
 * Returns a deterministic value that satisfies a schema, or undefined if none is found.
 * @param shared the schema that contains the shared schemas, unless the schema has its own
 */
export function checkedSample(schema: JsonSchema, shared: JsonSchema): Json | undefined {
  const root = '$defs' in schema ? schema : shared
  for (const ignoresExamples of [false, true]) {
    const value = sampleValue(schema, { root, name: 'value', n: 1, ignoresExamples })
    if (value !== undefined && checkOf(schema, root)?.(value) === true) return value
  }
  return undefined
}

/** Returns one of the values, preferably not null. */
export function pick(values: readonly Json[], n: number): Json | undefined {
  const others = values.filter((value) => value !== null)
  return others.length === 0 ? values[0] : others[(n - 1) % others.length]
}

const FORMATS: Readonly<Record<string, (n: number) => string>> = {
  date: (n) => `2024-05-${two(n)}`,
  'date-time': (n) => `2024-05-${two(n)}T08:31:00.000Z`,
  time: (n) => `08:31:${two(n)}Z`,
  email: (n) => `someone-${n}@example.com`,
  hostname: (n) => `host-${n}.example.com`,
  ipv4: (n) => `192.0.2.${n}`,
  ipv6: (n) => `2001:db8::${n}`,
  uri: (n) => `https://example.com/${n}`,
  'uri-reference': (n) => `https://example.com/${n}`,
  uuid: (n) => `00000000-0000-4000-8000-0000000000${two(n)}`,
  byte: () => 'dGV4dA==',
  'json-pointer': (n) => `/${n}`,
}

/** The allowed lengths of a string, in characters. */
export interface Lengths {
  readonly shortest: number
  readonly longest: number
}

export function lengthsOf({ minLength, maxLength }: JsonSchema): Lengths {
  return { shortest: numberOf(minLength) ?? 0, longest: numberOf(maxLength) ?? Infinity }
}

/**
 * Returns a string that satisfies a format, a pattern and length limits. By default, these come from the schema.
 * Returns undefined if no string is found.
 */
export function sampleText(
  schema: JsonSchema,
  { name, n }: SampleContext,
  { format, lengths }: { readonly format: Json | undefined; readonly lengths: Lengths } = {
    format: schema['format'],
    lengths: lengthsOf(schema),
  },
): string | undefined {
  const { pattern } = schema
  const make = typeof format === 'string' ? FORMATS[format] : undefined
  const text = make === undefined ? named(name, lengths, n) : make(n)
  const fits = text.length >= lengths.shortest && text.length <= lengths.longest
  if (typeof pattern !== 'string') return fits ? text : undefined
  if (fits && new RegExp(pattern, 'u').test(text)) return text
  return make === undefined ? patternText(pattern, lengths, n) : undefined
}

/** Returns a string such as `title-1` with an allowed length. */
function named(name: string, { shortest, longest }: Lengths, n: number): string {
  const full = `${name}-${n}`.padEnd(shortest, 'x')
  if (full.length <= longest) return full
  const digits = String(n)
  return `${name.padEnd(shortest, 'x').slice(0, Math.max(0, longest - digits.length))}${digits}`.slice(
    0,
    longest,
  )
}

/** Returns a number within the bounds, which is `n` if possible. */
export function sampleNumber(
  schema: JsonSchema,
  n: number,
  isWhole = typeOf(schema) === 'integer',
): number | undefined {
  const multiple = numberOf(schema['multipleOf'])
  const gap = multiple ?? (isWhole ? 1 : 0.01)
  const lowest = bound(schema, 'minimum', gap) ?? -Infinity
  const highest = bound(schema, 'maximum', -gap) ?? Infinity
  for (const wished of [n, n * gap, lowest + (n - 1) * gap, lowest, highest, Math.ceil(lowest / gap) * gap]) {
    const value = rounded(wished)
    const isMultiple = multiple === undefined || Number.isInteger(rounded(value / multiple))
    if (value >= lowest && value <= highest && isMultiple && (!isWhole || Number.isInteger(value)))
      return value
  }
  return undefined
}

const EXCLUSIVE = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const

/** Returns an inclusive bound. An exclusive bound is moved by the gap. */
function bound(schema: JsonSchema, keyword: keyof typeof EXCLUSIVE, gap: number): number | undefined {
  const inclusive = numberOf(schema[keyword])
  const exclusive = numberOf(schema[EXCLUSIVE[keyword]])
  const moved = exclusive === undefined ? undefined : exclusive + gap
  if (inclusive === undefined || moved === undefined) return inclusive ?? moved
  return keyword === 'minimum' ? Math.max(inclusive, moved) : Math.min(inclusive, moved)
}

function rounded(value: number): number {
  return Number(value.toFixed(9))
}

function sampleList(schema: JsonSchema, context: SampleContext, depth: number): Json | undefined {
  const { items = {}, prefixItems = [], maxItems } = schema
  const fewest = Math.max(
    items === false && listOf(prefixItems).length === 0 ? 0 : 1,
    numberOf(schema['minItems']) ?? 0,
  )
  const count = Math.min(fewest, numberOf(maxItems) ?? Infinity)
  const list: Json[] = []
  for (let index = 0; index < count; index += 1) {
    const item = listOf(prefixItems)[index] ?? items
    const value = sampleValue(objectOf(item), { ...context, n: context.n + index }, depth + 1)
    if (value === undefined) return index < (numberOf(schema['minItems']) ?? 0) ? undefined : list
    list.push(value)
  }
  return list
}

function sampleObject(schema: JsonSchema, context: SampleContext, depth: number): Json | undefined {
  const { required, properties = {} } = schema
  const entries: [string, Json][] = []
  for (const [name, property] of Object.entries(objectOf(properties))) {
    const isRequired = Array.isArray(required) && required.includes(name)
    if (!isRequired && depth > MAX_DEPTH_OF_OPTIONAL) continue
    const value = sampleValue(objectOf(property), { ...context, name }, depth + 1)
    if (value !== undefined) entries.push([name, value])
    else if (isRequired) return undefined
  }
  const { additionalProperties = {} } = schema
  for (const each of Array.isArray(required) ? required : []) {
    const name = String(each)
    if (Object.hasOwn(objectOf(properties), name)) continue
    const value =
      additionalProperties === false
        ? undefined
        : sampleValue(objectOf(additionalProperties), { ...context, name }, depth + 1)
    if (value === undefined) return undefined
    entries.push([name, value])
  }
  const fewest = numberOf(schema['minProperties']) ?? 0
  const most = numberOf(schema['maxProperties']) ?? Infinity
  if (entries.length < fewest || entries.length > most) return undefined
  return Object.fromEntries(entries)
}

function typeOf({ type, properties }: JsonSchema): Json {
  const types = Array.isArray(type) ? type : [type ?? (properties === undefined ? 'string' : 'object')]
  return types.find((each: Json) => each !== 'null') ?? 'null'
}

/** Returns an object unchanged, and an empty object for any other value. */
export function objectOf(value: Json): JsonSchema {
  return isObject(value) ? value : {}
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function two(n: number): string {
  return String(((n - 1) % 28) + 1).padStart(2, '0')
}

import { dispatchOf } from '../../ir/alternatives.js'
import { type Json, type JsonSchema, matchesPattern, referredName } from '../../ir/index.js'
import { isMarked } from '../../ir/schema-parts.js'
import { withSubschemas } from '../../ir/subschemas.js'
import { isObject, listOf, objectOf } from '../json.js'
import { oncePer } from '../once.js'
import { checkOf, isCombined, merged, resolvedIn, sampleOfAlternatives } from './alternatives.js'
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
  /** Whether to use an example in a schema only if the schema allows it. */
  readonly checksExamples?: boolean
  /** Whether the sample is a response, which contains no `writeOnly` properties. */
  readonly isResponse?: true
  /** Whether to leave out all optional properties, which can exclude each other. */
  readonly onlyRequired?: true
  /** The steps that are left for a response. Other samples are small. */
  readonly steps?: { left: number }
  /** The name of the shared schema to which the last reference led. */
  readonly component?: string
}

const MAX_DEPTH = 8

/** Documents nest schemas more deeply in responses, in which each reference and each part of `allOf` is a step. */
const MAX_DEPTH_OF_RESPONSES = 20

/** Maximum number of steps for a response, because alternatives that fail can be tried again at each depth. */
const MAX_STEPS = 20_000

/** Optional properties below this depth are left out, because samples of large schemas would be huge. */
const MAX_DEPTH_OF_OPTIONAL = 4

/**
 * Returns a deterministic value that satisfies a schema, or undefined if none is certain to satisfy it.
 * @param schema a schema that contains only standard keywords, as in the IR
 */
export function sampleValue(schema: JsonSchema, context: SampleContext, depth = 0): Json | undefined {
  const { steps } = context
  if (depth > (steps === undefined ? MAX_DEPTH : MAX_DEPTH_OF_RESPONSES)) return undefined
  if (steps !== undefined && steps.left-- <= 0) return undefined
  const { $ref, const: constant, examples, enum: values } = schema
  if (constant !== undefined) return constant
  if (Array.isArray(examples) && examples.length > 0 && context.ignoresExamples !== true) {
    const [example = null] = examples
    if (context.checksExamples !== true || checkOf(schema, context.root)?.(example) === true) return example
  }
  if (typeof $ref === 'string') {
    const target = resolvedIn(context.root, schema)
    const component = referredName($ref) ?? undefined
    const inner = component === undefined ? context : { ...context, component }
    if ('$ref' in target) return undefined
    return sampleOfKind(target, inner, context, depth) ?? sampleValue(target, inner, depth + 1)
  }
  if (isCombined(schema)) {
    const inner = withoutName(schema, context)
    for (const more of [
      {},
      { ignoresExamples: true },
      { onlyRequired: true },
      { onlyRequired: true, ignoresExamples: true },
    ] as const) {
      const make = (alternative: JsonSchema): Json | undefined =>
        sampleValue(alternative, { ...inner, ...more }, depth + 1)
      const value = sampleOfAlternatives(withSelected(schema, context), context.root, make, (each) => each)
      if (value !== undefined) return value
    }
    return undefined
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
 * Returns a value of the first component in the mapping of a component whose values are of several kinds (`Pet`, of which
 * `Cat` is one by `allOf`), or undefined for other components.
 */
function sampleOfKind(
  base: JsonSchema,
  { root, component }: SampleContext,
  context: SampleContext,
  depth: number,
): Json | undefined {
  const mapping = Object.values(objectOf(objectOf(base['discriminator'])['mapping']))
  const kinds = mapping.map((target) => String(target).split('/').at(-1) ?? '')
  const [kind = ''] = kinds
  const isPart = context.component !== undefined || isCombined(base)
  if (isPart || kinds.includes(component ?? '') || !Object.hasOwn(objectOf(root['$defs']), kind))
    return undefined
  const value = sampleValue({ $ref: `#/$defs/${kind}` }, context, depth + 1)
  return value !== undefined && checkOf(base, root)?.(value) === true ? value : undefined
}

/** Returns the example that a schema or the target of its reference declares, or undefined if there is none. */
export function declaredExample(schema: JsonSchema, root: JsonSchema): Json | undefined {
  const { examples } = resolvedIn(root, schema)
  return Array.isArray(examples) ? examples[0] : undefined
}

/**
 * Returns a deterministic response that satisfies a schema, or undefined if none is found.
 * @param shared the schema that contains the shared schemas, unless the schema has its own
 */
export function checkedSample(schema: JsonSchema, shared: JsonSchema): Json | undefined {
  const root = '$defs' in schema ? schema : shared
  for (const use of [
    {},
    { checksExamples: true },
    { ignoresExamples: true },
    { onlyRequired: true, ignoresExamples: true },
  ] as const) {
    const steps = { left: MAX_STEPS }
    const value = sampleValue(schema, { root, name: 'value', n: 1, ...use, isResponse: true, steps })
    if (value !== undefined && checkOf(schema, root)?.(value) === true) return value
  }
  return undefined
}

/**
 * Returns a sample that satisfies one or several alternatives of each `oneOf`, which often include each other: `oneOf:
 * [User, UserWithRole]`. Returns undefined if none is found.
 */
export function sampleOfAny(schema: JsonSchema, shared: JsonSchema): Json | undefined {
  return checkedSample(withAnyOf(schema), anyOfIn(shared))
}

/** Returns a schema with `anyOf` in place of each `oneOf`. */
function withAnyOf(schema: JsonSchema): JsonSchema {
  const { oneOf, anyOf, ...others } = withSubschemas(schema, withAnyOf)
  const [first, ...more] = [oneOf, anyOf].flatMap((each) => (each === undefined ? [] : [{ anyOf: each }]))
  const own = { ...others, ...first }
  return more.length === 0 ? own : { allOf: [own, ...more] }
}

const anyOfIn = oncePer(withAnyOf)

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
  'relative-json-pointer': (n) => `${n}`,
  duration: (n) => `P${n}D`,
  'uri-template': (n) => `https://example.com/${n}/{id}`,
  iri: (n) => `https://example.com/${n}`,
  'iri-reference': (n) => `https://example.com/${n}`,
  'idn-email': (n) => `someone-${n}@example.com`,
  'idn-hostname': (n) => `host-${n}.example.com`,
  regex: (n) => `^a{${n}}$`,
  url: (n) => `https://example.com/${n}`,
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
  const short = make?.(n)
  const text = short === undefined ? named(name, lengths, n) : lengthened(String(format), short, lengths, n)
  const fits = text.length >= lengths.shortest && text.length <= lengths.longest
  if (typeof pattern !== 'string') return fits ? text : undefined
  if (fits && matchesPattern(pattern, text)) return text
  if (make === undefined) return patternText(pattern, lengths, n) ?? extended(pattern, lengths, n)
  const check = checkOf({ ...schema, type: 'string', format: String(format) }, {})
  return [patternText(pattern, lengths, n), patternText(pattern, { ...lengths, shortest: 0 }, n)]
    .flatMap((part) => (part === undefined ? [] : withPart(text, part)))
    .find(
      (each) =>
        each.length >= lengths.shortest &&
        each.length <= lengths.longest &&
        !WITHOUT_YEAR.test(each) &&
        check?.(each) === true,
    )
}

/** Matches dates of the year 0, which databases do not store. */
const WITHOUT_YEAR = /^0000-/

/**
 * Returns a string that matches a pattern, and the text of a format with its start or end replaced by this string, because
 * many patterns describe only these, such as `^2023-` and `\.png$`.
 */
function withPart(text: string, part: string): readonly string[] {
  const cuts = Array.from({ length: text.length + 1 }, (_, index) => index)
  return [
    part,
    ...cuts.map((cut) => `${part}${text.slice(cut)}`),
    ...cuts.map((cut) => `${text.slice(0, text.length - cut)}${part}`),
    ...cuts.map((cut) => `${text.slice(0, cut)}${part.slice(cut)}`),
  ]
}

/** Returns a string that matches a pattern without an end, or without a beginning, and is long enough. */
function extended(pattern: string, lengths: Lengths, n: number): string | undefined {
  const { shortest } = lengths
  const text = patternText(pattern, { ...lengths, shortest: 0 }, n)
  return [text?.padEnd(shortest, 'x'), text?.padStart(shortest, 'x')].find(
    (each) => each !== undefined && matchesPattern(pattern, each),
  )
}

/** Shorter strings in formats. */
const SHORT: Readonly<Record<string, (n: number) => string>> = {
  'date-time': (n) => `2024-05-${two(n)}T08:31:00Z`,
  email: () => 'a@b.co',
  'idn-email': () => 'a@b.co',
  ipv6: (n) => `::${n}`,
  'uri-reference': (n) => `/${n}`,
  'iri-reference': (n) => `/${n}`,
}

/** Formats to which text can be added at the end, and to which it can be added at the start. */
const EXTENSIBLE = ['uri', 'uri-reference', 'iri', 'iri-reference', 'url', 'json-pointer', 'uri-template']
const PREFIXED = ['email', 'idn-email']

/** Returns a string in a format that is not shorter than allowed, if possible. */
function lengthened(format: string, text: string, { shortest, longest }: Lengths, n: number): string {
  const short = Object.hasOwn(SHORT, format) ? SHORT[format] : undefined
  if (text.length > longest && short !== undefined) return short(n)
  if (text.length > longest && EXTENSIBLE.includes(format)) return longest < 8 ? text : 'http://a'
  if (text.length >= shortest) return text
  if (EXTENSIBLE.includes(format)) return text.padEnd(shortest, 'x')
  return PREFIXED.includes(format) ? text.padStart(shortest, 'x') : text
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
  const middle =
    (numberOf(schema['exclusiveMinimum']) ?? lowest) / 2 +
    (numberOf(schema['exclusiveMaximum']) ?? highest) / 2
  const first = Math.ceil(rounded(lowest / gap)) * gap
  const last = Math.floor(rounded(highest / gap)) * gap
  const others = [lowest, highest, first, first - gap, last, last + gap]
  for (const wished of [n, n * gap, lowest + (n - 1) * gap, first + (n - 1) * gap, ...others]) {
    const value = rounded(wished)
    const isMultiple = multiple === undefined || Number.isInteger(rounded(value / multiple))
    if (isWithin(value, schema) && isMultiple && (!isWhole || Number.isInteger(value))) return value
  }
  // A range that is narrower than the gap.
  return !isWhole && multiple === undefined && Number.isFinite(middle) ? middle : undefined
}

function isWithin(
  value: number,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema,
): boolean {
  return (
    Number.isFinite(value) &&
    value >= (numberOf(minimum) ?? -Infinity) &&
    value <= (numberOf(maximum) ?? Infinity) &&
    value > (numberOf(exclusiveMinimum) ?? -Infinity) &&
    value < (numberOf(exclusiveMaximum) ?? Infinity)
  )
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
  const isUnique = schema['uniqueItems'] === true
  for (let index = 0; index < count; index += 1) {
    const item = listOf(prefixItems)[index] ?? items
    const used = new Set(isUnique ? list.map((each) => JSON.stringify(each)) : [])
    const value = distinctValue(objectOf(item), used, { ...context, n: context.n + index }, depth)
    if (value === undefined) return index < (numberOf(schema['minItems']) ?? 0) ? undefined : list
    list.push(value)
  }
  const { contains } = schema
  const wanted = contains === undefined ? 0 : (numberOf(schema['minContains']) ?? 1)
  const isFitting = checkOf(objectOf(contains), context.root)
  for (
    let missing = wanted - list.filter((each) => isFitting?.(each) === true).length;
    missing > 0;
    missing -= 1
  ) {
    const value = sampleValue(merged(objectOf(items), objectOf(contains)), context, depth + 1)
    if (value === undefined) return undefined
    if (list.length >= (numberOf(maxItems) ?? Infinity)) list.shift()
    list.push(value)
  }
  return list
}

/** Maximum number of values to try for an item of a list whose items differ. */
const MAX_TRIES = 20

/** Returns a value that is not among the used ones, which are JSON texts. */
function distinctValue(
  schema: JsonSchema,
  used: ReadonlySet<string>,
  context: SampleContext,
  depth: number,
): Json | undefined {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const isOther = tries > 0
    const next = { ...context, n: context.n + tries, ...(isOther ? { ignoresExamples: true } : {}) }
    const value = sampleValue(schema, next, depth + 1)
    if (value === undefined || !used.has(JSON.stringify(value))) return value
    if (typeof value === 'boolean' && !used.has(String(!value))) return !value
  }
  return undefined
}

function sampleObject(schema: JsonSchema, context: SampleContext, depth: number): Json | undefined {
  const { properties } = schema
  const required = listOf(schema['required']).map(String)
  const entries: [string, Json][] = []
  for (const [name, property] of Object.entries(objectOf(properties))) {
    const isRequired = required.includes(name)
    if (!isRequired && (depth > MAX_DEPTH_OF_OPTIONAL || context.onlyRequired === true)) continue
    if (!isRequired && isOmitted(property, context)) continue
    const value =
      discriminatorOf(schema, name, context) ??
      sampleValue(objectOf(property), withoutName(property, { ...context, name }), depth + 1)
    if (value !== undefined) entries.push([name, value])
    else if (isRequired) return undefined
  }
  for (const name of required.filter((each) => !Object.hasOwn(objectOf(properties), each))) {
    const value = memberValue(schema, name, context, depth)
    if (value === undefined) return undefined
    entries.push([name, value])
  }
  return fitting(schema, new Map(entries), context, depth)
}

/** Returns the context of a part of a value, which is not the component itself. */
function withoutName(schema: Json, context: SampleContext): SampleContext {
  const { component: _, ...others } = context
  return isObject(schema) && ('allOf' in schema || 'discriminator' in schema) ? context : others
}

/** Returns a schema with the values that select its alternatives, which `discriminator` lists. */
function withSelected(schema: JsonSchema, { root }: SampleContext): JsonSchema {
  return 'discriminator' in schema ? selecting(root)(schema) : schema
}

const selecting = oncePer((root: JsonSchema) => oncePer((schema: JsonSchema) => selected(schema, root)))

function selected(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const definitions = objectOf(root['$defs'])
  const dispatch = dispatchOf(schema, (name) => definitions[name])
  if (dispatch === null) return schema
  const { property, cases } = dispatch
  return {
    ...schema,
    [dispatch.keyword]: cases.map(({ values, schema: each }) => ({
      allOf: [each, { properties: { [property]: { enum: values } }, required: [property] }],
    })),
  }
}

/** Returns the value of a property that says to which component an object belongs, or undefined for other properties. */
function discriminatorOf(
  schema: JsonSchema,
  name: string,
  { component, root }: SampleContext,
): string | undefined {
  const { discriminator, properties } = schema
  if (!isObject(discriminator) || discriminator['propertyName'] !== name) return undefined
  const property = resolvedIn(root, objectOf(objectOf(properties)[name]))
  if ('const' in property || 'enum' in property) return undefined
  const mapping = Object.entries(objectOf(discriminator['mapping']))
  const own = mapping.find(([, target]) => String(target).split('/').at(-1) === component)
  return own?.[0] ?? component ?? mapping[0]?.[0]
}

/** Returns whether a sample does not contain an optional property: no value is valid, or no response shows it. */
function isOmitted(property: Json, { root, isResponse }: SampleContext): boolean {
  if (property === false) return true
  const definitions = objectOf(root['$defs'])
  return isResponse === true && isMarked(objectOf(property), 'writeOnly', (name) => definitions[name])
}

/** Returns a value for a member that `properties` does not contain. */
function memberValue(
  schema: JsonSchema,
  name: string,
  context: SampleContext,
  depth: number,
): Json | undefined {
  const { additionalProperties = {}, patternProperties } = schema
  const matching = Object.entries(objectOf(patternProperties)).filter(([pattern]) =>
    matchesPattern(pattern, name),
  )
  const described = matching.length > 0 ? { allOf: matching.map(([, each]) => each) } : additionalProperties
  const [only] = matching.map(([, each]) => each)
  const member = matching.length === 1 && only !== undefined ? only : described
  return member === false ? undefined : sampleValue(objectOf(member), { ...context, name }, depth + 1)
}

/** Returns an object with as many members as a schema allows, without those that it does not allow together. */
function fitting(
  schema: JsonSchema,
  members: ReadonlyMap<string, Json>,
  context: SampleContext,
  depth: number,
): Json | undefined {
  const { required, propertyNames, patternProperties, dependentRequired } = schema
  const needed = new Set(listOf(required).map(String))
  const entries = new Map(members)
  const dependencies = Object.entries(objectOf(dependentRequired))
  // A member that is added can require others.
  for (const [name, others] of dependencies.flatMap(() => dependencies)) {
    const lacking = listOf(others)
      .map(String)
      .filter((other) => !entries.has(other))
    if (!entries.has(name) || lacking.length === 0) continue
    if (!needed.has(name)) {
      entries.delete(name)
      continue
    }
    for (const other of lacking) {
      // A declared property that is missing has no value.
      const isDeclared = Object.hasOwn(objectOf(schema['properties']), other)
      const value = isDeclared ? undefined : memberValue(schema, other, context, depth)
      if (value === undefined) return undefined
      entries.set(other, value)
      needed.add(other)
    }
  }
  const most = numberOf(schema['maxProperties']) ?? Infinity
  for (const name of [...entries.keys()].reverse())
    if (entries.size > most && !needed.has(name)) entries.delete(name)
  const fewest = Math.max(numberOf(schema['minProperties']) ?? 0, 0)
  const patterns = Object.keys(objectOf(patternProperties))
  const nameOf = (n: number): string | undefined => {
    if (isObject(propertyNames)) {
      const name = sampleValue({ type: 'string', ...propertyNames }, { ...context, name: 'key', n })
      return typeof name === 'string' ? name : undefined
    }
    const [pattern] = patterns
    if (pattern === undefined || schema['additionalProperties'] !== false) return `key-${n}`
    return patternText(pattern, { shortest: 0, longest: Infinity }, n)
  }
  for (let n = 1; entries.size < fewest && n <= fewest * 2; n += 1) {
    const name = nameOf(n)
    const value = name === undefined ? undefined : memberValue(schema, name, context, depth)
    if (name === undefined || value === undefined) return undefined
    entries.set(name, value)
  }
  return entries.size < fewest || entries.size > most ? undefined : Object.fromEntries(entries)
}

function typeOf({ type, properties }: JsonSchema): Json {
  const types = Array.isArray(type) ? type : [type ?? (properties === undefined ? 'string' : 'object')]
  return types.find((each: Json) => each !== 'null') ?? 'null'
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function two(n: number): string {
  return String(((n - 1) % 28) + 1).padStart(2, '0')
}

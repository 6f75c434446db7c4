import { dispatchOf } from '../ir/alternatives.js'
import { type Json, type JsonSchema, matchesPattern, referredName, isObject } from '../ir/index.js'
import { isMarked } from '../ir/schema-parts.js'
import { withSubschemas } from '../ir/subschemas.js'
import { checkOf, isCombined, merged, resolvedIn, sampleOfAlternatives } from './alternatives.js'
import { patternText } from './pattern-text.js'
import { listOf, objectOf } from '../ir/json.js'
import { oncePer } from '../ir/once.js'

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
  /** Whether to leave out all optional properties, which can exclude each other. */
  readonly onlyRequired?: true
  /** Whether the sample must differ from those before it: booleans are not always true, and texts that match a pattern have a number. */
  readonly varies?: true
  /** The steps that are left for a response, which contains no `writeOnly` properties. Other samples are small. */
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
      ...othersThan(inner),
    ] as const) {
      const value = sampleOfAlternatives(withSelected(context.root)(schema), context.root, (alternative) =>
        sampleValue(alternative, { ...inner, ...more }, depth + 1),
      )
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
      return context.varies !== true || context.n % 2 === 1
    case 'array':
      return sampleList(schema, context, depth)
    case 'object':
      return sampleObject(schema, context, depth)
    default:
      return null
  }
}

/** Maximum number of values to try where others are not allowed: `not: { enum: [1, 2] }`, or in a list whose items differ. */
const MAX_TRIES = 20

/** Returns what to change in the context of a value that is not allowed in order to get others. */
function othersThan({ n, varies }: SampleContext) {
  // Values within a value that varies are made anew with it.
  if (varies === true) return []
  return Array.from({ length: MAX_TRIES }, (_, index) => ({
    n: n + index + 1,
    ignoresExamples: true,
    varies: true as const,
  }))
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
    const value = sampleValue(schema, { root, name: 'value', n: 1, ...use, steps })
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
  const { oneOf, ...others } = withSubschemas(schema, withAnyOf)
  if (oneOf === undefined) return others
  return 'anyOf' in others ? { allOf: [others, { anyOf: oneOf }] } : { ...others, anyOf: oneOf }
}

const anyOfIn = oncePer(withAnyOf)

/** Returns one of the values, preferably not null. */
function pick(values: readonly Json[], n: number): Json | undefined {
  const others = values.filter((value) => value !== null)
  return others.length === 0 ? values[0] : others[(n - 1) % others.length]
}

/** Returns strings in a format, of which the first one that a schema allows is taken. */
type MakeTexts = (n: number, shortest: number) => readonly string[]

const email: MakeTexts = (n, shortest) => [`someone-${n}@example.com`.padStart(shortest, 'x'), 'a@b.co']
const uri: MakeTexts = (n, shortest) => [`https://example.com/${n}`.padEnd(shortest, 'x'), 'http://a']
const uriReference: MakeTexts = (n, shortest) => [...uri(n, shortest).slice(0, 1), `/${n}`]
const hostname: MakeTexts = (n) => [`host-${n}.example.com`]

const FORMATS: Readonly<Record<string, MakeTexts>> = {
  date: (n) => [`2024-05-${two(n)}`],
  'date-time': (n) => [`2024-05-${two(n)}T08:31:00.000Z`, `2024-05-${two(n)}T08:31:00Z`],
  time: (n) => [`08:31:${two(n)}Z`],
  // A time without an offset (RFC 3339, 5.6).
  'partial-time': (n) => [`08:31:${two(n)}`],
  email,
  hostname,
  ipv4: (n) => [`192.0.2.${n}`],
  ipv6: (n) => [`2001:db8::${n}`, `::${n}`],
  uri,
  'uri-reference': uriReference,
  uuid: (n) => [`00000000-0000-4000-8000-0000000000${two(n)}`],
  byte: (n) => [Buffer.from('text'.repeat(n)).toString('base64')],
  'json-pointer': (n, shortest) => [`/${n}`.padEnd(shortest, 'x')],
  'relative-json-pointer': (n) => [`${n}`],
  duration: (n) => [`P${n}D`],
  'uri-template': (n, shortest) => [`https://example.com/${n}/{id}`.padEnd(shortest, 'x')],
  iri: uri,
  'iri-reference': uriReference,
  'idn-email': email,
  'idn-hostname': hostname,
  regex: (n) => [`^a{${n}}$`],
  url: uri,
}

/** Maximum length of the texts, lists and objects that are made. Schemas can require any length. */
const LARGEST = 10_000

/** Returns a string that satisfies the format, the pattern and the lengths of a schema. Undefined if none is found. */
function sampleText(schema: JsonSchema, { name, n, varies }: SampleContext): string | undefined {
  const { format, pattern } = schema
  const shortest = numberOf(schema['minLength']) ?? 0
  const longest = numberOf(schema['maxLength']) ?? Infinity
  if (shortest > LARGEST) return undefined
  const isShort = (text: string): boolean => text.length >= shortest && text.length <= longest
  const isMatch = (text: string): boolean =>
    isShort(text) && (typeof pattern !== 'string' || matchesPattern(pattern, text))
  const make = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  const texts = make?.(n, shortest) ?? [named(name, { shortest, longest }, n)]
  const found = texts.find(isMatch)
  if (found !== undefined || typeof pattern !== 'string') return found
  const matching = [shortest, 0].flatMap(
    (least) => patternText(pattern, { shortest: least, longest }, n) ?? [],
  )
  // A pattern without an end or without a beginning.
  const extended = matching.flatMap((text) => [
    ...(varies === true ? [`${text}${n}`] : []),
    text,
    text.padEnd(shortest, 'x'),
    text.padStart(shortest, 'x'),
  ])
  if (make === undefined) return extended.find(isMatch)
  const isValid = checkOf({ ...schema, type: 'string' }, {})
  return texts
    .flatMap((text) => matching.flatMap((part) => withPart(text, part)))
    .find((text) => isMatch(text) && !WITHOUT_YEAR.test(text) && isValid?.(text) === true)
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

/** Returns a string such as `title-1` with an allowed length. */
function named(
  name: string,
  { shortest, longest }: Readonly<Record<'shortest' | 'longest', number>>,
  n: number,
): string {
  const full = `${name}-${n}`.padEnd(shortest, 'x')
  if (full.length <= longest) return full
  const digits = String(n)
  return `${name.padEnd(shortest, 'x').slice(0, Math.max(0, longest - digits.length))}${digits}`.slice(
    0,
    longest,
  )
}

/** Returns a number within the bounds, which is `n` if possible. */
export function sampleNumber(schema: JsonSchema, n: number): number | undefined {
  const isWhole = typeOf(schema) === 'integer'
  const multiple = numberOf(schema['multipleOf'])
  const gap = multiple ?? (isWhole ? 1 : 0.01)
  const [least, most] = [numberOf(schema['minimum']) ?? -Infinity, numberOf(schema['maximum']) ?? Infinity]
  const above = numberOf(schema['exclusiveMinimum']) ?? -Infinity
  const below = numberOf(schema['exclusiveMaximum']) ?? Infinity
  const [lowest, highest] = [Math.max(least, above + gap), Math.min(most, below - gap)]
  const isAllowed = (value: number): boolean =>
    Number.isFinite(value) && value >= least && value <= most && value > above && value < below
  const first = Math.ceil(rounded(lowest / gap)) * gap
  const last = Math.floor(rounded(highest / gap)) * gap
  const others = [lowest, highest, first, first - gap, last, last + gap]
  for (const wished of [n, n * gap, lowest + (n - 1) * gap, first + (n - 1) * gap, ...others]) {
    const value = rounded(wished)
    const isMultiple = multiple === undefined || Number.isInteger(rounded(value / multiple))
    if (isAllowed(value) && isMultiple && (!isWhole || Number.isInteger(value))) return value
  }
  // A range that is narrower than the gap.
  const middle = Math.max(least, above) / 2 + Math.min(most, below) / 2
  return !isWhole && multiple === undefined && isAllowed(middle) ? middle : undefined
}

function rounded(value: number): number {
  return Number(value.toFixed(9))
}

function sampleList(schema: JsonSchema, context: SampleContext, depth: number): Json | undefined {
  const { items = {}, contains, minItems, maxItems } = schema
  const wanted = contains === undefined ? 0 : (numberOf(schema['minContains']) ?? 1)
  const fewest = Math.max(numberOf(minItems) ?? 0, wanted)
  const known = listOf(schema['prefixItems']).length
  const usual = items === false && known === 0 ? 0 : 1
  const most = numberOf(maxItems) ?? Infinity
  const count = Math.min(Math.max(usual, fewest), most)
  if (count > LARGEST) return undefined
  const make = (length: number): Json | undefined =>
    listOfLength(length, schema, { wanted, fewest }, context, depth)
  // Items of "prefixItems" are possibly not the ones that "contains" wants, which then follow them.
  const more = Math.min(known + wanted, most)
  if (wanted === 0 || more <= count) return make(count)
  const isValid = checkOf(schema, context.root)
  return [count, more].map(make).find((list) => list !== undefined && isValid?.(list) === true)
}

/** Returns a list, of which the last items satisfy `contains`. */
function listOfLength(
  length: number,
  { items = {}, contains, prefixItems, uniqueItems }: JsonSchema,
  { wanted, fewest }: Readonly<Record<'wanted' | 'fewest', number>>,
  context: SampleContext,
  depth: number,
): Json | undefined {
  const list: Json[] = []
  const used = new Set<string>()
  for (let index = 0; index < length; index += 1) {
    const item = objectOf(listOf(prefixItems)[index] ?? items)
    const isWanted = index >= length - wanted
    const inner = { ...context, n: context.n + index }
    const value = distinctValue(isWanted ? merged(item, objectOf(contains)) : item, used, inner, depth)
    if (value === undefined) return index < fewest ? undefined : list
    list.push(value)
    if (uniqueItems === true) used.add(JSON.stringify(value))
  }
  return list
}

/** Returns a value that is not among the used ones, which are JSON texts. */
function distinctValue(
  schema: JsonSchema,
  used: ReadonlySet<string>,
  context: SampleContext,
  depth: number,
): Json | undefined {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const other = tries > 0 ? ({ ignoresExamples: true, varies: true } as const) : {}
    const value = sampleValue(schema, { ...context, n: context.n + tries, ...other }, depth + 1)
    if (value === undefined || !used.has(JSON.stringify(value))) return value
  }
  return undefined
}

function sampleObject(schema: JsonSchema, context: SampleContext, depth: number): Json | undefined {
  const properties = objectOf(schema['properties'])
  const needed = neededNames(schema)
  const members = new Map<string, Json>()
  for (const [name, property] of Object.entries(properties)) {
    const isLeftOut =
      depth > MAX_DEPTH_OF_OPTIONAL || context.onlyRequired === true || isOmitted(property, context)
    if (!needed.has(name) && isLeftOut) continue
    const value =
      discriminatorOf(schema, name, context) ??
      sampleValue(objectOf(property), withoutName(property, { ...context, name }), depth + 1)
    if (value !== undefined) members.set(name, value)
    else if (needed.has(name)) return undefined
  }
  for (const name of needed) {
    if (Object.hasOwn(properties, name)) continue
    const value = memberValue(schema, name, context, depth)
    if (value === undefined) return undefined
    members.set(name, value)
  }
  const dependencies = Object.entries(objectOf(schema['dependentRequired']))
  // A member that is removed can be one that others require.
  for (const [name, others] of dependencies.flatMap(() => dependencies))
    if (!needed.has(name) && !listOf(others).every((other) => members.has(String(other))))
      members.delete(name)
  const most = numberOf(schema['maxProperties']) ?? Infinity
  for (const name of [...members.keys()].reverse())
    if (members.size > most && !needed.has(name)) members.delete(name)
  const fewest = numberOf(schema['minProperties']) ?? 0
  if (fewest > LARGEST) return undefined
  for (let n = 1; members.size < fewest && n <= fewest * 2; n += 1) {
    const other = n > 1 ? ({ varies: true } as const) : {}
    const name = sampleValue(nameSchema(schema), { ...context, name: 'key', n, ...other })
    const value = typeof name === 'string' ? memberValue(schema, name, context, depth) : undefined
    if (value === undefined) return undefined
    members.set(String(name), value)
  }
  return members.size < fewest || members.size > most ? undefined : Object.fromEntries(members)
}

/** Returns the names that an object must have, with those that they require. */
function neededNames({ required, dependentRequired }: JsonSchema): ReadonlySet<string> {
  const names = new Set(listOf(required).map(String))
  const dependencies = new Map(Object.entries(objectOf(dependentRequired)))
  for (const name of names) for (const other of listOf(dependencies.get(name))) names.add(String(other))
  return names
}

/** Returns the schema of the names of members that are not declared. */
function nameSchema({ propertyNames, patternProperties, additionalProperties }: JsonSchema): JsonSchema {
  const [pattern] = additionalProperties === false ? Object.keys(objectOf(patternProperties)) : []
  return { type: 'string', ...(pattern === undefined ? {} : { pattern }), ...objectOf(propertyNames) }
}

/** Returns the context of a part of a value, which is not the component itself. */
function withoutName(schema: Json, context: SampleContext): SampleContext {
  const { component: _, ...others } = context
  return isObject(schema) && ('allOf' in schema || 'discriminator' in schema) ? context : others
}

/** Returns a schema with the values that select its alternatives, which `discriminator` lists. */
const withSelected = oncePer((root: JsonSchema) =>
  oncePer((schema: JsonSchema): JsonSchema => {
    const definitions = objectOf(root['$defs'])
    const dispatch = 'discriminator' in schema ? dispatchOf(schema, (name) => definitions[name]) : null
    if (dispatch === null) return schema
    const { property, cases } = dispatch
    const selected = cases.map(({ values, schema: each }) => ({
      allOf: [each, { properties: { [property]: { enum: values } }, required: [property] }],
    }))
    return { ...schema, [dispatch.keyword]: selected }
  }),
)

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
  // The mapping lists the kinds of a component with a discriminator, which need not be one of them.
  const base = component === undefined ? undefined : objectOf(root['$defs'])[component]
  const isBase = isObject(base) && 'discriminator' in base
  return own?.[0] ?? (isBase ? mapping[0]?.[0] : undefined) ?? component ?? mapping[0]?.[0]
}

/** Returns whether a sample does not contain an optional property: no value is valid, or no response shows it. */
function isOmitted(property: Json, { root, steps }: SampleContext): boolean {
  if (property === false) return true
  const definitions = objectOf(root['$defs'])
  return steps !== undefined && isMarked(objectOf(property), 'writeOnly', (name) => definitions[name])
}

/** Returns a value for a member that `properties` does not contain. */
function memberValue(
  schema: JsonSchema,
  name: string,
  context: SampleContext,
  depth: number,
): Json | undefined {
  const { additionalProperties = {}, patternProperties } = schema
  const matching = Object.entries(objectOf(patternProperties)).flatMap(([pattern, each]) =>
    matchesPattern(pattern, name) ? [each] : [],
  )
  const [member = additionalProperties, ...others] = matching
  if (member === false) return undefined
  const described = others.length === 0 ? objectOf(member) : { allOf: matching }
  return sampleValue(described, { ...context, name }, depth + 1)
}

/** Returns the first type of a schema, or the type that its other keywords are for if it has none. */
function typeOf(schema: JsonSchema): Json {
  const { type = impliedType(schema) } = schema
  const types = Array.isArray(type) ? type : [type]
  return types.find((each: Json) => each !== 'null') ?? 'null'
}

function impliedType({ properties, additionalProperties, items, prefixItems }: JsonSchema): string {
  if (properties !== undefined || isObject(additionalProperties)) return 'object'
  return items === undefined && prefixItems === undefined ? 'string' : 'array'
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function two(n: number): string {
  return String(((n - 1) % 28) + 1).padStart(2, '0')
}

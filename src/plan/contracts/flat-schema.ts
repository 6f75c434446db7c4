import { isObject, type Json, type JsonSchema, jsonTypeOf } from '../../ir/index.js'
import { objectOf, listOf } from '../../ir/json.js'

/** Returns the schema to which a reference points, or undefined. */
export type Find = (reference: string) => JsonSchema | undefined

/** A schema, and where its references point. */
export interface Located {
  readonly schema: JsonSchema
  readonly find: Find
}

/** A schema without references, `allOf` and null: what a value must satisfy, by keyword. */
export interface FlatSchema {
  /** Without null, sorted. Null for any type. */
  readonly types: readonly string[] | null
  readonly isNullable: boolean
  /** Without null. Null if any value is allowed. */
  readonly values: readonly Json[] | null
  readonly properties: ReadonlyMap<string, JsonSchema>
  readonly required: ReadonlySet<string>
  readonly anyOf: readonly JsonSchema[]
  readonly oneOf: readonly JsonSchema[]
  /** All keywords except those above, as merged. */
  readonly keywords: JsonSchema
}

const flattened = new WeakMap<JsonSchema, FlatSchema>()

/** Returns a schema with its references and the parts of `allOf` merged. */
export function flat({ schema, find }: Located): FlatSchema {
  const known = flattened.get(schema)
  if (known !== undefined) return known
  const merged = withoutNullAlternative(mergedOf(schema, find, new Set()), find)
  const {
    type,
    enum: listed,
    const: only,
    properties,
    required,
    anyOf,
    oneOf,
    nullable,
    ...keywords
  } = merged
  const values = Array.isArray(listed) ? listed : null
  const declared = typesOf(type) ?? (values === null ? null : valueTypes(values))
  const types = declared === null ? null : declared.filter((each) => each !== 'null')
  const found: FlatSchema = {
    types: types === null ? null : [...new Set(types)].toSorted(),
    isNullable:
      nullable === true || (declared?.includes('null') ?? (anyOf === undefined && oneOf === undefined)),
    values: values === null ? null : values.filter((value) => value !== null),
    properties: new Map(Object.entries(objectOf(properties)).map(([name, each]) => [name, asSchema(each)])),
    required: new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []),
    anyOf: schemasIn(anyOf),
    oneOf: schemasIn(oneOf),
    keywords: only === undefined ? keywords : { ...keywords, const: only },
  }
  flattened.set(schema, found)
  return found
}

/** Returns a schema, which can be `true` or `false`, as an object. */
export function asSchema(value: Json | undefined): JsonSchema {
  if (isObject(value)) return value
  return value === false ? NOTHING : ANYTHING
}

const ANYTHING: JsonSchema = {}
const NOTHING: JsonSchema = { not: {} }

export function schemasIn(value: Json | undefined): readonly JsonSchema[] {
  return Array.isArray(value) ? value.map(asSchema) : []
}

function typesOf(type: Json | undefined): readonly string[] | null {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((each) => typeof each === 'string') : null
}

function valueTypes(values: readonly Json[]): readonly string[] {
  return values.map((value) => jsonTypeOf(value))
}

/** Returns a schema with the target of its reference and the parts of its `allOf`. Cycles of references end. */
function mergedOf(schema: JsonSchema, find: Find, seen: ReadonlySet<JsonSchema>): JsonSchema {
  if (seen.has(schema)) return {}
  const within = new Set([...seen, schema])
  const { $ref, allOf, ...own } = schema
  const target = typeof $ref === 'string' ? find($ref) : undefined
  const parts = [...(target === undefined ? [] : [target]), ...schemasIn(allOf)]
  return parts.reduce<JsonSchema>((whole, part) => intersection(whole, mergedOf(part, find, within)), own)
}

/** Returns the keywords of two schemas that both apply. For most keywords, those of the first have precedence. */
function intersection(a: JsonSchema, b: JsonSchema): JsonSchema {
  const merged: Record<string, Json> = { ...b, ...a }
  for (const [keyword, value] of Object.entries(b)) {
    const own = a[keyword]
    if (own === undefined) continue
    if (keyword === 'properties') merged[keyword] = mergedProperties(asSchema(own), asSchema(value))
    else if (keyword === 'required') merged[keyword] = [...new Set([...listOf(own), ...listOf(value)])]
    else if (keyword === 'type' || keyword === 'enum') merged[keyword] = common(listOf(own), listOf(value))
    else if (UPPER.has(keyword)) merged[keyword] = Math.min(Number(own), Number(value))
    else if (LOWER.has(keyword)) merged[keyword] = Math.max(Number(own), Number(value))
    else if (keyword === 'additionalProperties' && value === false) merged[keyword] = false
  }
  return merged
}

const UPPER: ReadonlySet<string> = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
])
const LOWER: ReadonlySet<string> = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
])

function mergedProperties(a: JsonSchema, b: JsonSchema): JsonSchema {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return Object.fromEntries(
    names.map((name) => {
      const [one, two] = [a[name], b[name]]
      if (one === undefined || two === undefined) return [name, one ?? two ?? true]
      return [name, isSame(one, two) ? one : both(asSchema(one), asSchema(two))]
    }),
  )
}

const combined = new WeakMap<JsonSchema, WeakMap<JsonSchema, JsonSchema>>()

/** Returns a schema for values that satisfy two others, which is the same one for the same two, so that recursion ends. */
function both(one: JsonSchema, two: JsonSchema): JsonSchema {
  const ofFirst = combined.get(one) ?? new WeakMap<JsonSchema, JsonSchema>()
  combined.set(one, ofFirst)
  const schema = ofFirst.get(two) ?? { allOf: [one, two] }
  ofFirst.set(two, schema)
  return schema
}

function common(a: readonly Json[], b: readonly Json[]): readonly Json[] {
  return a.filter((value) => b.some((each) => isSame(each, value)))
}

/** Moves null from `anyOf` and `oneOf` to the type, and merges a single remaining alternative. */
function withoutNullAlternative(schema: JsonSchema, find: Find): JsonSchema {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const alternatives = schemasIn(schema[keyword])
    const others = alternatives.filter(({ type, ...more }) => type !== 'null' || Object.keys(more).length > 1)
    const hasNull = others.length < alternatives.length
    const [single, second] = others
    const { [keyword]: _list, ...rest } = schema
    if (single !== undefined && second === undefined) {
      const merged = intersection(rest, mergedOf(single, find, new Set()))
      return hasNull ? { ...merged, ...nullableType(merged) } : merged
    }
    if (hasNull) return { ...rest, [keyword]: [...others], nullable: true }
  }
  return schema
}

function nullableType({ type }: JsonSchema): JsonSchema {
  return type === undefined ? { nullable: true } : { type: [...listOf(type), 'null'] }
}

/** Returns whether two JSON values are equal. The order of keys is ignored. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || textOf(a) === textOf(b)
}

function textOf(value: Json | undefined): string {
  return JSON.stringify(value, (_key, each: Json) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
}

const MAX_DEPTH = 8

/** Returns a schema as text in which references are replaced by what they point to. Cycles end at the reference. */
export function expandedText({ schema, find }: Located): string {
  const expanded = (value: Json, open: readonly string[]): Json => {
    if (Array.isArray(value)) return value.map((each) => expanded(each, open))
    if (!isObject(value)) return value
    const { $ref, ...own } = value
    const isCut = open.length > MAX_DEPTH || open.includes(String($ref))
    const target = typeof $ref === 'string' && !isCut ? find($ref) : undefined
    if (target === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expanded(each, open)]))
    const inner = [...open, String($ref)]
    return { target: expanded(target, inner), own: expanded(own, open) }
  }
  return textOf(expanded(schema, []))
}

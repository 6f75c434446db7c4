import type { CompileSchema } from '../body/compiler.js'
import { linearPattern } from '../values/schema-pattern.js'
import { type Json, type JsonObject, isObject } from '../json.js'
import { HTTP_DATE, dateOf } from './http-date.js'
import type { ParameterSpecs, ParameterValue } from './parameter-spec.js'
import { isPartOf, type TextProperties } from './styles.js'

/** A value as written in a request, before its text is converted. */
export type Written = ParameterValue | readonly (string | object)[] | TextProperties

/**
 * Returns whether a name is that of a property of an object, which is a parameter itself in an exploded form. An object
 * of any properties has those that are no other declared parameters.
 */
export function namesIn(
  schema: JsonObject,
  resolve: CompileSchema['resolve'],
  specs: ParameterSpecs,
): (name: string) => boolean {
  const names = new Set<string>()
  let isOpen = false
  const add = (part: JsonObject, depth: number): boolean => {
    const { properties, patternProperties, additionalProperties, type } = part
    for (const name of isObject(properties) ? Object.keys(properties) : []) names.add(name)
    if (patternProperties !== undefined || (additionalProperties ?? false) !== false) isOpen = true
    const inner = depth > MAX_DEPTH ? [] : alternativesOf(part)
    const isDescribed = inner.map((each) => add(resolve(each), depth + 1)).includes(true)
    return isDescribed || properties !== undefined || additionalProperties === false || type !== 'object'
  }
  if (!add(schema, 0)) isOpen = true
  const deep = Object.entries(specs).filter(([, { style }]) => style === 'deepObject')
  const isOther = (name: string): boolean =>
    Object.hasOwn(specs, name) || deep.some(([owner]) => isPartOf(owner, name, DEEP, () => false))
  return (name) => names.has(name) || (isOpen && !isOther(name))
}

const DEEP = { style: 'deepObject', explode: true, isEncoded: true } as const

export type Kinds = ReadonlySet<'array' | 'object' | 'scalar'>

/** Returns which of `array` and `object` a schema allows, and `scalar` if it allows other values. */
export function kindsOf(schema: JsonObject, resolve: CompileSchema['resolve'], depth = 0): Kinds {
  if (depth > MAX_DEPTH) return new Set(['scalar'])
  const parts = alternativesOf(schema).map((part) => kindsOf(resolve(part), resolve, depth + 1))
  if (parts.length > 0) return new Set(parts.flatMap((part) => [...part]))
  return new Set(typesOf(schema).map((type) => (type === 'array' || type === 'object' ? type : 'scalar')))
}

const MAX_DEPTH = 8

function alternativesOf({ anyOf, oneOf, allOf }: JsonObject): readonly JsonObject[] {
  return [anyOf, oneOf, allOf].flatMap(schemasIn)
}

function schemasIn(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}

export function typesOf({
  type,
  properties,
  items,
  enum: choices,
  const: constant,
}: JsonObject): readonly Json[] {
  if (type !== undefined) return Array.isArray(type) ? type : [type]
  if (properties !== undefined) return ['object']
  if (items !== undefined) return ['array']
  const values: readonly Json[] =
    constant === undefined ? (Array.isArray(choices) ? choices : []) : [constant]
  return values.length === 0 ? ['string'] : values.map((value) => (value === null ? 'null' : typeof value))
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

/** The schema of a value that is not described. */
const ANY: JsonObject = {}

/** Converts text to the types in schemas. */
export class Conversion {
  readonly #compile: CompileSchema
  /** Values by schema: each part of an object can be converted for all alternatives of the schemas around it. */
  readonly #known = new WeakMap<object, Map<JsonObject, Written>>()

  constructor(compile: CompileSchema) {
    this.#compile = compile
  }

  /** Returns text, a list or an object with values of the types that the schema describes, as far as it is valid. */
  value(written: Written, schema: JsonObject, depth = 0): Written {
    const resolved = this.#compile.resolve(schema)
    if (resolved === ANY) return written
    if (typeof written !== 'object' || written === null) return this.#value(written, resolved, depth)
    const known = this.#known.get(written) ?? new Map<JsonObject, Written>()
    const value = known.get(resolved) ?? this.#value(written, resolved, depth)
    this.#known.set(written, known.set(resolved, value))
    return value
  }

  #value(written: Written, resolved: JsonObject, depth: number): Written {
    if (depth > MAX_DEPTH) return this.#own(written, resolved, depth)
    const convert = (value: Written, part: JsonObject): Written => this.value(value, part, depth + 1)
    const own = this.#own(schemasIn(resolved['allOf']).reduce(convert, written), resolved, depth)
    const { anyOf, oneOf, then, else: otherwise } = resolved
    const conditional = [then, otherwise].filter((part) => part !== undefined)
    // A part that does not apply to the value must not convert it.
    const unchanged = conditional.length === 0 ? [] : [own]
    const converted = [anyOf, oneOf, conditional]
      .flatMap((list) => schemasIn(list))
      .map((each) => convert(own, each))
    if (converted.length === 0) return own
    const validate = this.#compile(resolved)
    const found = [...unchanged, ...converted].find((value) => validate(withoutFiles(value)))
    return found ?? converted[0] ?? own
  }

  /** Returns a value converted as the type, the properties and the items of its schema say. */
  #own(written: Written, resolved: JsonObject, depth: number): Written {
    if (typeof written === 'string') return scalar(written, typesOf(resolved))
    const { items = ANY, properties = ANY, patternProperties = ANY, additionalProperties = ANY } = resolved
    if (Array.isArray(written))
      return written.map((each: Written) => this.value(each, isObject(items) ? items : ANY))
    if (isFile(written) || typeof written !== 'object' || written === null) return written
    // The items of a list can have numbers: `lines[0][amount]`.
    const isList =
      typesOf(resolved).includes('array') && Object.keys(written).every((name) => /^\d*$/.test(name))
    if (isList) return this.#own(Object.values(written).flat(), resolved, depth)
    const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : []
    const matchers = patterns.map(([pattern, part]) => [linearPattern(pattern), part] as const)
    return Object.fromEntries(
      Object.entries(written).map(([name, each]: [string, Written]) => {
        const [, matching = additionalProperties] = matchers.find(([matcher]) => matcher.test(name)) ?? []
        const declared = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : matching
        const inner = this.#compile.resolve(isObject(declared) ? declared : ANY)
        const [type] = typesOf(inner)
        return [name, this.value(typeof each === 'string' && type === 'array' ? [each] : each, inner)]
      }),
    )
  }

  /** Returns a value whose dates, which have the format `http-date`, are `Date` objects. */
  revived(value: Written, schema: JsonObject, depth = 0): ParameterValue {
    const { format, items, anyOf } = this.#compile.resolve(schema)
    if (typeof value === 'string' && format === HTTP_DATE) return dateOf(value) ?? value
    if (typeof value === 'string' && Array.isArray(anyOf) && depth < MAX_DEPTH) {
      const revived = anyOf.filter(isObject).map((each) => this.revived(value, each, depth + 1))
      return revived.find((each) => each !== value) ?? value
    }
    if (Array.isArray(value) && isObject(items))
      return value.map((each: Written) => this.revived(each, items))
    return value
  }
}

function scalar(text: string, types: readonly Json[]): Json {
  for (const type of types) {
    // An integer beyond 2^53, which the schema refuses, can still be a string.
    const isInteger = types.includes('string') ? Number.isSafeInteger : Number.isInteger
    if (type === 'integer' && NUMBER.test(text) && isInteger(Number(text))) return Number(text)
    if (type === 'number' && NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text)
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    if (type === 'null' && (text === '' || text === 'null')) return null
    if (type === 'string') return text
  }
  return text
}

/** Replaces files by empty text, which their schema describes. */
export function withoutFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFiles)
  return isFile(value) ? '' : value
}

export function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'stream' in value
}

import { dispatchOf } from '../../ir/alternatives.js'
import {
  type Contract,
  effectiveSchema,
  isObject,
  type Json,
  type JsonSchema,
  referredName,
  resolved,
} from '../../ir/index.js'
import { isMarked } from '../../ir/schema-parts.js'

/** Returns the shared schema with a name. */
export type FindSchema = (name: string) => Json | undefined

/** An object schema with the properties of all its parts, and of all alternatives that a property selects. */
export interface ObjectSchema {
  readonly properties: ReadonlyMap<string, JsonSchema>
  readonly required: ReadonlySet<string>
  /** Those that only some alternatives require. */
  readonly sometimesRequired: ReadonlySet<string>
  /** Whether values can have other properties. */
  readonly isOpen: boolean
  /**
   * The properties that a part with `additionalProperties: false` forbids, because another one declares them, with the shared
   * schema that this part is.
   */
  readonly forbidden: ReadonlyMap<string, string | null>
  /** The names of the shared schemas that the schema refers to or consists of. */
  readonly names: ReadonlySet<string>
  /** Which properties each alternative has and not all have, for each property that selects one. */
  readonly alternatives: readonly Alternatives[]
}

export type Alternatives = NonNullable<Contract['alternatives']>[string]

const MAX_DEPTH = 16

/** Maximum number of levels of alternatives. */
const MAX_ALTERNATIVES = 3

/**
 * Returns an object schema, also one that consists of several parts or of alternatives; null for other schemas.
 * @param within the shared schemas that have the schema as an alternative, and that it can refer to
 */
export function objectSchema(
  schema: JsonSchema,
  find: FindSchema,
  within: readonly ReadonlySet<string>[] = [],
): ObjectSchema | null {
  const properties = new Map<string, JsonSchema>()
  const required = new Set<string>()
  const sometimesRequired = new Set<string>()
  const names = new Set<string>()
  const closed: { readonly declared: ReadonlySet<string>; readonly name: string | null }[] = []
  let isOpen = true
  const alternatives: Alternatives[] = []
  const common = new Set<string>()
  const add = (part: JsonSchema, depth: number, own: string | null): void => {
    const name = referredName(part['$ref'])
    if (name !== null) {
      names.add(name)
      const target = find(name)
      const isAbove = within.some((above) => above.has(name))
      if (isObject(target) && depth < MAX_DEPTH && !isAbove) add(target, depth + 1, name)
    }
    if (isObject(part['properties']))
      for (const [key, value] of Object.entries(part['properties']))
        if (isObject(value)) {
          common.add(key)
          properties.set(key, withMarks(value, properties.get(key), find))
        }
    if (Array.isArray(part['required'])) for (const key of part['required']) required.add(String(key))
    if (part['additionalProperties'] === false || part['unevaluatedProperties'] === false) isOpen = false
    if (part['additionalProperties'] === false && part['patternProperties'] === undefined)
      closed.push({ declared: new Set(Object.keys(Object(part['properties']))), name: own })
    for (const each of partsOf(part, 'allOf')) if (depth < MAX_DEPTH) add(each, depth + 1, null)
    const [only, ...others] = depth < MAX_DEPTH ? withoutNull(part) : []
    if (only !== undefined && others.length === 0) add(only, depth + 1, null)
    if (others.length > 0 && within.length < MAX_ALTERNATIVES) addAlternatives(part)
  }
  const addAlternatives = (part: JsonSchema): void => {
    const found = dispatchOf(part, find)
    const objects = found?.cases.map((each) => objectSchema(each.schema, find, [...within, names])) ?? []
    const known = objects.filter((each) => each !== null)
    if (found === null || known.length < objects.length) return
    for (const object of known) {
      for (const [key, value] of object.properties) properties.set(key, either(properties.get(key), value))
      for (const key of [...object.required, ...object.sometimesRequired])
        (known.every((each) => each.required.has(key)) ? required : sometimesRequired).add(key)
    }
    if (!known.some((each) => each.isOpen)) isOpen = false
    const members = found.cases.flatMap(({ values }, index) => {
      const own = [...(known[index]?.properties.keys() ?? [])]
      const names = own.filter((name) => !known.every(({ properties }) => properties.has(name))).sort()
      return values.map((value) => [value, names] as const)
    })
    alternatives.push(
      { property: found.property, members: Object.fromEntries(members) },
      ...known.flatMap((each) => each.alternatives),
    )
  }
  add(schema, 0, null)
  const types = typesIn(schema, find)
  const isOther = types.length > 0 && !types.includes('object')
  if (isOther || properties.size === 0) return null
  const forbidden = new Map(
    [...properties.keys()].flatMap((property) => {
      const part = closed.find(({ declared }) => !declared.has(property))
      return part === undefined ? [] : [[property, part.name] as const]
    }),
  )
  return {
    properties,
    required,
    sometimesRequired,
    isOpen,
    forbidden,
    names,
    alternatives: alternatives.map((each) => withoutNames(each, common)),
  }
}

/** Returns alternatives without members that the object has whatever is selected. */
function withoutNames({ property, members }: Alternatives, names: ReadonlySet<string>): Alternatives {
  const left = Object.entries(members).map(
    ([value, own]) => [value, own.filter((name) => !names.has(name))] as const,
  )
  return { property, members: Object.fromEntries(left) }
}

/** Returns the schema of a property that is also `readOnly` or `writeOnly` if another part of its object says so. */
function withMarks(value: JsonSchema, known: JsonSchema | undefined, find: FindSchema): JsonSchema {
  const marks = ['readOnly', 'writeOnly'].filter(
    (mark) => known !== undefined && isMarked(known, mark, find) && !isMarked(value, mark, find),
  )
  return marks.length === 0 ? value : { ...value, ...Object.fromEntries(marks.map((mark) => [mark, true])) }
}

/** Returns the schema of a property that alternatives describe. */
function either(known: JsonSchema | undefined, value: JsonSchema): JsonSchema {
  const parts =
    known === undefined ? [] : Object.keys(known).join() === 'anyOf' ? partsOf(known, 'anyOf') : [known]
  const isKnown = parts.some((each) => JSON.stringify(each) === JSON.stringify(value))
  if (known === undefined || isKnown) return known ?? value
  return { anyOf: [...parts, value] }
}

export function partsOf(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const parts = schema[keyword]
  return Array.isArray(parts) ? parts.filter(isObject) : []
}

/** Returns the alternatives of a schema other than null, which Microsoft's APIs write as an object without properties. */
function withoutNull(schema: JsonSchema): readonly JsonSchema[] {
  return [...partsOf(schema, 'oneOf'), ...partsOf(schema, 'anyOf')].filter(
    ({ type, ...others }) =>
      type !== 'null' &&
      !(Array.isArray(type) && type.includes('null') && type.includes('object') && isEmpty(others)),
  )
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0
}

/** Returns the types that a schema names, also in its alternatives and parts. */
export function typesIn(schema: JsonSchema, find: FindSchema, depth = 0): readonly string[] {
  const known = resolved(schema, find)
  const { type } = known
  const own = type === undefined ? [] : [type].flat().map(String)
  if (own.length > 0 || depth > MAX_DEPTH) return own
  const below = (keyword: string): readonly string[] =>
    partsOf(known, keyword).flatMap((part) => typesIn(part, find, depth + 1))
  const found = [...below('oneOf'), ...below('anyOf'), ...below('allOf')]
  return [...new Set(isObject(known['properties']) ? [...found, 'object'] : found)]
}

/** Returns whether values of a JSON type can have one of some types. Integers and numbers count as the same; no types allow any. */
export function isOneOf(type: string, types: readonly string[]): boolean {
  const isNumber = (each: string): boolean => each === 'integer' || each === 'number'
  return types.length === 0 || types.includes(type) || (isNumber(type) && types.some(isNumber))
}

export function isNullable(schema: JsonSchema, find: FindSchema): boolean {
  const known = resolved(schema, find)
  const values = known['enum']
  return typesIn(schema, find).includes('null') || (Array.isArray(values) && values.includes(null))
}

/** Returns the schema of the items of an array, or null for other schemas. */
export function itemsOf(schema: JsonSchema, find: FindSchema): JsonSchema | null {
  const { type, items } = effectiveSchema(schema, find)
  return [type].flat().includes('array') && isObject(items) ? items : null
}

/** Returns the default of a schema or of a part of it. */
export function defaultIn(schema: JsonSchema, find: FindSchema, depth = 0): Json | undefined {
  const known = resolved(schema, find)
  const parts = depth > MAX_DEPTH ? [] : partsOf(known, 'allOf')
  return (
    known['default'] ??
    parts.map((part) => defaultIn(part, find, depth + 1)).find((value) => value !== undefined)
  )
}

/** Returns the only value that a schema allows, or undefined if there are several. */
export function onlyValue(schema: JsonSchema, find: FindSchema): Json | undefined {
  const { anyOf, oneOf } = resolved(schema, find)
  // Of alternatives, one can be null.
  const isAlternative = anyOf !== undefined || oneOf !== undefined
  const { const: constant, enum: values } = isAlternative
    ? resolved(schema, find)
    : effectiveSchema(schema, find)
  if (constant !== undefined) return constant
  return Array.isArray(values) && values.length === 1 ? values[0] : undefined
}

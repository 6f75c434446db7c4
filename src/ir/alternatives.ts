import { isObject, type Json, type JsonSchema, referredName, resolved } from './json-schema.js'

type Find = (name: string) => Json | undefined

/** Alternatives of which the value of a property selects one. */
export interface Dispatch {
  readonly keyword: 'anyOf' | 'oneOf'
  readonly property: string
  /** The alternatives in the order of the schema, each with the values that select it. */
  readonly cases: readonly { readonly values: readonly string[]; readonly schema: JsonSchema }[]
  /** Whether null is allowed, too. */
  readonly isNullable: boolean
  /** Whether objects without the property are allowed: then the alternatives are tried one by one. */
  readonly isOptional: boolean
}

/**
 * Returns the property that selects one of the alternatives in `anyOf` or `oneOf`: the one that `discriminator` names, or
 * one that each alternative requires with other values. Null if there is none.
 * @param find returns shared schemas by name
 */
export function dispatchOf(schema: JsonSchema, find: Find): Dispatch | null {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const list = schema[keyword]
    if (!Array.isArray(list)) continue
    const given = list.filter(isObject)
    const schemas = given.filter((each) => each['type'] !== 'null')
    if (schemas.length < 2 || given.length < list.length) continue
    const found = declaredCases(schema['discriminator'], schemas, find) ?? distinctCases(schemas, find)
    if (found !== null) return { keyword, isNullable: schemas.length < given.length, ...found }
  }
  return null
}

type Cases = Pick<Dispatch, 'property' | 'cases' | 'isOptional'>

function declaredCases(
  discriminator: Json | undefined,
  schemas: readonly JsonSchema[],
  find: Find,
): Cases | null {
  if (!isObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return null
  const property = discriminator['propertyName']
  const names = schemas.map(({ $ref }) => referredName($ref))
  const owners = new Map<string, number>()
  const mapping = discriminator['mapping']
  for (const [value, target] of isObject(mapping) ? Object.entries(mapping) : []) {
    const index = names.indexOf(typeof target === 'string' ? nameIn(target) : null)
    if (index >= 0) owners.set(value, index)
  }
  const allowed = schemas.map((schema) => valuesOf(schema, property, find, 0))
  const claims = allowed.flatMap((values) => [...(values ?? [])])
  for (const [index, values] of allowed.entries()) {
    const own = [...(values ?? [])].filter(
      (value) => !owners.has(value) && claims.indexOf(value) === claims.lastIndexOf(value),
    )
    for (const value of own) owners.set(value, index)
    const name = names[index] ?? null
    if (![...owners.values()].includes(index) && name !== null && !owners.has(name)) owners.set(name, index)
  }
  const cases = schemas.map((schema, index) => ({
    schema,
    values: [...owners].filter(([, owner]) => owner === index).map(([value]) => value),
  }))
  if (cases.some(({ values }) => values.length === 0)) return null
  return { property, cases, isOptional: !schemas.every((schema) => requires(schema, property, find, 0)) }
}

/** Returns the name of the schema to which a value of `mapping` refers. */
export function nameIn(target: string): string {
  const [name = ''] = target.split('/').slice(-1)
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}

function distinctCases(schemas: readonly JsonSchema[], find: Find): Cases | null {
  const [first] = schemas
  for (const property of first === undefined ? [] : propertyNames(first, find, 0)) {
    const values = schemas.map((schema) => [...(valuesOf(schema, property, find, 0) ?? [])])
    const isDistinct = new Set(values.flat()).size === values.flat().length
    const isRequired = schemas.every(
      (each) => isObjectSchema(each, find, 0) && requires(each, property, find, 0),
    )
    if (isDistinct && isRequired && values.every((each) => each.length > 0))
      return {
        property,
        isOptional: false,
        cases: schemas.map((schema, index) => ({ schema, values: values[index] ?? [] })),
      }
  }
  return null
}

/** Maximum number of references and parts to follow in an alternative. */
const MAX_HOPS = 8

/** Returns a schema and its parts, without references. */
function partsOf(schema: JsonSchema, find: Find, depth: number): readonly JsonSchema[] {
  const whole = resolved(schema, find)
  const { allOf } = whole
  if (!Array.isArray(allOf) || depth > MAX_HOPS) return [whole]
  return [whole, ...allOf.filter(isObject).flatMap((part) => partsOf(part, find, depth + 1))]
}

function propertyNames(schema: JsonSchema, find: Find, depth: number): readonly string[] {
  return partsOf(schema, find, depth).flatMap(({ properties }) =>
    isObject(properties) ? Object.keys(properties) : [],
  )
}

/** Returns the only values of a property, or null if it can have others. */
function valuesOf(schema: JsonSchema, name: string, find: Find, depth: number): ReadonlySet<string> | null {
  for (const { properties } of partsOf(schema, find, depth)) {
    const written = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    for (const property of isObject(written) ? partsOf(written, find, depth) : []) {
      const values = 'const' in property ? [property['const']] : property['enum']
      if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return new Set(values)
    }
  }
  return null
}

function requires(schema: JsonSchema, name: string, find: Find, depth: number): boolean {
  return partsOf(schema, find, depth).some(
    ({ required }) => Array.isArray(required) && required.includes(name),
  )
}

function isObjectSchema(schema: JsonSchema, find: Find, depth: number): boolean {
  return partsOf(schema, find, depth).some(({ type }) => type === 'object')
}

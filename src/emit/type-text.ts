import { type Json, type JsonSchema, referredName } from '../ir/index.js'
import { commentLine, literal, propertyKey } from './literal.js'
import { isObject, listOf } from './json.js'
import type { Imports } from './imports.js'

/**
 * Returns the TypeScript type of the values that a JSON schema allows. Objects allow only the named properties, unless
 * the schema describes additional ones. References to other than shared schemas, and keywords that TypeScript cannot
 * express, allow any value.
 * @param imports records the names that the returned type uses
 */
export function typeText(schema: Json, imports: Imports): string {
  if (!isObject(schema)) return schema === false ? 'never' : imports.use('Json')
  const { enum: choices, const: constant } = schema
  if (constant !== undefined) return literal(constant)
  if (Array.isArray(choices)) return union(choices.map(literal))
  const types = partsOf(schema, imports)
  return types.length <= 1 ? (types[0] ?? imports.use('Json')) : types.map((type) => `(${type})`).join(' & ')
}

/** Returns the types of the parts of a schema, all of which a value must have. */
function partsOf(schema: JsonSchema, imports: Imports): readonly string[] {
  const { $ref, type, properties, additionalProperties, patternProperties, items } = schema
  const component = referredName($ref)
  const named = component === null ? null : imports.useComponent(component)
  const types = (keyword: string): readonly string[] =>
    listOf(schema[keyword])
      .filter(describesType)
      .map((each) => typeText(each, imports))
  const alternatives = [types('anyOf'), types('oneOf')]
    .filter((each) => each.length > 0)
    .map((each) => union(each))
  const combined = [...(named === null ? [] : [named]), ...types('allOf'), ...alternatives]
  if (type !== undefined && (combined.length === 0 || properties !== undefined))
    return [union(listOf(type).map((each) => namedType(each, schema, imports))), ...combined]
  if (
    properties !== undefined ||
    (combined.length === 0 && (additionalProperties ?? patternProperties) !== undefined)
  )
    return [objectType(schema, imports), ...combined]
  if (items !== undefined && combined.length === 0) return [listType(items, imports)]
  return combined
}

/** Returns whether a part of a schema says more than which properties are required. */
function describesType(schema: Json): boolean {
  if (!isObject(schema)) return false
  return TYPE_KEYWORDS.some((keyword) => keyword in schema)
}

const TYPE_KEYWORDS = ['$ref', 'type', 'properties', 'enum', 'const', 'items', 'allOf', 'anyOf', 'oneOf']

function namedType(type: Json, schema: JsonSchema, imports: Imports): string {
  switch (type) {
    case 'object':
      return objectType(schema, imports)
    case 'array':
      return listType(schema['items'], imports)
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return type
    default:
      return imports.use('Json')
  }
}

function objectType(
  { properties = {}, required, patternProperties, additionalProperties }: JsonSchema,
  imports: Imports,
): string {
  const named = isObject(properties) ? properties : {}
  const isMixed = Object.keys(named).length > 0 && isObject(additionalProperties)
  const isAny = additionalProperties === true || patternProperties !== undefined || isMixed
  const members = Object.entries(named).map(([name, schema]): Property => {
    const description = isObject(schema) ? schema['description'] : undefined
    return {
      name,
      type: typeText(schema, imports),
      description: typeof description === 'string' ? description : null,
      isOptional: !listOf(required).includes(name),
    }
  })
  if (
    imports.hasComponents &&
    members.length === 0 &&
    additionalProperties === undefined &&
    patternProperties === undefined
  )
    return `{ [name: string]: ${imports.use('Json')} }`
  if (!isAny && !isObject(additionalProperties)) return propertiesType(members)
  const value = isAny ? imports.use('Json') : typeText(additionalProperties ?? {}, imports)
  // Unlike Record, an index signature can refer to the type that contains it.
  const rest = imports.hasComponents
    ? `{ [name: string]: ${value} }`
    : `${imports.use('Record')}<string, ${value}>`
  // In a single object type, the index signature would have to include `undefined` to match optional properties. An
  // intersection does not require this.
  return members.length === 0 ? rest : `${propertiesType(members)} & ${rest}`
}

/** A property of an object type. */
export interface Property {
  readonly name: string
  readonly type: string
  readonly description: string | null
  readonly isOptional: boolean
}

/** Returns the type of objects with these properties. */
export function propertiesType(properties: readonly Property[]): string {
  if (properties.length === 0) return '{}'
  const lines = properties.flatMap(({ name, type, description, isOptional }) => [
    ...(description === null ? [] : [`/** ${commentLine(description)} */`]),
    `${propertyKey(name)}${isOptional ? '?' : ''}: ${type}`,
  ])
  return `{\n${lines.join('\n')}\n}`
}

function listType(items: Json | undefined, imports: Imports): string {
  return Array.isArray(items) ? `${imports.use('Json')}[]` : `(${typeText(items ?? {}, imports)})[]`
}

/** Returns the union of types. `none` is the type if there are none. */
export function union(types: readonly string[], none = 'never'): string {
  return types.length === 0 ? none : [...new Set(types)].join(' | ')
}

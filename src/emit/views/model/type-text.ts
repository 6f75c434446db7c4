import type { Json, JsonSchema } from '../../../ir/index.js'
import { commentLine, literal, propertyKey } from '../../literal.js'
import { isObject, listOf } from '../../openapi/json.js'

/**
 * Returns an interface with these properties.
 * @param required names of the properties that are not optional
 */
export function interfaceText(
  name: string,
  properties: Readonly<Record<string, Json>>,
  required: readonly Json[],
): string {
  return `export interface ${name} ${block(memberLines(properties, required))}\n`
}

/**
 * Returns the TypeScript type of the values of a JSON schema of draft 4. Objects allow the named properties only, unless the schema says what others
 * are; keywords that TypeScript cannot express, and references, allow any value.
 */
export function typeText(schema: Json): string {
  if (!isObject(schema)) return 'unknown'
  const { type, enum: choices, properties, additionalProperties, patternProperties, items } = schema
  if (Array.isArray(choices)) return union(choices.map(literal))
  if (type !== undefined) return union(listOf(type).map((each) => namedType(each, schema)))
  if (properties ?? additionalProperties ?? patternProperties) return objectType(schema)
  if (items !== undefined) return listType(items)
  const alternatives = listOf(schema['anyOf'] ?? schema['oneOf'])
  if (alternatives.length > 0) return union(alternatives.map(typeText))
  const parts = listOf(schema['allOf'])
  return parts.length === 0 ? 'unknown' : parts.map((part) => `(${typeText(part)})`).join(' & ')
}

function namedType(type: Json, schema: JsonSchema): string {
  switch (type) {
    case 'object':
      return objectType(schema)
    case 'array':
      return listType(schema['items'])
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return type
    default:
      return 'unknown'
  }
}

function objectType({
  properties = {},
  required,
  patternProperties,
  additionalProperties = false,
}: JsonSchema): string {
  const named = isObject(properties) ? properties : {}
  const isMixed = Object.keys(named).length > 0 && isObject(additionalProperties)
  // An index signature must also fit the named properties, so that it is of any type if there are some.
  const isAny = additionalProperties === true || patternProperties !== undefined || isMixed
  const others = isAny ? 'unknown' : isObject(additionalProperties) ? typeText(additionalProperties) : null
  return block([
    ...memberLines(named, listOf(required)),
    ...(others === null ? [] : [`[k: string]: ${others}`]),
  ])
}

function memberLines(properties: Readonly<Record<string, Json>>, required: readonly Json[]): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const description = isObject(schema) ? schema['description'] : undefined
    return [
      ...(typeof description === 'string' ? ['/**', ` * ${commentLine(description)}`, ' */'] : []),
      `${propertyKey(name)}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
    ]
  })
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
}

function listType(items: Json | undefined): string {
  return Array.isArray(items) ? 'unknown[]' : `(${typeText(items ?? {})})[]`
}

function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ')
}

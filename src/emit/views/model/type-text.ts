import type { Json, JsonSchema } from '../../../ir/index.js'
import { commentLine, literal, propertyKey } from '../../literal.js'
import { isObject, listOf } from '../../openapi/json.js'

/**
 * Returns the TypeScript type of the values of a JSON schema of draft 4. Objects allow the named properties only, unless the schema says what others
 * are; keywords that TypeScript cannot express, and references, allow any value.
 */
export function typeText(schema: Json): string {
  if (!isObject(schema)) return 'Json'
  const { type, enum: choices, properties, additionalProperties, patternProperties, items } = schema
  if (Array.isArray(choices)) return union(choices.map(literal))
  if (type !== undefined) return union(listOf(type).map((each) => namedType(each, schema)))
  if (properties ?? additionalProperties ?? patternProperties) return objectType(schema)
  if (items !== undefined) return listType(items)
  const alternatives = listOf(schema['anyOf'] ?? schema['oneOf'])
  if (alternatives.length > 0) return union(alternatives.map(typeText))
  const parts = listOf(schema['allOf'])
  return parts.length === 0 ? 'Json' : parts.map((part) => `(${typeText(part)})`).join(' & ')
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
      return 'Json'
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
  const isAny = additionalProperties === true || patternProperties !== undefined || isMixed
  const others = isAny ? 'Json' : isObject(additionalProperties) ? typeText(additionalProperties) : null
  const members = memberLines(named, listOf(required))
  if (others === null) return block(members)
  const rest = `Record<string, ${others}>`
  // Beside an index signature, an optional property would have to fit it with undefined; in an intersection it need not.
  return members.length === 0 ? rest : `${block(members)} & ${rest}`
}

function memberLines(properties: Readonly<Record<string, Json>>, required: readonly Json[]): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const description = isObject(schema) ? schema['description'] : undefined
    return [
      ...(typeof description === 'string' ? [`/** ${commentLine(description)} */`] : []),
      `${propertyKey(name)}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
    ]
  })
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
}

function listType(items: Json | undefined): string {
  return Array.isArray(items) ? 'Json[]' : `(${typeText(items ?? {})})[]`
}

function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ')
}

import type { Json, JsonSchema } from '../../../ir/index.js'
import { commentLine, literal, propertyKey } from '../../literal.js'
import { isObject, listOf } from '../../json.js'
import type { Imports } from '../../imports.js'

/**
 * Returns the TypeScript type of the values that a draft 4 JSON schema allows. Objects allow only the named properties,
 * unless the schema describes additional ones. References, and keywords that TypeScript cannot express, allow any
 * value.
 * @param names records `Json` if the returned type uses it
 */
export function typeText(schema: Json, names: Imports): string {
  if (!isObject(schema)) return names.use('Json')
  const { type, enum: choices, properties, additionalProperties, patternProperties, items } = schema
  if (Array.isArray(choices)) return union(choices.map(literal))
  if (type !== undefined) return union(listOf(type).map((each) => namedType(each, schema, names)))
  if (properties ?? additionalProperties ?? patternProperties) return objectType(schema, names)
  if (items !== undefined) return listType(items, names)
  const alternatives = listOf(schema['anyOf'] ?? schema['oneOf'])
  if (alternatives.length > 0) return union(alternatives.map((each) => typeText(each, names)))
  const parts = listOf(schema['allOf'])
  return parts.length === 0
    ? names.use('Json')
    : parts.map((part) => `(${typeText(part, names)})`).join(' & ')
}

function namedType(type: Json, schema: JsonSchema, names: Imports): string {
  switch (type) {
    case 'object':
      return objectType(schema, names)
    case 'array':
      return listType(schema['items'], names)
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return type
    default:
      return names.use('Json')
  }
}

function objectType(
  { properties = {}, required, patternProperties, additionalProperties = false }: JsonSchema,
  names: Imports,
): string {
  const named = isObject(properties) ? properties : {}
  const isMixed = Object.keys(named).length > 0 && isObject(additionalProperties)
  const isAny = additionalProperties === true || patternProperties !== undefined || isMixed
  const members = memberLines(named, listOf(required), names)
  if (!isAny && !isObject(additionalProperties)) return block(members)
  const rest = `Record<string, ${isAny ? names.use('Json') : typeText(additionalProperties, names)}>`
  // In a single object type, the index signature would have to include `undefined` to match optional properties. An
  // intersection does not require this.
  return members.length === 0 ? rest : `${block(members)} & ${rest}`
}

function memberLines(
  properties: Readonly<Record<string, Json>>,
  required: readonly Json[],
  names: Imports,
): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const description = isObject(schema) ? schema['description'] : undefined
    return [
      ...(typeof description === 'string' ? [`/** ${commentLine(description)} */`] : []),
      `${propertyKey(name)}${required.includes(name) ? '' : '?'}: ${typeText(schema, names)}`,
    ]
  })
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
}

function listType(items: Json | undefined, names: Imports): string {
  return Array.isArray(items) ? `${names.use('Json')}[]` : `(${typeText(items ?? {}, names)})[]`
}

function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ')
}

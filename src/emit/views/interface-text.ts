import type { Json, JsonSchema } from '../../ir/index.js'
import { commentLine, literal, propertyKey } from '../literal.js'
import { isObject } from '../openapi/json.js'

/** The TypeScript type of each scalar type of JSON schema. */
const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Keywords that a plain type can have; those from `minLength` on say nothing that TypeScript could. */
const PLAIN: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'items',
  'description',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
])

/**
 * An interface for properties that are scalars, choices and lists of these, which nearly all are: as json-schema-to-typescript prints it, in a
 * hundredth of the time. Null where a property is more than that.
 * @param required names of the properties that must be there
 */
export function plainInterface(
  name: string,
  properties: readonly [string, JsonSchema][],
  required: ReadonlySet<string>,
): string | null {
  const lines: string[] = []
  for (const [property, schema] of properties) {
    const type = plainType(schema)
    if (type === null) return null
    const { description } = schema
    if (typeof description === 'string') lines.push('/**', ` * ${commentLine(description)}`, ' */')
    lines.push(`${propertyKey(property)}${required.has(property) ? '' : '?'}: ${type}`)
  }
  return [`export interface ${name} {`, ...lines, '}', ''].join('\n')
}

function plainType(schema: JsonSchema): string | null {
  if (!Object.keys(schema).every((keyword) => PLAIN.has(keyword))) return null
  const { type, enum: choices, items } = schema
  if (choices !== undefined) return Array.isArray(type) ? null : choiceType(choices)
  if (type === undefined) return items === undefined ? 'unknown' : null
  const parts = [type].flat().map((each: Json) => (each === 'array' ? listType(items) : scalarType(each)))
  return parts.includes(null) ? null : [...new Set(parts)].join(' | ')
}

function scalarType(type: Json): string | null {
  return SCALARS[String(type)] ?? null
}

function choiceType(choices: Json): string | null {
  if (!Array.isArray(choices) || choices.some((choice) => typeof choice === 'object' && choice !== null))
    return null
  return choices.map(literal).join(' | ')
}

function listType(items: Json | undefined): string | null {
  if (items === undefined) return 'unknown[]'
  if (!isObject(items) || items['description'] !== undefined) return null
  const type = plainType(items)
  return type === null ? null : `(${type})[]`
}

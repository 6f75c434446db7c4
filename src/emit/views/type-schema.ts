import type { Json, JsonSchema } from '../../ir/index.js'
import { isObject } from '../openapi/json.js'

/** Names of types are never the input's; a default says nothing of the type; patterns of names cannot be typed beside names. */
const LEFT_OUT: ReadonlySet<string> = new Set(['title', 'default', 'patternProperties', 'definitions'])

/**
 * A schema of the input as json-schema-to-typescript is given it: nothing in it names or ends a type, and further properties are of any type
 * where there are named ones, since an index signature must fit these.
 */
export function typeSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema)
    .filter(([keyword]) => !LEFT_OUT.has(keyword))
    .map(([keyword, value]) => [keyword, typed(keyword, value)] as const)
  return { ...Object.fromEntries(kept), ...further(schema) }
}

function typed(keyword: string, value: Json): Json {
  switch (keyword) {
    case 'properties':
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, nested(each)]))
        : value
    case 'items':
    case 'additionalProperties':
    case 'additionalItems':
    case 'not':
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value) ? value.map(nested) : nested(value)
    default:
      return value
  }
}

function nested(value: Json): Json {
  return isObject(value) ? typeSchema(value) : value
}

function further({ properties, patternProperties, additionalProperties }: JsonSchema): JsonSchema {
  const hasPatterns = patternProperties !== undefined
  const hasBoth = properties !== undefined && isObject(additionalProperties ?? null)
  return hasPatterns || hasBoth ? { additionalProperties: true } : {}
}

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
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [standIn(name), nested(each)]))
        : value
    case 'required':
      return Array.isArray(value) ? value.map((name) => standIn(String(name))) : value
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

/** What json-schema-to-typescript calls as a method of what holds the properties: a property of that name would be called. */
const CALLED = 'hasOwnProperty'
const IN_ITS_PLACE = 'hasOwnProperty\u{e000}'

function standIn(name: string): string {
  return name === CALLED ? IN_ITS_PLACE : name
}

/** The types made of a {@link typeSchema}, with the names of the properties as they are in the input. */
export function withOwnNames(types: string): string {
  return types.replaceAll(IN_ITS_PLACE, CALLED)
}

function nested(value: Json): Json {
  return isObject(value) ? typeSchema(value) : value
}

function further({ properties, patternProperties, additionalProperties }: JsonSchema): JsonSchema {
  const hasPatterns = patternProperties !== undefined
  const hasBoth = properties !== undefined && isObject(additionalProperties ?? null)
  return hasPatterns || hasBoth ? { additionalProperties: true } : {}
}

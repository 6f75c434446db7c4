import { isObject, type Json, type JsonSchema } from './json-schema.js'

/** The keywords that contain a schema by name, a list of schemas, or one schema (JSON Schema 2020-12, Core, 8.2.4 and 10). */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const OTHERS: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'items',
  'prefixItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
])

/** The keywords whose schemas apply to the value itself, not to its members or items (Core, 10.2). */
export const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
])

/**
 * Returns a schema in which `change` has been applied to each schema directly in it. Other keywords contain data.
 * @param change receives the keyword, and the name of the schema if the keyword contains schemas by name
 */
export function withSubschemas(
  schema: JsonSchema,
  change: (subschema: JsonSchema, keyword: string, name?: string) => JsonSchema,
): JsonSchema {
  const each = (value: Json, keyword: string, name?: string): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => each(item, keyword))
    return isObject(value) ? change(value, keyword, name) : value
  }
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, Json] => {
      if (OTHERS.has(keyword)) return [keyword, each(value, keyword)]
      if (!NAMED.has(keyword) || !isObject(value)) return [keyword, value]
      const named = Object.entries(value).map(([name, one]) => [name, each(one, keyword, name)])
      return [keyword, Object.fromEntries(named)]
    }),
  )
}

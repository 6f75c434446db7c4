import { isObject, type Json, type JsonSchema } from './json-schema.js'

/** The keywords whose schemas apply to the value itself, not to its members or items (JSON Schema 2020-12, Core, 10.2). */
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

/** The keywords that contain schemas by name. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** The keywords that contain one schema, or a list of them. */
const UNNAMED: ReadonlySet<string> = new Set([
  ...[...IN_PLACE].filter((keyword) => !NAMED.has(keyword)),
  'items',
  'prefixItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
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
      if (UNNAMED.has(keyword)) return [keyword, each(value, keyword)]
      if (!NAMED.has(keyword) || !isObject(value)) return [keyword, value]
      const named = Object.entries(value).map(([name, one]) => [name, each(one, keyword, name)])
      return [keyword, Object.fromEntries(named)]
    }),
  )
}

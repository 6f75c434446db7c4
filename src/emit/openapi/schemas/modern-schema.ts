import type { Json, JsonSchema } from '../../../ir/index.js'
import { isObject, type JsonObject } from '../../json.js'

/** Converts a draft 4 keyword. `schema` is the schema that contains it. */
type Conversion = (value: Json, schema: JsonSchema, definitions: string) => JsonObject

const dropped: Conversion = () => ({})

/** The keywords that differ in draft 2020-12 or contain schemas. All others remain unchanged. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  $schema: dropped,
  id: dropped,
  definitions: dropped,
  minimum: (minimum, schema) => (schema['exclusiveMinimum'] === true ? {} : { minimum }),
  maximum: (maximum, schema) => (schema['exclusiveMaximum'] === true ? {} : { maximum }),
  exclusiveMinimum: (flag, { minimum = null }) =>
    flag === true && minimum !== null ? { exclusiveMinimum: minimum } : {},
  exclusiveMaximum: (flag, { maximum = null }) =>
    flag === true && maximum !== null ? { exclusiveMaximum: maximum } : {},
  items: (items, _schema, definitions) =>
    Array.isArray(items)
      ? { prefixItems: items.map((item: Json) => convert(item, definitions)) }
      : { items: convert(items, definitions) },
  additionalItems: (rest, { items = null }, definitions) =>
    Array.isArray(items) ? { items: convert(rest, definitions) } : {},
  dependencies: (value, _schema, definitions) => dependencies(value, definitions),
  properties: (value, _schema, definitions) => ({ properties: convertEach(value, definitions) }),
  patternProperties: (value, _schema, definitions) => ({
    patternProperties: convertEach(value, definitions),
  }),
  additionalProperties: (value, _schema, definitions) => ({
    additionalProperties: convert(value, definitions),
  }),
  not: (value, _schema, definitions) => ({ not: convert(value, definitions) }),
  allOf: (value, _schema, definitions) => ({ allOf: convertList(value, definitions) }),
  anyOf: (value, _schema, definitions) => ({ anyOf: convertList(value, definitions) }),
  oneOf: (value, _schema, definitions) => ({ oneOf: convertList(value, definitions) }),
}

/**
 * Converts a draft 4 schema to draft 2020-12, which OpenAPI 3.1 uses.
 * @param definitions the location of `#/definitions/` in the document: `#/components/schemas/Story.Definitions/$defs`
 */
export function modernSchema(schema: JsonSchema, definitions: string): JsonObject {
  const { $ref } = schema
  if (typeof $ref === 'string') return { $ref: $ref.replace(/^#\/definitions(?=\/)/, definitions) }
  const entries = Object.entries(schema)
  if (!entries.some(([keyword]) => Object.hasOwn(CONVERSIONS, keyword))) return schema
  const converted = entries.flatMap(([keyword, value]) =>
    Object.hasOwn(CONVERSIONS, keyword)
      ? Object.entries(CONVERSIONS[keyword]?.(value, schema, definitions) ?? {})
      : [[keyword, value] as const],
  )
  return Object.fromEntries(converted)
}

/** Converts each of the named schemas. */
export function convertEach(schemas: Json, definitions: string): JsonObject {
  if (!isObject(schemas)) return {}
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, convert(schema, definitions)]),
  )
}

/** Converts a schema. Returns `true` and `false`, which are allowed in place of a schema, unchanged. */
function convert(value: Json, definitions: string): Json {
  return isObject(value) ? modernSchema(value, definitions) : value
}

function convertList(value: Json, definitions: string): Json {
  return Array.isArray(value) ? value.map((schema: Json) => convert(schema, definitions)) : []
}

/** Splits `dependencies` into the two keywords of draft 2020-12: `dependentRequired` and `dependentSchemas`. */
function dependencies(value: Json, definitions: string): JsonObject {
  const entries = isObject(value) ? Object.entries(value) : []
  const names = entries.filter(([, dependency]) => Array.isArray(dependency))
  const schemas = entries.filter(([, dependency]) => isObject(dependency))
  return {
    ...(names.length === 0 ? {} : { dependentRequired: Object.fromEntries(names) }),
    ...(schemas.length === 0
      ? {}
      : { dependentSchemas: convertEach(Object.fromEntries(schemas), definitions) }),
  }
}

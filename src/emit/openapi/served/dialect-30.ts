import { type Json, isObject } from '../../../ir/index.js'
import { type JsonObject, listOf, present } from '../../../ir/json.js'

/** Keywords that OpenAPI 3.0 does not have and that restrict values, so that they are left out. */
const UNKNOWN: ReadonlySet<string> = new Set(
  'const if then else prefixItems contains minContains maxContains propertyNames patternProperties dependentSchemas dependentRequired unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema examples $defs $id $schema'.split(
    ' ',
  ),
)

/** Converts the schemas in a part of a document from JSON Schema 2020-12 to the dialect of OpenAPI 3.0. */
export function inDialect30(part: Json, key = ''): Json {
  if (Array.isArray(part)) return part.map((each: Json) => inDialect30(each))
  if (!isObject(part) || key === 'example' || key === 'examples') return part
  return Object.fromEntries(
    Object.entries(part).map(([each, value]) => [
      each,
      each === 'schema' ? schema30(value) : inDialect30(value, each),
    ]),
  )
}

/**
 * Returns components whose schemas have the dialect of OpenAPI 3.0. The `$defs` of a schema become components of their own;
 * references to them are to be changed with {@link withoutDefs}.
 */
export function schemas30(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const defs = isObject(schema) && isObject(schema['$defs']) ? Object.entries(schema['$defs']) : []
      return [
        ...(isObject(schema) && Object.keys(schema).every((key) => key === '$defs')
          ? []
          : [[name, schema30(schema)] as const]),
        ...defs.map(([key, each]) => [`${name}.${key}`, schema30(each)] as const),
      ]
    }),
  )
}

/** Returns a reference to a component instead of one to the `$defs` of a component. */
export function withoutDefs(reference: string): string {
  return reference.replace(/^(#\/components\/schemas\/[^/]+)\/\$defs\/([^/]+)$/, '$1.$2')
}

function schema30(schema: Json): Json {
  if (schema === true) return {}
  if (schema === false) return { not: {} }
  if (!isObject(schema)) return schema
  const { $ref, ...beside } = schema
  if ($ref !== undefined)
    return Object.keys(beside).length === 0
      ? { $ref }
      : schema30({ ...beside, allOf: [...listOf(beside['allOf']), { $ref }] })
  const changed = { ...typeOf(schema), ...boundsOf(schema), ...valuesOf(schema) }
  const known = Object.entries(schema).flatMap(([key, value]): [string, Json][] =>
    UNKNOWN.has(key) || (key === 'type' && !('type' in changed)) ? [] : [[key, keyword30(key, value)]],
  )
  // What changes stays in its place, so that documents of 3.0 and 3.1 differ in nothing else.
  return { ...Object.fromEntries(known), ...changed }
}

function keyword30(key: string, value: Json): Json {
  switch (key) {
    case 'properties':
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schema30(each)]))
        : value
    case 'allOf':
      return listOf(value).map(schema30)
    case 'anyOf':
    case 'oneOf':
      return listOf(value)
        .filter((each) => !isNull(each))
        .map(schema30)
    case 'items':
    case 'not':
      return schema30(value)
    case 'additionalProperties':
      return typeof value === 'boolean' ? value : schema30(value)
    default:
      return value
  }
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema['type'] === 'null'
}

/** Returns the keywords for the types, of which 3.0 has only one. */
function typeOf({ type, items, anyOf, oneOf, allOf }: JsonObject): JsonObject {
  const types = listOf(type)
  const nullable = [types, listOf(anyOf), listOf(oneOf)].some((each) =>
    each.some((one) => one === 'null' || isNull(one)),
  )
  const others = types.filter((each) => each !== 'null')
  const [only] = others
  const alternatives = others.map((each) => (each === 'array' ? { type: each, items: {} } : { type: each }))
  const isOne = others.length === 1
  const several =
    anyOf === undefined
      ? { anyOf: alternatives }
      : { allOf: [...listOf(allOf).map(schema30), { anyOf: alternatives }] }
  return present({
    nullable: nullable || undefined,
    type: isOne ? only : undefined,
    items: isOne && only === 'array' && items === undefined ? {} : undefined,
    ...(others.length > 1 && several),
    enum: types.length > 0 && others.length === 0 ? [null] : undefined,
  })
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): JsonObject {
  const isLower =
    typeof exclusiveMinimum === 'number' && !(typeof minimum === 'number' && minimum > exclusiveMinimum)
  const isUpper =
    typeof exclusiveMaximum === 'number' && !(typeof maximum === 'number' && maximum < exclusiveMaximum)
  return present({
    exclusiveMinimum: typeof exclusiveMinimum === 'number' ? isLower : undefined,
    minimum: isLower ? exclusiveMinimum : undefined,
    exclusiveMaximum: typeof exclusiveMaximum === 'number' ? isUpper : undefined,
    maximum: isUpper ? exclusiveMaximum : undefined,
  })
}

function valuesOf({ const: constant, contentEncoding, examples }: JsonObject): JsonObject {
  return present({
    enum: constant === undefined ? undefined : [constant],
    nullable: constant === null || undefined,
    format: contentEncoding === 'base64' ? 'byte' : undefined,
    example: listOf(examples)[0],
  })
}

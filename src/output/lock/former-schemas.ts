import { isObject, type Json, type JsonSchema, type Service } from '../../ir/index.js'

/** The first version of the IR whose schemas are JSON Schema 2020-12. */
const MODERN = 2

/**
 * Returns the IR of the last run with the schemas of fields as JSON Schema 2020-12. Until version 1 of the IR they were
 * draft 4, so that every exclusive limit would look like a change of the API.
 */
export function withModernSchemas(service: Service): Service {
  if (service.irVersion >= MODERN) return service
  return {
    ...service,
    models: service.models.map((model) => ({
      ...model,
      fields: model.fields.map((field) => ({ ...field, json: modern(field.json) })),
    })),
  }
}

function modern(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => modernKeyword(keyword, value, schema)),
  )
}

function modernKeyword(
  keyword: string,
  value: Json,
  schema: JsonSchema,
): readonly (readonly [string, Json])[] {
  switch (keyword) {
    case 'minimum':
      return [[schema['exclusiveMinimum'] === true ? 'exclusiveMinimum' : keyword, value]]
    case 'maximum':
      return [[schema['exclusiveMaximum'] === true ? 'exclusiveMaximum' : keyword, value]]
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return typeof value === 'boolean' ? [] : [[keyword, value]]
    case 'items':
      return [[Array.isArray(value) ? 'prefixItems' : keyword, modernValue(value)]]
    case 'additionalItems':
      return Array.isArray(schema['items']) ? [['items', modernValue(value)]] : []
    case 'dependencies':
      return dependencies(value)
    case 'properties':
    case 'patternProperties':
      return [[keyword, eachModern(value)]]
    case 'default':
    case 'enum':
      return [[keyword, value]]
    default:
      return [[keyword, modernValue(value)]]
  }
}

/** Splits `dependencies` into lists of names and schemas. */
function dependencies(value: Json): readonly (readonly [string, Json])[] {
  const entries = isObject(value) ? Object.entries(value) : []
  const names = entries.filter(([, each]) => Array.isArray(each))
  const schemas = entries.filter(([, each]) => isObject(each))
  return [
    ...(names.length === 0 ? [] : [['dependentRequired', Object.fromEntries(names)] as const]),
    ...(schemas.length === 0 ? [] : [['dependentSchemas', eachModern(Object.fromEntries(schemas))] as const]),
  ]
}

/** Converts schemas by name. */
function eachModern(schemas: Json): Json {
  if (!isObject(schemas)) return schemas
  return Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, modernValue(each)]))
}

function modernValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(modernValue)
  return isObject(value) ? modern(value) : value
}

import type { Json, JsonSchema, Service } from '../ir/index.js'
import { boundedSchema } from './bounded-schema.js'
import { isObject } from './json.js'

/** Keywords that describe values for people and do not constrain them. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
  'contentEncoding',
  'contentMediaType',
])

/** Keywords whose values are schemas by name. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set([
  'default',
  'enum',
  'const',
  'required',
  'dependentRequired',
  'type',
])

/** The formats that are enforced in an OpenAPI document, besides that of files. All others are documentation. */
const OPENAPI_FORMATS: ReadonlySet<Json> = new Set(['date', 'date-time', 'uuid', 'binary'])

/**
 * Returns the parts of a schema that constrain values, in a form that validators apply in linear time.
 * @param name the name of the schema, if it is a shared one
 */
export function validationSchema(
  schema: JsonSchema,
  service: Pick<Service, 'schemas'>,
  name?: string,
): JsonSchema {
  const { schemas = isObject(schema['$defs']) ? schema['$defs'] : NONE } = service
  return constraints(boundedSchema(schema, schemas, name), service)
}

const NONE: JsonSchema = {}

function constraints(schema: JsonSchema, service: Pick<Service, 'schemas'>): JsonSchema {
  const isOpenApi = service.schemas !== undefined
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (ANNOTATIONS.has(key) || (isOpenApi && key === 'format' && !OPENAPI_FORMATS.has(value))) return []
      if (DATA.has(key)) return [[key, value]]
      if (NAMED.has(key) && isObject(value))
        return [
          [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, part(each, service)]))],
        ]
      return [[key, part(value, service)]]
    }),
  )
}

function part(value: Json, service: Pick<Service, 'schemas'>): Json {
  if (Array.isArray(value)) return value.map((each: Json) => part(each, service))
  return isObject(value) ? constraints(value, service) : value
}

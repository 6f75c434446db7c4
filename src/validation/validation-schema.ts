import { type Json, type JsonSchema, type Service, isObject } from '../ir/index.js'
import { withSubschemas } from '../ir/subschemas.js'
import { boundedSchema, hasRepeated } from './bounded-schema.js'
import { requiredByUse, schemasByUse, type Use } from './required-by-use.js'

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
  'x-filter',
  'x-link',
  'x-member',
  'x-value',
])

/** The formats that are enforced in an OpenAPI document, besides that of files. All others are documentation. */
const OPENAPI_FORMATS: ReadonlySet<Json> = new Set(['date', 'date-time', 'uuid', 'binary', 'int64'])

/**
 * Returns the parts of a schema that constrain values, in a form that validators apply in linear time.
 * @param use whether the schema is that of a request or a response
 */
export function validationSchema(
  schema: JsonSchema,
  service: Pick<Service, 'schemas' | 'requiredByUse'>,
  use: Use = 'request',
): JsonSchema {
  const definitions = isObject(schema['$defs']) ? schema['$defs'] : schemasByUse(service)
  return constraints(boundedSchema(requiredByUse(schema, service, use), definitions), service)
}

/** Returns whether schemas of parameters, bodies or responses of a service contain `repeated`. */
export function hasRepeatedSchemas(service: Service): boolean {
  const { actions } = service
  const own = actions.flatMap(({ bodies, responses }) =>
    [...bodies, ...responses.flatMap((response) => response.bodies)].flatMap(({ schema }) => schema ?? []),
  )
  return [
    ...Object.values(sharedValidationSchemas(service)),
    ...own.filter(isObject).map((schema) => validationSchema(schema, service)),
  ].some(hasRepeated)
}

/** Returns the parts of the shared schemas that constrain values, by name. */
export function sharedValidationSchemas(
  service: Pick<Service, 'schemas' | 'requiredByUse'>,
): Readonly<Record<string, JsonSchema>> {
  const schemas = schemasByUse(service)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      constraints(boundedSchema(schema, schemas, name), service),
    ]),
  )
}

function constraints(schema: JsonSchema, service: Pick<Service, 'schemas'>): JsonSchema {
  const isOpenApi = service.schemas !== undefined
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      !ANNOTATIONS.has(key) && !(isOpenApi && key === 'format' && !OPENAPI_FORMATS.has(value)),
  )
  return withSubschemas(Object.fromEntries(kept), (each) => constraints(each, service))
}

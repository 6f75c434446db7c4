import type { Field, FieldType, ItemType, Json, Service } from '../../ir/index.js'
import { modelOf } from '../traced.js'
import { isObject, type JsonObject, listOf } from './json.js'
import { RANGES } from './value-limits.js'

/** A field's value as it is answered (SPEC 1.3, JSON form), null apart. */
export function valueSchema(service: Service, field: Field): JsonObject {
  const { choices, itemType } = field.constraints
  switch (field.type) {
    case 'choice':
      return choices === null ? { type: 'string' } : { enum: choices }
    case 'list':
      return { type: 'array', items: itemSchema(service, itemType, choices) }
    case 'decimal':
      return { type: listOf(field.json['type']).includes('number') ? ['number', 'string'] : 'string' }
    default:
      return typeSchema(service, field.type)
  }
}

/** A model's primary key as it is answered. */
export function keySchema(service: Service, id: string): JsonObject {
  const model = modelOf(service, id)
  const key = model.fields.find(({ name }) => name === model.key)
  return key === undefined ? { type: 'string' } : valueSchema(service, key)
}

/** The schema, widened by null. */
export function nullable(schema: JsonObject): JsonObject {
  const { type, enum: values, const: constant } = schema
  if (constant !== undefined || '$ref' in schema || isCombined(schema)) {
    return { anyOf: [schema, { type: 'null' }] }
  }
  const types = listOf(type)
  return {
    ...schema,
    ...(type === undefined || types.includes('null') ? {} : { type: [...types, 'null'] }),
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  }
}

function isCombined(schema: JsonObject): boolean {
  return ['allOf', 'anyOf', 'oneOf', 'not'].some((keyword) => keyword in schema)
}

function itemSchema(service: Service, type: ItemType | null, choices: readonly Json[] | null): JsonObject {
  if (choices !== null) return { enum: choices }
  return type === null ? {} : typeSchema(service, type)
}

function typeSchema(service: Service, type: FieldType): JsonObject {
  switch (type) {
    case 'id_field':
      return service.engine === 'svc_sqla'
        ? { type: 'integer', format: 'int64', ...RANGES.id_field }
        : { type: 'string', pattern: '^[0-9a-f]{24}$' }
    case 'string':
    case 'text':
    case 'choice':
    case 'foreign_key':
      return { type: 'string' }
    case 'integer':
      return { type: 'integer', format: 'int32', ...RANGES.integer }
    case 'small_integer':
      return { type: 'integer', format: 'int32', ...RANGES.small_integer }
    case 'interval':
      return { type: 'integer', description: 'Seconds.', ...RANGES.interval }
    case 'big_integer':
      return { type: ['integer', 'string'] }
    case 'float':
      return { type: 'number', format: 'double' }
    case 'decimal':
      return { type: ['number', 'string'] }
    case 'boolean':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'time':
      return { type: 'string', pattern: '^\\d{2}:\\d{2}:\\d{2}$' }
    case 'binary':
      return { type: 'string', contentEncoding: 'base64' }
    case 'list':
      return { type: 'array' }
    case 'dict':
      return { type: 'object' }
    case 'pickle':
      return {}
  }
}

/** A schema with a text in front of what it says of itself. */
export function described(schema: JsonObject, description: string | null): JsonObject {
  if (description === null) return schema
  const own = schema['description']
  return { ...schema, description: typeof own === 'string' ? `${description} ${own}` : description }
}

/** A schema that says nothing. */
export function isEmpty(schema: Json | undefined): boolean {
  return !isObject(schema) || Object.keys(schema).length === 0
}

import type { FieldType, JsonSchema } from '../ir/index.js'
import { typesOf, type JsonType } from './keywords/json-form.js'

const BY_TYPE: ReadonlyMap<JsonType, FieldType> = new Map<JsonType, FieldType>([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'float'],
  ['boolean', 'boolean'],
  ['array', 'list'],
  ['object', 'dict'],
])

const BY_FORMAT: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ['date-time', 'datetime'],
  ['date', 'date'],
  ['time', 'time'],
])

/**
 * Returns the field type of a property in a schema without database settings (SPEC 1.2). An `enum` of strings is a
 * `choice`; a property that allows several types, or any type, is a `pickle`.
 */
export function inferType(schema: JsonSchema): FieldType {
  const values = schema['enum']
  if (Array.isArray(values) && values.every((value) => typeof value === 'string' || value === null))
    return 'choice'
  const types = (typesOf(schema) ?? []).filter((type) => type !== 'null')
  const [only] = types
  if (only === undefined || types.length > 1) return 'pickle'
  const format = schema['format']
  const byFormat = only === 'string' && typeof format === 'string' ? BY_FORMAT.get(format) : undefined
  return byFormat ?? BY_TYPE.get(only) ?? 'pickle'
}

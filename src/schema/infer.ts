import type { FieldType, JsonSchema, JsonType } from '../ir/index.js'
import { typesOf } from './keywords/json-form.js'

const BY_TYPE: ReadonlyMap<JsonType, FieldType> = new Map<JsonType, FieldType>([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'float'],
  ['boolean', 'boolean'],
  ['array', 'list'],
  ['object', 'dict'],
])

/** The field types of strings with these formats. */
const BY_FORMAT: ReadonlyMap<unknown, FieldType> = new Map<unknown, FieldType>([
  ['date', 'date'],
  ['date-time', 'datetime'],
  ['time', 'time'],
])

/** Returns the field type without database settings. Several types, or any type, are a `pickle`. */
export function inferType(schema: JsonSchema): FieldType {
  const values = schema['enum']
  if (Array.isArray(values) && values.every((value) => typeof value === 'string' || value === null))
    return 'choice'
  const types = (typesOf(schema) ?? []).filter((type) => type !== 'null')
  const [only] = types
  if (only === undefined || types.length > 1) return 'pickle'
  const byFormat = only === 'string' ? BY_FORMAT.get(schema['format']) : undefined
  return byFormat ?? BY_TYPE.get(only) ?? 'pickle'
}

import { FIELD_TYPES, type FieldType, type JsonSchema, type JsonType } from '../ir/index.js'
import { typesOf } from './keywords/json-form.js'

const BY_TYPE: ReadonlyMap<JsonType, FieldType> = new Map<JsonType, FieldType>([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'float'],
  ['boolean', 'boolean'],
  ['array', 'list'],
  ['object', 'dict'],
])

/** The formats of strings that imply a field type; null if none does. */
const FORMATS: Readonly<Record<FieldType, string | null>> = {
  id_field: null,
  string: null,
  text: null,
  integer: null,
  small_integer: null,
  big_integer: null,
  float: null,
  decimal: null,
  boolean: null,
  date: 'date',
  datetime: 'date-time',
  time: 'time',
  interval: null,
  binary: null,
  choice: null,
  list: null,
  dict: null,
  pickle: null,
  foreign_key: null,
}

/** Returns the field type without database settings. Several types, or any type, are a `pickle`. */
export function inferType(schema: JsonSchema): FieldType {
  const values = schema['enum']
  if (Array.isArray(values) && values.every((value) => typeof value === 'string' || value === null))
    return 'choice'
  const types = (typesOf(schema) ?? []).filter((type) => type !== 'null')
  const [only] = types
  if (only === undefined || types.length > 1) return 'pickle'
  const { format } = schema
  const isFormat = only === 'string' && typeof format === 'string'
  const byFormat = isFormat ? FIELD_TYPES.find((type) => FORMATS[type] === format) : undefined
  return byFormat ?? BY_TYPE.get(only) ?? 'pickle'
}

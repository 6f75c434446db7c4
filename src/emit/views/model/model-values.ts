import {
  effectiveSchema,
  type Field,
  type FieldType,
  type JsonSchema,
  type Service,
  VALUE_TRAITS,
} from '../../../ir/index.js'
import type { Imports } from '../../imports.js'
import { schemaType } from '../../schema-types.js'
import { present } from '../../../ir/json.js'

/** Returns the TypeScript type of keys, which includes `string` if a number cannot represent all keys. */
export function keyTypeScript({ engine }: Service, type: FieldType): string {
  if (type === 'id_field') return engine === 'svc_sqla' ? 'number' : 'string'
  const { kind } = VALUE_TRAITS[type]
  return kind === 'digits' ? 'number | string' : kind === 'number' ? 'number' : 'string'
}

/** Returns the TypeScript type of a field's stored value, as returned by repositories. */
export function storedType(service: Service, field: Field, imports: Imports): string {
  return (
    STORED[field.type](imports, field.json, field.constraints.itemType) ?? keyTypeScript(service, field.type)
  )
}

type Stored = (imports: Imports, json: JsonSchema, itemType: FieldType | null) => string | null

const TEXT: Stored = () => 'string'
const NUMBER: Stored = () => 'number'

/** The types of stored values; null for keys that the database generates. */
const STORED: Readonly<Record<FieldType, Stored>> = {
  id_field: () => null,
  string: TEXT,
  text: TEXT,
  choice: TEXT,
  date: TEXT,
  datetime: TEXT,
  time: TEXT,
  binary: TEXT,
  foreign_key: TEXT,
  integer: NUMBER,
  small_integer: NUMBER,
  interval: NUMBER,
  float: NUMBER,
  big_integer: () => 'number | string',
  decimal: (_imports, json) => (isText(json) ? 'string' : 'number | string'),
  boolean: () => 'boolean',
  list: (imports, _json, itemType) =>
    `(${itemType === null ? imports.use('Json') : STORED[itemType](imports, {}, null)})[]`,
  dict: (imports, { properties, required }) =>
    schemaType(present({ type: 'object', additionalProperties: true, properties, required }), imports),
  pickle: (imports) => imports.use('Json'),
}

/** Returns whether the schema accepts text but not numbers. */
export function isText(schema: JsonSchema): boolean {
  const types = [effectiveSchema(schema)['type']].flat()
  return types.includes('string') && !types.includes('number') && !types.includes('integer')
}

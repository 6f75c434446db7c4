import {
  effectiveSchema,
  type Engine,
  type Field,
  type FieldType,
  type Model,
  type Service,
} from '../../../ir/index.js'
import { hasOwnRules, modelOf } from '../../../ir/lookup.js'
import { fieldOf } from '../../../ir/members.js'
import { type JsonObject, listOf, present } from '../../../ir/json.js'

/** Returns the schema for a field's non-null value in responses (JSON form). */
export function valueSchema(service: Service, field: Field): JsonObject {
  const { choices, itemType } = field.constraints
  switch (field.type) {
    case 'choice':
      return choices === null ? { type: 'string' } : { enum: choices }
    case 'list':
      if (choices !== null) return { type: 'array', items: { enum: choices } }
      return { type: 'array', items: itemType === null ? {} : typeSchema(service, itemType) }
    case 'decimal':
      return listOf(effectiveSchema(field.json)['type']).includes('number')
        ? typeSchema(service, 'decimal')
        : TEXT
    default:
      return typeSchema(service, field.type)
  }
}

export function keySchema(service: Service, id: string): JsonObject {
  const model = modelOf(service, id)
  const key = fieldOf(model, model.key)
  return key === undefined ? { type: 'string' } : valueSchema(service, key)
}

/** Returns the `_acl` property if the model's items can have their own rules, otherwise no properties. */
export function ownRules(service: Service, model: Model): JsonObject {
  if (!hasOwnRules(service, model)) return {}
  const description =
    'The rules for this item, such as `allow g:admin view`. Only admins can read and write them.'
  return { _acl: { ...nullable({ type: 'array', items: TEXT }), description } }
}

export function nullable(schema: JsonObject): JsonObject {
  const { type, enum: values, const: constant } = schema
  if (constant !== undefined || '$ref' in schema || COMBINING.some((keyword) => keyword in schema))
    return { anyOf: [schema, { type: 'null' }] }
  const types = listOf(type)
  return {
    ...schema,
    ...(type === undefined || types.includes('null') ? {} : { type: [...types, 'null'] }),
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  }
}

const COMBINING = ['allOf', 'anyOf', 'oneOf', 'not']

/** Returns the schema for a type's values in responses, without the constraints of a field. */
export function typeSchema({ engine }: Service, type: FieldType): JsonObject {
  return type === 'id_field' ? GENERATED_KEYS[engine] : OF_TYPE[type].value
}

const RANGES = {
  id_field: { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  integer: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  small_integer: { minimum: -(2 ** 15), maximum: 2 ** 15 - 1 },
  interval: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
} as const

const GENERATED_KEYS: Readonly<Record<Engine, JsonObject>> = {
  svc_sqla: { type: 'integer', format: 'int64', ...RANGES.id_field },
  svc_mongodb: { type: 'string', pattern: '^[0-9a-f]{24}$' },
}

const TEXT = { type: 'string' }

/** The schema for values in responses, and what it restricts in bodies. */
interface TypeSchemas {
  readonly value: JsonObject
  readonly limits?: JsonObject
}

const ANY_TEXT: TypeSchemas = { value: TEXT }

const OF_TYPE: Readonly<Record<Exclude<FieldType, 'id_field'>, TypeSchemas>> = {
  string: ANY_TEXT,
  text: ANY_TEXT,
  choice: ANY_TEXT,
  foreign_key: ANY_TEXT,
  integer: limited({ type: 'integer', format: 'int32' }, RANGES.integer),
  small_integer: limited({ type: 'integer', format: 'int32' }, RANGES.small_integer),
  interval: limited({ type: 'integer', description: 'Seconds.' }, RANGES.interval),
  big_integer: { value: { type: ['integer', 'string'] } },
  float: { value: { type: 'number', format: 'double' } },
  decimal: { value: { type: ['number', 'string'] } },
  boolean: { value: { type: 'boolean' } },
  date: limited(TEXT, { format: 'date' }),
  datetime: limited(TEXT, { format: 'date-time' }),
  time: {
    value: { type: 'string', pattern: '^\\d{2}:\\d{2}:\\d{2}$' },
    limits: { pattern: '^([01]?\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' },
  },
  binary: { value: { type: 'string', contentEncoding: 'base64' } },
  list: { value: { type: 'array' } },
  dict: { value: { type: 'object' } },
  pickle: { value: {} },
}

function limited(value: JsonObject, limits: JsonObject): TypeSchemas {
  return { value: { ...value, ...limits }, limits }
}

export function described(schema: JsonObject, description: string | null): JsonObject {
  if (description === null) return schema
  const own = schema['description']
  return { ...schema, description: typeof own === 'string' ? `${description} ${own}` : description }
}

/** Returns the constraints that a stored field imposes on values in a body, in addition to its schema. */
export function valueLimits({ type, constraints }: Field): JsonObject {
  const { minLength, maxLength, choices } = constraints
  return present({
    ...(type === 'id_field' ? {} : OF_TYPE[type].limits),
    minLength: minLength ?? undefined,
    maxLength: maxLength ?? undefined,
    enum: type === 'choice' && choices !== null ? choices : undefined,
  })
}

import { type Json, type JsonSchema } from '../ir/index.js'
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

/** Returns the parts of a schema that constrain values. */
export function validationSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (ANNOTATIONS.has(key)) return []
      if (DATA.has(key)) return [[key, value]]
      if (NAMED.has(key) && isObject(value))
        return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, part(each)]))]]
      return [[key, part(value)]]
    }),
  )
}

function part(value: Json): Json {
  if (Array.isArray(value)) return value.map(part)
  return isObject(value) ? validationSchema(value) : value
}

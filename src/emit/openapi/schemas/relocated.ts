import type { Json, JsonSchema } from '../../../ir/index.js'
import { isObject, type JsonObject } from '../../json.js'

const DEFS = /^#\/\$defs(?=\/)/

/**
 * Returns a schema whose references point to its place in a larger document. Its own `$defs` are left out.
 * @param defs the location of its `$defs` in the document: `#/components/schemas/Story.Definitions/$defs`
 */
export function relocated({ $defs: _defs, ...schema }: JsonSchema, defs: string): JsonObject {
  return mapped(schema, defs)
}

/** Returns the schemas by name, with references as in {@link relocated}. */
export function relocatedEach(schemas: Json, defs: string): JsonObject {
  return isObject(schemas) ? mapped(schemas, defs) : {}
}

function mapped(value: JsonObject, defs: string): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace(DEFS, () => defs) : mappedValue(each, defs),
    ]),
  )
}

function mappedValue(value: Json, defs: string): Json {
  if (Array.isArray(value)) return value.map((each: Json) => mappedValue(each, defs))
  return isObject(value) ? mapped(value, defs) : value
}

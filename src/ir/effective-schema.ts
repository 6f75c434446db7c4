import { isObject, type Json, type JsonSchema, resolved } from './json-schema.js'

type FindSchema = (name: string) => Json | undefined

/**
 * Returns a schema together with the parts in `allOf`, and with an alternative that is the only one except null.
 * @param find returns shared schemas by name
 */
export function effectiveSchema(
  schema: JsonSchema,
  find: FindSchema = () => undefined,
  depth = 0,
): JsonSchema {
  const known = resolved(schema, find)
  if (depth > MAX_DEPTH) return known
  const { allOf, anyOf, oneOf, ...own } = known
  const alternatives = [anyOf, oneOf].flatMap((list) => {
    const others = Array.isArray(list) ? list.filter((each: Json) => !isNull(each)) : []
    return others.length === 1 ? others : []
  })
  const parts = [...(Array.isArray(allOf) ? allOf : []), ...alternatives]
    .filter(isObject)
    .map((part) => effectiveSchema(part, find, depth + 1))
  const values = constantsIn(known, find)
  return Object.assign({}, ...parts.toReversed(), own, values === undefined ? {} : { enum: values })
}

/** Parts nested more deeply are ignored, because they can contain themselves. */
const MAX_DEPTH = 8

/** Returns the values of alternatives that are all constants, which have titles or descriptions of their own. */
function constantsIn({ anyOf, oneOf }: JsonSchema, find: FindSchema): readonly Json[] | undefined {
  const alternatives = [oneOf, anyOf].find((list) => Array.isArray(list))
  if (!Array.isArray(alternatives)) return undefined
  const constants = alternatives
    .filter((each: Json) => !isNull(each))
    .map((each: Json) => constantIn(each, find))
  return constants.length > 1 && constants.every((value) => value !== undefined) ? constants : undefined
}

function constantIn(schema: Json, find: FindSchema): Json | undefined {
  if (!isObject(schema)) return undefined
  const part = effectiveSchema(schema, find)
  return 'const' in part ? part['const'] : undefined
}

function isNull(schema: Json): boolean {
  return isObject(schema) && (schema['type'] === 'null' || schema['const'] === null)
}

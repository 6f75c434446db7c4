import { isObject, type Json, type JsonSchema } from './json-schema.js'

/** Returns a schema together with the parts in `allOf`, and with an alternative that is the only one except null. */
export function effectiveSchema(schema: JsonSchema): JsonSchema {
  const { allOf, anyOf, oneOf, ...own } = schema
  const alternatives = [anyOf, oneOf].flatMap((list) => {
    const others = Array.isArray(list) ? list.filter((each: Json) => !isNull(each)) : []
    return others.length === 1 ? others : []
  })
  const parts = [...(Array.isArray(allOf) ? allOf : []), ...alternatives]
    .filter(isObject)
    .map(effectiveSchema)
  const values = constantsIn(schema)
  return Object.assign({}, ...parts.toReversed(), own, values === undefined ? {} : { enum: values })
}

/** Returns the values of alternatives that are all constants, which have titles or descriptions of their own. */
function constantsIn({ anyOf, oneOf }: JsonSchema): readonly Json[] | undefined {
  const alternatives = [oneOf, anyOf].find((list) => Array.isArray(list))
  if (!Array.isArray(alternatives)) return undefined
  const constants = alternatives.filter((each: Json) => !isNull(each)).map(constantIn)
  return constants.length > 1 && constants.every((value) => value !== undefined) ? constants : undefined
}

function constantIn(schema: Json): Json | undefined {
  if (!isObject(schema)) return undefined
  const part = effectiveSchema(schema)
  return 'const' in part ? part['const'] : undefined
}

function isNull(schema: Json): boolean {
  return isObject(schema) && (schema['type'] === 'null' || schema['const'] === null)
}

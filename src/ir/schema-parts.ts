import { isObject, type Json, type JsonSchema, referredName } from './json-schema.js'

/** Returns a schema, what it refers to, and all their parts and alternatives. @param find returns shared schemas by name */
export function schemaParts(
  schema: JsonSchema,
  find: (name: string) => Json | undefined,
): ReadonlySet<JsonSchema> {
  const parts = new Set([schema])
  for (const part of parts) {
    const name = referredName(part['$ref'])
    const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => part[keyword] ?? [])
    for (const each of [name === null ? undefined : find(name), ...lists]) if (isObject(each)) parts.add(each)
  }
  return parts
}

/** Returns whether a schema or one of its parts has a keyword with the value `true`. */
export function isMarked(
  schema: JsonSchema,
  keyword: string,
  find: (name: string) => Json | undefined,
): boolean {
  return [...schemaParts(schema, find)].some((part) => part[keyword] === true)
}

import { isObject, type Json } from './json-schema.js'

/** A JSON object: any part of an OpenAPI document. */
export type JsonObject = { readonly [key: string]: Json }

/** Schemas by name. */
export type Schemas = readonly (readonly [name: string, schema: JsonObject])[]

/**
 * Returns an object without its undefined entries. The keys must not come from the input, because one of them could be
 * `__proto__`.
 */
export function present(entries: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept: Record<string, Json> = {}
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) kept[key] = value
  return kept
}

/** Returns an object or a list, or undefined if it has no entries. */
export function unlessEmpty<T extends object>(entries: T): T | undefined {
  return Object.keys(entries).length === 0 ? undefined : entries
}

/** Returns an object unchanged, and any other value as an object without entries. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns the member of an object with this name, which no object inherits. */
export function memberOf(object: JsonObject | undefined, name: string): Json | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
}

/** Returns a list unchanged, undefined as an empty list, and any other value as a list with one item. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

import type { Json } from '../../ir/index.js'

/** A JSON object: any part of an OpenAPI document. */
export type JsonObject = { readonly [key: string]: Json }

/** Schemas by their names, each made when it is used. */
export type Schemas = readonly (readonly [name: string, make: () => JsonObject])[]

/** The entries that have a value. Their keys are ours, not the user's: one may not be `__proto__`. */
export function present(entries: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept: Record<string, Json> = {}
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) kept[key] = value
  return kept
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as a list; one that is none alone in it. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

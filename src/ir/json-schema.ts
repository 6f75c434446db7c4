export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A JSON schema (2020-12). References point into the `$defs` of the schema itself or of the service. */
export type JsonSchema = { readonly [keyword: string]: Json }

export function isObject(value: Json | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the name of the shared schema to which a reference points, or null (RFC 6901). */
export function referredName(reference: Json | undefined): string | null {
  if (typeof reference !== 'string' || !reference.startsWith(DEFS)) return null
  return reference.slice(DEFS.length).replaceAll('~1', '/').replaceAll('~0', '~')
}

const DEFS = '#/$defs/'

/** Follows references to shared schemas, which `find` returns by name. Keywords next to a reference are kept. */
export function resolved(schema: JsonSchema, find: (name: string) => Json | undefined): JsonSchema {
  let found = schema
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    const { $ref, ...beside } = found
    const name = referredName($ref)
    const target = name === null ? undefined : find(name)
    if (!isObject(target)) return found
    found = Object.keys(beside).length === 0 ? target : { ...target, ...beside }
  }
  return found
}

const MAX_HOPS = 16

/** Returns a schema, or schemas by name, in which `change` has been applied to all references. */
export function withReferences(schema: JsonSchema, change: (reference: string) => string): JsonSchema {
  const changed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(changed)
    return isObject(value) ? withReferences(value, change) : value
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? change(value) : changed(value),
    ]),
  )
}

/** The JSON types, in the order in which they are emitted. */
export const JSON_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'] as const
export type JsonType = (typeof JSON_TYPES)[number]

/** Returns the most specific JSON type of a value: 1.0 is an integer (JSON Schema 2020-12, Core, section 4.2.3). */
export function jsonTypeOf(value: Json): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number'
    default:
      return 'object'
  }
}

import { isObject, type Json, type JsonSchema, type Parameter, resolved } from '../../ir/index.js'
import { objectOf } from '../../ir/json.js'

type Shared = ReadonlyMap<string, JsonSchema>

/**
 * Returns the fields of a form that a schema describes (OpenAPI 3.1, "Media Type Object", "Encoding"). Fields that are
 * objects are JSON. Returns none if the schema allows fields that it does not name, or alternatives; the form can then
 * have any fields.
 * @param encoding how fields are written, by name
 */
export function formFields(schema: JsonSchema, shared: Shared, encoding?: Json): readonly Parameter[] {
  const parts = partsOf(schema, shared, 0)
  if (parts === null) return []
  const required = new Set(parts.flatMap((part) => listOf(part['required'])))
  const properties = new Map(parts.flatMap((part) => Object.entries(objectOf(part['properties']))))
  return fieldsOf(properties, required, (name) => shared.get(name), encoding)
}

/** Returns the fields of a form for the properties of an object. @param find returns shared schemas by name */
export function fieldsOf(
  properties: ReadonlyMap<string, Json>,
  required: ReadonlySet<Json>,
  find: (name: string) => Json | undefined,
  encoding?: Json,
): readonly Parameter[] {
  return [...properties].map(([name, property]) => {
    const field = objectOf(property)
    const { description } = resolved(field, find)
    return {
      name,
      description: typeof description === 'string' ? description : null,
      required: required.has(name),
      schema: withFile(field),
      ...writingOf(isObject(encoding) ? encoding[name] : undefined, hasObjects(field, find)),
    }
  })
}

/** Media types of files, which OpenAPI 3.1 declares by `contentMediaType` instead of the format `binary`. */
const FILES = /^(?:application\/(?:octet-stream|pdf|zip|gzip)|image\/|audio\/|video\/|font\/)/i

function withFile(schema: JsonSchema): JsonSchema {
  const { contentMediaType, contentEncoding, items } = schema
  if (typeof contentMediaType === 'string' && contentEncoding === undefined && FILES.test(contentMediaType))
    return { ...schema, type: 'string', format: 'binary' }
  return isObject(items) ? { ...schema, items: withFile(items) } : schema
}

/** The styles that `encoding` can name. */
const STYLES = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const

/** Returns how a field is written: as its `style` and `explode` say, or else as its content type. */
function writingOf(
  encoding: Json | undefined,
  hasObjects: boolean,
): Pick<Parameter, 'style' | 'explode' | 'isJson'> {
  const { style, explode, contentType } = objectOf(encoding)
  const named = STYLES.find((each) => each === style)
  if (named !== undefined || typeof explode === 'boolean')
    return {
      style: named ?? 'form',
      explode: typeof explode === 'boolean' ? explode : (named ?? 'form') === 'form',
    }
  const isJson = typeof contentType === 'string' ? /[/+]json\s*(?:;|$)/i.test(contentType) : hasObjects
  return isJson ? { isJson: true as const } : {}
}

/** Returns a schema and the parts in its `allOf`, or null if a form that it describes can have any fields. */
function partsOf(schema: JsonSchema, shared: Shared, depth: number): readonly JsonSchema[] | null {
  const found = resolved(schema, (name) => shared.get(name))
  const { additionalProperties = false, allOf } = found
  const isOpen =
    additionalProperties !== false || ['anyOf', 'oneOf', '$ref'].some((keyword) => keyword in found)
  if (isOpen || depth > MAX_DEPTH) return null
  const inner = listOf(allOf).map((part) => (isObject(part) ? partsOf(part, shared, depth + 1) : null))
  return inner.reduce<readonly JsonSchema[] | null>(
    (all, part) => (all === null || part === null ? null : [...all, ...part]),
    [found],
  )
}

const MAX_DEPTH = 16

function hasObjects(schema: JsonSchema, find: (name: string) => Json | undefined): boolean {
  const { type, items, properties } = resolved(schema, find)
  if (type === 'array' && isObject(items)) return hasObjects(items, find)
  return type === 'object' || properties !== undefined
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

import {
  FIELD_JSON_TYPES,
  type FieldType,
  isObject,
  type Json,
  JSON_TYPES,
  type JsonSchema,
  type JsonType,
  jsonTypeOf,
  VALUE_TRAITS,
} from '../../ir/index.js'
import { sortedObject } from '../node.js'
import { isWithin } from './type-names.js'

/** The constraints on a field that can be expressed in its JSON schema. */
export interface FormLimits {
  /** If false, null is valid unless the schema has a type. */
  readonly required: boolean
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly choices: readonly Json[] | null
}

/** Returns whether the schema's JSON types allow at least one value that is valid for the database type. */
export function allowsType(type: FieldType, schema: JsonSchema): boolean {
  const forms = FIELD_JSON_TYPES[type]
  const written = forms === null ? undefined : typesOf(schema)?.filter((name) => name !== 'null')
  if (forms === null || written === undefined || written.length === 0) return true
  return written.some((name) => forms.some((form) => isWithin(form, name) || isWithin(name, form)))
}

/**
 * Returns the JSON schema for a field's values. Adds lengths, choices and the JSON types for the database type to the
 * user's schema, and allows strings for numbers that must keep their full precision.
 * @param schema the user's schema, with sorted keywords; returned unchanged if nothing needs to be added
 */
export function jsonForm(schema: JsonSchema, type: FieldType, limits: FormLimits): JsonSchema {
  const added = {
    ...typeKeyword(schema, type, limits),
    ...lengthKeywords(schema, type, limits),
    ...choiceKeywords(schema, type, limits),
  }
  return Object.keys(added).length === 0 ? schema : sortedObject(Object.entries({ ...schema, ...added }))
}

/** Returns the value of the `type` keyword for these types: a name, or a list in a fixed order. */
export function typeValue(types: Iterable<JsonType>): Json {
  const wanted = new Set(types)
  const ordered = JSON_TYPES.filter((type) => wanted.has(type))
  const [only] = ordered
  return ordered.length === 1 && only !== undefined ? only : ordered
}

const SINGLE_TYPES: ReadonlyMap<Json, readonly JsonType[]> = new Map(JSON_TYPES.map((type) => [type, [type]]))

/** Returns the types of a schema, or undefined if it has none. */
export function typesOf({ type }: JsonSchema): readonly JsonType[] | undefined {
  if (type === undefined) return undefined
  return Array.isArray(type)
    ? JSON_TYPES.filter((name) => type.includes(name))
    : (SINGLE_TYPES.get(type) ?? [])
}

function typeKeyword(schema: JsonSchema, type: FieldType, { required, choices }: FormLimits): JsonSchema {
  const written = typesOf(schema)
  if (written !== undefined) {
    // A JSON number would lose precision.
    const isAlsoText =
      VALUE_TRAITS[type].kind === 'digits' && (written.includes('number') || written.includes('integer'))
    if (isAlsoText) return { type: typeValue([...written, 'string']) }
    return isInOrder(schema['type'], written) ? {} : { type: typeValue(written) }
  }
  const forms = type === 'choice' ? typesOfValues(choices ?? []) : FIELD_JSON_TYPES[type]
  const isOpen = forms === null || 'enum' in schema || COMBINATORS.some((keyword) => keyword in schema)
  return isOpen ? {} : { type: typeValue(required ? forms : [...forms, 'null']) }
}

/** Returns whether a `type` is equal to {@link typeValue} for these types. */
function isInOrder(type: Json | undefined, types: readonly JsonType[]): boolean {
  if (!Array.isArray(type)) return type === types[0]
  return type.length === types.length && type.length > 1 && types.every((name, at) => name === type[at])
}

const COMBINATORS = ['allOf', 'anyOf', 'oneOf', '$ref']

function lengthKeywords(
  schema: JsonSchema,
  type: FieldType,
  { minLength, maxLength }: FormLimits,
): JsonSchema {
  if (type !== 'string' && type !== 'text') return {}
  const written = { longest: numberOf(schema['maxLength']), shortest: numberOf(schema['minLength']) }
  const longest = Math.min(maxLength ?? Infinity, written.longest ?? Infinity)
  const shortest = Math.max(minLength ?? 0, written.shortest ?? 0)
  return {
    ...(longest === (written.longest ?? Infinity) ? {} : { maxLength: longest }),
    ...(shortest === (written.shortest ?? 0) ? {} : { minLength: shortest }),
  }
}

function choiceKeywords(schema: JsonSchema, type: FieldType, { required, choices }: FormLimits): JsonSchema {
  if (choices === null) return {}
  if (type === 'list') return { items: withEnum(schema['items'], choices) }
  if (type !== 'choice' || schema['enum'] !== undefined) return {}
  const types = typesOf(schema)
  const isNullable = types === undefined ? !required : types.includes('null')
  return { enum: isNullable && !choices.includes(null) ? [...choices, null] : choices }
}

function withEnum(items: Json | undefined, choices: readonly Json[]): Json {
  if (!isObject(items)) return items ?? { enum: choices }
  return 'enum' in items ? items : sortedObject(Object.entries({ ...items, enum: choices }))
}

function typesOfValues(values: readonly Json[]): readonly JsonType[] {
  return JSON_TYPES.filter((type) => values.some((value) => jsonTypeOf(value) === type))
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

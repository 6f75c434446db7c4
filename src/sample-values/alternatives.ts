import { type Json, type JsonSchema, resolved, isObject } from '../ir/index.js'
import { boundedSchema } from '../validation/bounded-schema.js'
import { schemaCompiler } from '../../templates/runtime/body/compiler.js'
import { schemaRepetition } from '../../templates/runtime/body/repeated.js'
import { objectOf } from '../ir/json.js'
import { oncePer } from '../ir/once.js'

/** Keywords that are checked only after a sample has been created. */
const CHECKED = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas']

/** Maximum number of combinations of alternatives to try. */
const MAX_ALTERNATIVES = 64

/**
 * Returns whether a schema has any of the {@link CHECKED} keywords. If it does, a value created from the other keywords
 * might be invalid.
 */
export function isCombined(schema: JsonSchema): boolean {
  return CHECKED.some((keyword) => keyword in schema)
}

/**
 * Returns a value that satisfies a schema with any of the {@link CHECKED} keywords.
 * @param make creates a value from a schema without these keywords, or returns undefined
 * @param root the schema that contains the `$defs`
 * @returns the first value that satisfies the whole schema, or undefined if none does
 */
export function sampleOfAlternatives(
  schema: JsonSchema,
  root: JsonSchema,
  make: (alternative: JsonSchema) => Json | undefined,
): Json | undefined {
  const satisfies = checkOf(schema, root)
  if (satisfies === null) return undefined
  for (const alternative of cacheFor(root).alternativesOf(schema)) {
    const value = make(alternative)
    if (value !== undefined && satisfies(value)) return value
  }
  return undefined
}

type Check = ((value: Json) => boolean) | null

/**
 * Returns a function that validates values against a schema. Returns null if the schema cannot be compiled, for example
 * because it has references outside `$defs`.
 */
export function checkOf(schema: JsonSchema, root: JsonSchema): Check {
  return cacheFor(root).checkOf(schema)
}

const WITHOUT_DEFS = {}

function cacheFor({ $defs = WITHOUT_DEFS }: JsonSchema) {
  return cacheForDefs(isObject($defs) ? $defs : WITHOUT_DEFS)
}

/** What is known of schemas that share `$defs`, because many operations use the same schemas. */
const cacheForDefs = oncePer((schemas: JsonSchema) => {
  const objects = Object.entries(schemas).flatMap(([name, schema]) =>
    isObject(schema) ? [[name, boundedSchema(schema, schemas, name)] as const] : [],
  )
  const compile = schemaCompiler(Object.fromEntries(objects), {}, schemaRepetition)
  const compiled = (schema: JsonSchema): Check => {
    const { $defs: _, ...own } = boundedSchema(schema, schemas)
    try {
      const validate = compile(own)
      return (value) => validate(value)
    } catch {
      return null
    }
  }
  return {
    checkOf: oncePer(compiled),
    alternativesOf: oncePer((schema: JsonSchema) => alternativesOf(schema, { $defs: schemas })),
  }
})

/** Follows references to the `$defs` of the root. Keywords next to a reference are kept. */
export function resolvedIn({ $defs }: JsonSchema, schema: JsonSchema): JsonSchema {
  return resolved(schema, (name) => (isObject($defs) ? $defs[name] : undefined))
}

const MAX_DEPTH = 16

/** Returns a schema for each combination of choices in `anyOf` and `oneOf`, with `allOf` merged. */
function alternativesOf(schema: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  if (depth > MAX_DEPTH) return []
  const { allOf, anyOf, oneOf, not: _not, dependentSchemas, ...conditional } = schema
  const { if: condition, then, else: otherwise, ...own } = conditional
  const parts = schemasOf(allOf, root).reduce<readonly JsonSchema[]>(
    (sofar, part) => combined(sofar, alternativesOf(part, root, depth + 1)),
    [own],
  )
  const dependents = isObject(dependentSchemas) ? Object.values(dependentSchemas) : []
  const conditions = [
    ...(isObject(condition) && isObject(then) ? [{ allOf: [condition, then] }] : []),
    ...(condition === undefined ? [] : [objectOf(otherwise)]),
  ]
  const depending = dependents.length === 0 ? [] : [{}, { allOf: dependents }]
  return [anyOf, oneOf, conditions, depending].reduce<readonly JsonSchema[]>((sofar, choices) => {
    const each = schemasOf(choices, root).flatMap((choice) => alternativesOf(choice, root, depth + 1))
    return each.length === 0 ? sofar : combined(sofar, each)
  }, parts)
}

function combined(ones: readonly JsonSchema[], others: readonly JsonSchema[]): readonly JsonSchema[] {
  return ones.flatMap((one) => others.map((other) => merged(one, other))).slice(0, MAX_ALTERNATIVES)
}

function schemasOf(value: Json | undefined, root: JsonSchema): readonly JsonSchema[] {
  const schemas = Array.isArray(value) ? value.filter(isObject) : []
  return schemas.map((schema) => resolvedIn(root, schema))
}

/** Returns the intersection of two schemas, to the extent that their keywords can be merged. */
export function merged(one: JsonSchema, other: JsonSchema): JsonSchema {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...keys].flatMap((key) => mergedKeyword(key, one[key], other[key])))
}

function mergedKeyword(key: string, one: Json | undefined, other: Json | undefined): [string, Json][] {
  if (one === undefined || other === undefined) {
    const value = one ?? other
    return value === undefined ? [] : [[key, value]]
  }
  if (isObject(one) && isObject(other)) return [[key, merged(one, other)]]
  if (Array.isArray(one) && Array.isArray(other)) {
    const both = one.filter((value) => other.includes(value))
    return [[key, key === 'required' ? [...new Set([...one, ...other])] : both]]
  }
  if (typeof one === 'number' && typeof other === 'number')
    return [[key, key.startsWith('max') ? Math.min(one, other) : Math.max(one, other)]]
  return [[key, other]]
}

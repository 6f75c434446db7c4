import { type Dispatch, dispatchOf } from '../ir/alternatives.js'
import { type Definitions, isUnevaluated, repeatedSchemas } from '../ir/repeated-schemas.js'
import { IN_PLACE, withSubschemas } from '../ir/subschemas.js'
import { isObject, type Json, type JsonSchema, referredName } from '../ir/index.js'

/**
 * Returns a schema that validators apply in linear time: the property of disjoint alternatives selects one of them, and
 * repeated schemas are referred to by `repeated` (`templates/runtime/body/repeated.ts`) instead of `$ref`.
 * @param definitions the shared schemas by name
 * @param name the name of the schema, if it is a shared one
 */
export function boundedSchema(schema: JsonSchema, definitions: Definitions, name?: string): JsonSchema {
  const { inPlace, unbounded } = repeatedSchemas(definitions)
  const isInPlace = name !== undefined && inPlace.has(name)
  const { $ref, ...others } = schema
  const bounded = changed(others, { definitions, isInPlace })
  const counted = name !== undefined && unbounded.has(name) ? { repeated: true } : {}
  return { ...counted, ...($ref === undefined ? {} : { $ref }), ...bounded }
}

interface Context {
  readonly definitions: Definitions
  /** Whether the schema applies in place to one that needs to know what has been evaluated. */
  readonly isInPlace: boolean
}

function changed(schema: JsonSchema, context: Context): JsonSchema {
  const { definitions } = context
  const inPlace = { definitions, isInPlace: context.isInPlace || isUnevaluated(schema) }
  const below = { definitions, isInPlace: false }
  const dispatch = dispatchOf(schema, (name) => definitions[name])
  const kept = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    if (key === dispatch?.keyword) return []
    const isCounted = key === '$ref' && !inPlace.isInPlace && isRepeated(value, definitions)
    return [[isCounted ? 'repeated' : key, value]]
  })
  const rest = withSubschemas(Object.fromEntries(kept), (each, keyword, name) =>
    keyword === '$defs'
      ? boundedSchema(each, definitions, name)
      : changed(each, IN_PLACE.has(keyword) ? inPlace : below),
  )
  if (dispatch === null) return rest
  const parts = Array.isArray(rest['allOf']) ? rest['allOf'] : []
  const selected = dispatched(dispatch, inPlace)
  return Object.keys(rest).length === 0 ? selected : { ...rest, allOf: [...parts, selected] }
}

/** Returns the schema in which a property selects the alternative that applies. */
function dispatched(
  { property, cases, keyword, isNullable, isOptional }: Dispatch,
  context: Context,
): JsonSchema {
  const schemas = cases.map(({ schema }) => changed(schema, context))
  const selected: JsonSchema = {
    type: 'object',
    required: [property],
    properties: { [property]: { enum: cases.flatMap(({ values }) => values) } },
    allOf: cases.map(({ values }, index) => ({
      if: { required: [property], properties: { [property]: { enum: values } } },
      then: schemas[index] ?? {},
    })),
  }
  const whole = isOptional
    ? { if: { type: 'object', required: [property] }, then: selected, else: { [keyword]: schemas } }
    : selected
  return isNullable ? { anyOf: [{ type: 'null' }, whole] } : whole
}

function isRepeated(reference: Json, definitions: Definitions): boolean {
  const name = referredName(reference)
  return name !== null && repeatedSchemas(definitions).names.has(name)
}

/** Returns whether a schema for validators contains `repeated`, at any depth. */
export function hasRepeated(schema: Json): boolean {
  return hasKeyword('repeated', schema)
}

/** Returns whether a schema contains a keyword, at any depth. */
export function hasKeyword(name: string, schema: Json): boolean {
  return hasPart(schema, (part) => name in part)
}

/** Returns whether any of the objects in a schema passes a test, at any depth. */
export function hasPart(schema: Json, test: (part: JsonSchema) => boolean): boolean {
  if (Array.isArray(schema)) return schema.some((each: Json) => hasPart(each, test))
  if (!isObject(schema)) return false
  return test(schema) || Object.values(schema).some((each) => hasPart(each, test))
}

/** Number of values up to which Ajv compares them without a loop. */
const SHORT = 200

/** Returns whether a schema contains a list of values that takes long to search for each value in a body. */
export function hasLongEnum(schema: Json): boolean {
  return hasPart(schema, ({ enum: values }) => Array.isArray(values) && values.length > SHORT)
}

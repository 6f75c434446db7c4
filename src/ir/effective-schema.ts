import { isObject, type Json, type JsonSchema, resolved } from './json-schema.js'

type FindSchema = (name: string) => Json | undefined

/**
 * Returns a schema together with the parts in `allOf`, with an alternative that is the only one except null, and with the type
 * and the values that its alternatives have in common.
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
  const partsIn = (list: Json | undefined): readonly JsonSchema[] =>
    (Array.isArray(list) ? list : []).map((part: Json) =>
      isObject(part) ? effectiveSchema(part, find, depth + 1) : {},
    )
  const lists = [oneOf, anyOf].map((list) => partsIn(list).filter((part) => !isNull(part)))
  const parts = [...partsIn(allOf), ...lists.flatMap((list) => (list.length === 1 ? list : []))]
  const alternatives = lists.find((list) => list.length > 1) ?? []
  return Object.assign({}, typeOf(alternatives), ...parts.toReversed(), own, valuesOf(alternatives))
}

/** Parts nested more deeply are ignored, because they can contain themselves. */
const MAX_DEPTH = 8

/** Returns the values of alternatives that all list some, such as constants with titles or descriptions of their own. */
function valuesOf(alternatives: readonly JsonSchema[]): JsonSchema {
  const lists = alternatives.map(({ const: constant, enum: values }) =>
    constant === undefined ? values : [constant],
  )
  return lists.length > 0 && lists.every((list) => Array.isArray(list)) ? { enum: lists.flat() } : {}
}

/** Returns the type of alternatives that are scalars of one type, such as known values and any other text. */
function typeOf(alternatives: readonly JsonSchema[]): JsonSchema {
  const [type, ...others] = new Set(alternatives.map((each) => each['type']))
  return typeof type === 'string' && SCALARS.has(type) && others.length === 0 ? { type } : {}
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean'])

function isNull({ type, const: constant, enum: values }: JsonSchema): boolean {
  const isOnly = Array.isArray(values) && values.every((value: Json) => value === null)
  return type === 'null' || constant === null || isOnly
}

import { type Field, type Json, type JsonSchema, jsonTypeOf, type Model, resolved } from '../../ir/index.js'
import { type FindSchema, isOneOf, itemsOf, partsOf, typesIn } from './schemas.js'

/** A member of a request with values that its field cannot have. */
export interface Unstorable {
  readonly member: string
  /** The types or values, as in `null`, `string` or `"draft"`. */
  readonly values: readonly string[]
}

/**
 * Returns the members of a request that allow values which the model's fields cannot have: of other types, or outside the listed
 * ones. Lengths, bounds and formats can differ, because a value that violates them is a usual error of a client.
 * @param fields the fields of the members that have other names
 */
export function unstorableIn(
  properties: ReadonlyMap<string, JsonSchema>,
  fields: ReadonlyMap<string, string>,
  model: Model,
  find: FindSchema,
): readonly Unstorable[] {
  return [...properties].flatMap(([member, schema]) => {
    const field = model.fields.find(({ name }) => name === (fields.get(member) ?? member))
    if (field === undefined || !field.stored || resolved(schema, find)['readOnly'] === true) return []
    // Without a value, an optional field is null.
    const values = refused(schema, field, find).filter(
      (value) => value !== 'null' || field.constraints.required,
    )
    return values.length === 0 ? [] : [{ member, values }]
  })
}

function refused(
  sent: JsonSchema,
  { json, constraints: { choices } }: Pick<Field, 'json' | 'constraints'>,
  find: FindSchema,
): readonly string[] {
  const [sentItems, items] = [itemsOf(sent, find), itemsOf(json, find)]
  if (sentItems !== null && items !== null) return otherThan(sentItems, items, choices, find)
  return otherThan(sent, json, choices, find)
}

/** Returns the types, and the listed values, of a schema that another one does not allow. */
function otherThan(
  sent: JsonSchema,
  stored: JsonSchema,
  choices: readonly Json[] | null,
  find: FindSchema,
): readonly string[] {
  const allowed = allTypes(stored, find)
  const others = allTypes(sent, find).filter((type) => !isOneOf(type, allowed))
  const listed = choices === null ? [] : valuesIn(sent, find)
  return [
    ...others,
    ...listed
      .filter((value) => value !== null && choices?.includes(value) === false)
      .filter((value) => !others.includes(jsonTypeOf(value)))
      .map((value) => JSON.stringify(value)),
  ]
}

function allTypes(schema: JsonSchema, find: FindSchema): readonly string[] {
  return [...new Set([...typesIn(schema, find), ...valuesIn(schema, find).map(jsonTypeOf)])]
}

/** Returns the values that a schema lists, also in its alternatives and parts. */
function valuesIn(schema: JsonSchema, find: FindSchema, depth = 0): readonly Json[] {
  const { const: constant, enum: values, ...known } = resolved(schema, find)
  if (constant !== undefined) return [constant]
  if (Array.isArray(values)) return values
  if (depth > MAX_DEPTH) return []
  const parts = ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => partsOf(known, keyword))
  return parts.flatMap((part) => valuesIn(part, find, depth + 1))
}

const MAX_DEPTH = 16

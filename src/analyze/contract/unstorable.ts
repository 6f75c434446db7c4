import {
  effectiveSchema,
  type Field,
  type Json,
  type JsonSchema,
  jsonTypeOf,
  type Model,
  resolved,
} from '../../ir/index.js'
import { isMarked } from '../../ir/schema-parts.js'
import { type FindSchema, isOneOf, itemsOf, objectSchema, partsOf, typesIn } from './schemas.js'

/** A member of a request, or a part of it, with values that its field cannot have. */
export interface Unstorable {
  /** As in `address/city`. */
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
  { find, isWhole }: UnstorableSource,
): readonly Unstorable[] {
  return [...properties].flatMap(([member, schema]) => {
    const field = model.fields.find(({ name }) => name === (fields.get(member) ?? member))
    if (field === undefined || !field.stored || resolved(schema, find)['readOnly'] === true) return []
    // Without a value, an optional field is null.
    const isAmount = takesNumbers(field, schema, find)
    const values = refused(schema, field, find).filter(
      (value) =>
        (value !== 'null' || field.constraints.required) &&
        !(isAmount && (value === 'number' || value === 'integer')),
    )
    return values.length === 0 ? partsIn(member, schema, field.json, { find, isWhole }) : [{ member, values }]
  })
}

/** Returns whether a member of a request can be a number, and its field is a decimal in texts, which the number becomes. */
export function takesNumbers(
  { type, stored, json }: Pick<Field, 'type' | 'stored' | 'json'>,
  sent: JsonSchema,
  find: FindSchema,
): boolean {
  const isText = [effectiveSchema(json)['type']].flat().every((each) => each === 'string' || each === 'null')
  return (
    stored && type === 'decimal' && isText && typesIn(sent, find).some((each) => isOneOf(each, ['number']))
  )
}

interface UnstorableSource {
  readonly find: FindSchema
  /** Whether the objects in a request are stored as they are, not merged with others. */
  readonly isWhole: boolean
}

/** Returns the parts of a member with values that those of its field cannot have. A null can remove a part. */
function partsIn(
  member: string,
  sent: JsonSchema,
  stored: JsonSchema,
  source: UnstorableSource,
  depth = 0,
): readonly Unstorable[] {
  const { find, isWhole } = source
  const part = (schema: JsonSchema) => objectSchema(itemsOf(schema, find) ?? schema, find)
  const [from, to] = [part(sent), part(stored)]
  if (from === null || to === null || depth > MAX_PARTS) return []
  const missing = [...(isWhole ? to.required : [])].filter(
    (name) => !from.required.has(name) && !isMarked(to.properties.get(name) ?? {}, 'readOnly', find),
  )
  const values = [...from.properties].flatMap(([name, schema]) => {
    const own = to.properties.get(name)
    if (own === undefined || resolved(schema, find)['readOnly'] === true) return []
    const path = `${member}/${name}`
    const choices = valuesIn(own, find)
    const constraints = { choices: choices.length === 0 ? null : choices }
    const values = refused(schema, { json: own, constraints }, find).filter((value) => value !== 'null')
    return values.length === 0 ? partsIn(path, schema, own, source, depth + 1) : [{ member: path, values }]
  })
  return [...values, ...missing.map((name) => ({ member: `${member}/${name}`, values: ['no value'] }))]
}

/** Maximum number of levels of parts that are compared, as schemas can contain themselves. */
const MAX_PARTS = 4

function refused(
  sent: JsonSchema,
  {
    json,
    constraints: { choices },
  }: Pick<Field, 'json'> & {
    readonly constraints: Pick<Field['constraints'], 'choices'>
  },
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

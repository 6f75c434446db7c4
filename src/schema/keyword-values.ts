import type { Json, JsonSchema } from '../ir/index.js'
import type { Entry, MapNode, Node } from '../source/node.js'
import { isLongNumber } from './keywords.js'
import { scalarOf, sortedObject, toJson, valueOf } from './node.js'

/** Names of the properties that say `required: true` of themselves, as draft 3 has it. */
export function demandedNames(schema: Node): readonly string[] {
  const properties = valueOf(schema, 'properties')
  if (properties?.kind !== 'map') return []
  return properties.entries
    .filter(({ value }) => scalarOf(valueOf(value, 'required')) === true)
    .map(({ key }) => key)
}

/** Adds the names that properties demand of themselves to the schema's `required`. */
export function withRequired(keywords: JsonSchema, demanded: readonly string[]): JsonSchema {
  if (keywords['required'] === undefined && demanded.length === 0) return keywords
  const { required: listed, ...others } = keywords
  const names = [...new Set([...(Array.isArray(listed) ? listed : []), ...demanded])].sort()
  return names.length === 0 ? others : sortedObject(Object.entries({ ...others, required: names }))
}

/** Tells whether a value is true or false. */
export function isFlag(node: Node): boolean {
  return typeof scalarOf(node) === 'boolean'
}

/** The value of a keyword that holds no schema. Limits that a double does not hold are rounded; they are still the nearest that a validator can tell. */
export function valueOfKeyword(value: Node): Json {
  if (value.kind === 'scalar') return isLongNumber(value) ? Number(value.value) : value.value
  const json = toJson(value)
  return Array.isArray(json) ? unique(json) : json
}

/** The meta-schema wants the items of `enum`, `type` and the like to be unique. */
function unique(items: readonly Json[]): readonly Json[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}

/** The meta-schema allows `exclusiveMinimum` only beside `minimum`, and no empty list of `items`: it would say nothing. */
export function isUseful({ key, value }: Entry, schema: MapNode): boolean {
  if (key === 'items') return value.kind !== 'list' || value.items.length > 0
  if (key === 'exclusiveMinimum') return valueOf(schema, 'minimum') !== undefined
  return key !== 'exclusiveMaximum' || valueOf(schema, 'maximum') !== undefined
}

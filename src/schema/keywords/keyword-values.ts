import type { Json, JsonSchema } from '../../ir/index.js'
import type { Node } from '../../source/node.js'
import { isLongNumber } from './keywords.js'
import { scalarOf, sortedObject, toJson, valueOf } from '../node.js'

/** Returns the names of the properties with `required: true`, as in draft 3. */
export function namesWithRequired(schema: Node): readonly string[] {
  const properties = valueOf(schema, 'properties')
  if (properties?.kind !== 'map') return []
  return properties.entries
    .filter(({ value }) => scalarOf(valueOf(value, 'required')) === true)
    .map(({ key }) => key)
}

export function withRequired(keywords: JsonSchema, required: readonly string[]): JsonSchema {
  if (keywords['required'] === undefined && required.length === 0) return keywords
  const { required: listed, ...others } = keywords
  const names = [...new Set([...(Array.isArray(listed) ? listed : []), ...required])].sort()
  return names.length === 0 ? others : sortedObject(Object.entries({ ...others, required: names }))
}

/** Keywords whose value is data, in which items can be equal. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'x-value'])

/** Returns the value of a keyword without schemas. Limits are rounded to the nearest double, as in validators. */
export function valueOfKeyword(key: string, value: Node): Json {
  if (value.kind === 'scalar') return isLongNumber(value) ? Number(value.value) : value.value
  const json = toJson(value)
  return Array.isArray(json) && !DATA.has(key) ? unique(json) : json
}

/** Removes duplicates, which the meta-schema does not allow in `enum`, `type` and other keywords. */
function unique(items: readonly Json[]): readonly Json[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}

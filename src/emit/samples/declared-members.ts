import type { Json, JsonSchema } from '../../ir/index.js'
import { isObject, listOf, objectOf } from '../json.js'
import { resolvedIn } from './alternatives.js'

/**
 * Returns whether a schema declares all members of the objects in a value. TypeScript allows no others in an object literal,
 * although the schema does.
 */
export function declaresMembers(schema: JsonSchema, value: Json, root: JsonSchema): boolean {
  const parts = partsOf(schema, root)
  if (Array.isArray(value))
    return value.every((item) => parts.every(({ items }) => declaresMembers(objectOf(items), item, root)))
  if (!isObject(value)) return true
  const isOpen = (part: JsonSchema): boolean =>
    ('additionalProperties' in part && part['additionalProperties'] !== false) || 'patternProperties' in part
  if (parts.some(isOpen) || parts.every(({ properties }) => properties === undefined)) return true
  return Object.entries(value).every(([name, member]) => {
    const declared = parts.flatMap((part) => {
      const properties = objectOf(part['properties'])
      return Object.hasOwn(properties, name) ? [objectOf(properties[name])] : []
    })
    return declared.length > 0 && declared.every((each) => declaresMembers(each, member, root))
  })
}

/** Returns a schema with its parts and alternatives. */
function partsOf(written: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  const schema = resolvedIn(root, written)
  const others = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword]))
  return depth > 8 ? [] : [schema, ...others.flatMap((each) => partsOf(objectOf(each), root, depth + 1))]
}

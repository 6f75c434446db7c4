import type { JsonSchema } from '../../ir/index.js'
import { isMarked } from '../../ir/schema-parts.js'
import { type FindSchema, itemsOf, objectSchema } from './schemas.js'

/** The parts of a dict, or of the objects in a list, of which a response says something else than the component. */
interface FieldParts {
  /** Those that the response requires and the component does not declare. */
  readonly lacking: readonly string[]
  /** Those that the component declares and the response forbids. */
  readonly unallowed: readonly string[]
}

const NO_PARTS: FieldParts = { lacking: [], unallowed: [] }

/** Maximum number of levels of parts that are compared, as schemas can contain themselves. */
const MAX_LEVELS = 4

/** Compares the parts of a field that a response shows with those that the component declares, as in `address/city`. */
export function otherParts(
  member: string,
  shown: JsonSchema,
  stored: JsonSchema,
  find: FindSchema,
  level = 0,
): FieldParts {
  if (isSame(shown, stored)) return NO_PARTS
  const [to, from] = [shown, stored].map((schema) => objectSchema(itemsOf(schema, find) ?? schema, find))
  // An object without declared parts can have any.
  if (!to || !from || from.properties.size === 0 || level === MAX_LEVELS) return NO_PARTS
  const path = (name: string): string => `${member}/${name}`
  const deeper = [...to.properties].map(([name, schema]) => {
    const known = from.properties.get(name)
    return known === undefined ? NO_PARTS : otherParts(path(name), schema, known, find, level + 1)
  })
  // A stored value has what the component requires, also without declaring it.
  const lacking = [...to.required].filter((name) => !from.properties.has(name) && !from.required.has(name))
  const unallowed = [...from.properties].flatMap(([name, schema]) =>
    to.isOpen || to.properties.has(name) || isMarked(schema, 'writeOnly', find) ? [] : [name],
  )
  return {
    lacking: [...lacking.map(path), ...deeper.flatMap((each) => each.lacking)],
    unallowed: [...unallowed.map(path), ...deeper.flatMap((each) => each.unallowed)],
  }
}

/** Returns whether two schemas are the same one, as is usual. Comparing all of their parts takes long. */
function isSame(shown: JsonSchema, stored: JsonSchema): boolean {
  return shown === stored || (shown['$ref'] !== undefined && shown['$ref'] === stored['$ref'])
}

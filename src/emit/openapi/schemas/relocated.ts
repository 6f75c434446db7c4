import { type JsonSchema, withReferences } from '../../../ir/index.js'
import type { JsonObject } from '../../../ir/json.js'

const DEFS = /^#\/\$defs(?=\/)/

/**
 * Returns a schema whose references point to its place in a larger document. Its own `$defs` are left out.
 * @param defs the location of its `$defs` in the document: `#/components/schemas/Story.Definitions/$defs`
 */
export function relocated({ $defs: _defs, ...schema }: JsonSchema, defs: string): JsonObject {
  return relocatedEach(schema, defs)
}

/** Returns the schemas by name, with references as in {@link relocated}. */
export function relocatedEach(schemas: JsonSchema, defs: string): JsonObject {
  return withReferences(schemas, (reference) => reference.replace(DEFS, () => defs))
}

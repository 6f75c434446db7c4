import { Collector } from '../../diagnostics/collector.js'
import type { SchemaSource } from '../../api/api.js'
import { toJson } from '../../schema/node.js'

/**
 * Returns whether two schemas are equal as JSON values. Parses both again, because few schemas are compared, and keeping
 * every parsed schema would use too much memory.
 */
export function isSameJson(a: SchemaSource, b: SchemaSource): boolean {
  return a.id === b.id || canonical(a) === canonical(b)
}

/** Returns the value as JSON with sorted keys, or an empty string for invalid JSON. */
function canonical(source: SchemaSource): string {
  const node = source.parse(new Collector())
  return node === null ? '' : JSON.stringify(toJson(node))
}

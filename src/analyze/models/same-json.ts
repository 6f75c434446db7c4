import { Collector } from '../../diagnostics/collector.js'
import type { SchemaSource } from '../../api/api.js'
import { toJson } from '../../schema/node.js'

/** Compares schemas as JSON values. Parses both again: few are compared, and all would use too much memory. */
export function isSameJson(a: SchemaSource, b: SchemaSource): boolean {
  return a.id === b.id || canonical(a) === canonical(b)
}

/** Returns the value as JSON with sorted keys, or an empty string for invalid JSON. */
function canonical(source: SchemaSource): string {
  const node = source.parse(new Collector())
  return node === null ? '' : JSON.stringify(toJson(node))
}

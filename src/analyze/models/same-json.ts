import { Collector } from '../../diagnostics/collector.js'
import { toJson } from '../../schema/node.js'
import { parseJson } from '../../source/json/parse-json.js'
import type { ScalarNode } from '../../source/node.js'

/**
 * Returns whether two JSON documents contain equal values. Parses both documents again, because few schemas
 * are compared, and keeping every parsed schema would use too much memory.
 */
export function isSameJson(a: ScalarNode, b: ScalarNode): boolean {
  return a.source === b.source || canonical(a) === canonical(b)
}

const known = new WeakMap<ScalarNode, string>()

/** Returns the value as JSON with sorted keys, or an empty string for invalid JSON. */
function canonical(text: ScalarNode): string {
  const node = known.has(text) ? null : parseJson(text, new Collector())
  const found = known.get(text) ?? (node === null ? '' : JSON.stringify(toJson(node)))
  known.set(text, found)
  return found
}

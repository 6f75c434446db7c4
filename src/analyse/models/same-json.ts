import { Collector } from '../../diagnostics/collector.js'
import { toJson } from '../../schema/node.js'
import { parseJson } from '../../source/json/parse-json.js'
import type { ScalarNode } from '../../source/node.js'

/**
 * Tells whether two texts of JSON are equal as values (SPEC 1.2). They are parsed anew: few schemas are compared, and the trees of all would be most
 * of what a run holds.
 */
export function isSameJson(a: ScalarNode, b: ScalarNode): boolean {
  return a.source === b.source || canonical(a) === canonical(b)
}

const known = new WeakMap<ScalarNode, string>()

/** The value as JSON text, keys sorted; empty for what is no JSON. */
function canonical(text: ScalarNode): string {
  const node = known.has(text) ? null : parseJson(text, new Collector())
  const found = known.get(text) ?? (node === null ? '' : JSON.stringify(toJson(node)))
  known.set(text, found)
  return found
}

import type { Collector } from '../diagnostics/collector.js'
import type { Node } from './node.js'

const YAML_1_1: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  y: true,
  yes: true,
  on: true,
  n: false,
  no: false,
  off: false,
}

/**
 * Returns the boolean value of a node. YAML 1.1 booleans (`yes`, `y`, `on`, `True` and their opposites, in any letter
 * case) are accepted with a warning.
 * @returns undefined, without a report, if the node is not a boolean
 */
export function booleanOf(node: Node, collector: Collector): boolean | undefined {
  if (node.kind !== 'scalar') return undefined
  if (node.source === 'true' || node.source === 'false') return node.source === 'true'
  const word = node.source.toLowerCase()
  if (!node.plain || !Object.hasOwn(YAML_1_1, word)) return undefined
  const value = YAML_1_1[word]
  collector.report('SVC1051', {
    message: `"${node.source}" is a boolean only in YAML 1.1`,
    at: node.at,
    help: `Write "${value}"`,
  })
  return value
}

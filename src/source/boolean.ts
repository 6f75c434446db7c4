import type { Collector } from '../diagnostics/collector.js'
import type { Node } from './node.js'

const OLD: Readonly<Record<string, boolean>> = {
  y: true,
  yes: true,
  on: true,
  n: false,
  no: false,
  off: false,
}

/**
 * The boolean that a node stands for. Those of YAML 1.1 (`yes`, `y`, `on` and their opposites, in any case) are read with a warning
 * (SPEC 1.1); everything is case-sensitive in RAML, so `TRUE` is none.
 * @returns undefined where it stands for none; nothing is reported then
 */
export function booleanOf(node: Node, collector: Collector): boolean | undefined {
  if (node.kind !== 'scalar') return undefined
  if (node.source === 'true' || node.source === 'false') return node.source === 'true'
  const word = node.source.toLowerCase()
  if (!node.plain || !Object.hasOwn(OLD, word)) return undefined
  const value = OLD[word]
  collector.report('SVC1051', {
    message: `"${node.source}" is a boolean of YAML 1.1 only`,
    at: node.at,
    help: `Write "${value}"`,
  })
  return value
}

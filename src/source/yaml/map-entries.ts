import type { Collector } from '../../diagnostics/collector.js'
import type { Entry, MapNode, Node } from '../node.js'
import type { Span } from '../span.js'
import { reportDuplicate } from '../duplicate-key.js'

interface Written {
  readonly entries: readonly Entry[]
  readonly merged: readonly Node[]
  readonly at: Span
}

/** Returns a map with unique keys and resolved merge keys. Reports duplicate keys and keeps the first one. */
export function mapOf({ entries: written, merged, at }: Written, collector: Collector): MapNode {
  const entries = new Map<string, Entry>()
  for (const entry of written) {
    const first = entries.get(entry.key)
    if (first === undefined) entries.set(entry.key, entry)
    else reportDuplicate(entry.key, entry.keyAt, first.keyAt, collector)
  }
  for (const entry of merged.flatMap((value) => mergedEntries(value, collector))) {
    if (!entries.has(entry.key)) entries.set(entry.key, entry)
  }
  return { kind: 'map', entries: [...entries.values()], at }
}

/** Returns the entries of `<<: [*a, *b]`, in which the first map wins (https://yaml.org/type/merge.html). */
function mergedEntries(value: Node, collector: Collector): readonly Entry[] {
  const maps = value.kind === 'list' ? value.items : [value]
  return maps.flatMap((map) => {
    if (map.kind === 'map') return map.entries
    const isReported = map.kind === 'scalar' && map.faulty === true
    if (!isReported) {
      collector.report('SVC1020', {
        message: 'The merge key "<<" requires a map or a list of maps',
        at: map.at,
        help: 'Refer to the anchor of a map, as in "<<: *name"; write parameters as "<<name>>"',
      })
    }
    return []
  })
}

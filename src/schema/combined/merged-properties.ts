import type { Collector } from '../../diagnostics/collector.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { entryOf, toJson, withEntry } from '../node.js'
import { withReferred } from '../property.js'
import { haveCommonType } from '../keywords/type-names.js'

export interface Merging {
  readonly document: Node
  readonly collector: Collector
}

/** Merges the properties of two parts of a schema. A value must match the descriptions in both. */
export function mergedProperties(own: Node, other: Node, merging: Merging): Node {
  if (own.kind !== 'map' || other.kind !== 'map') return own.kind === 'map' ? own : other
  const properties = new Map(own.entries.map((entry) => [entry.key, entry]))
  for (const entry of other.entries) {
    const first = properties.get(entry.key)
    properties.set(entry.key, first === undefined ? entry : mergedProperty(first, entry, merging))
  }
  return { ...own, entries: [...properties.values()] }
}

export function reportContradiction(what: string, own: Entry, other: Entry, { collector }: Merging): void {
  const problem =
    own.key !== 'type' ? `has conflicting values for "${own.key}"` : `has mutually exclusive types`
  collector.report('SVC3026', {
    message: `${what} ${problem}`,
    at: other.keyAt,
    related: [{ message: 'First declared here', at: own.keyAt }],
    help: 'Keep only one of the two declarations',
  })
}

/** Annotations. If both parts have the same annotation, the first one is used. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'example', 'default', 'id'])

function mergedProperty(own: Entry, other: Entry, merging: Merging): Entry {
  const first = withReferred(own.value, merging.document)
  const second = withReferred(other.value, merging.document)
  if (first.kind !== 'map' || second.kind !== 'map' || isEqual(first, second)) return own
  const added: Entry[] = []
  const further: Entry[] = []
  for (const entry of second.entries) {
    const known = entryOf(first, entry.key)
    if (known === undefined) added.push(entry)
    else if (!ANNOTATIONS.has(entry.key) && !isEqual(known.value, entry.value)) further.push(entry)
  }
  for (const entry of further) {
    const known = entryOf(first, entry.key)
    if (known !== undefined && isConflicting(known, entry))
      reportContradiction(`"${own.key}"`, known, entry, merging)
  }
  const left = further.filter(({ key }) => !key.startsWith('_') && key !== 'args')
  return { ...own, value: withFurther({ ...first, entries: [...first.entries, ...added] }, left) }
}

function isConflicting(own: Entry, other: Entry): boolean {
  if (own.key.startsWith('_') || own.key === 'args') return true
  return own.key === 'type' && !haveCommonType(own.value, other.value)
}

/** Adds the keywords that differ between the parts to the property's `allOf`. */
function withFurther(property: MapNode, further: readonly Entry[]): MapNode {
  if (further.length === 0) return property
  const part: MapNode = { kind: 'map', entries: further, at: property.at }
  const known = entryOf(property, 'allOf')
  const items = [...(known?.value.kind === 'list' ? known.value.items : []), part]
  return withEntry(property, 'allOf', { kind: 'list', items, at: property.at })
}

export function isEqual(a: Node, b: Node): boolean {
  return JSON.stringify(toJson(a)) === JSON.stringify(toJson(b))
}

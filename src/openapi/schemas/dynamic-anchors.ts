import type { Collector } from '../../diagnostics/collector.js'
import { nodeOf, stringOf, valueOf, withEntry, without } from '../../schema/node.js'
import type { MapNode, Node } from '../../source/node.js'

/** Maximum number of values in the targets of all schemas that declare dynamic anchors. Each is read once per schema. */
const MAX_VALUES = 100_000

/**
 * Binds the dynamic references of schemas to the schemas that refer to them (JSON Schema 2020-12, Core, 8.2.3.2), such as a
 * list of anything to the list of pets that refers to it.
 */
export class DynamicAnchors {
  readonly #follow: (reference: MapNode) => Node | null
  readonly #collector: Collector
  #values = 0
  #isFull = false

  /** @param follow returns the target of a reference, or null after reporting */
  constructor(follow: (reference: MapNode) => Node | null, collector: Collector) {
    this.#follow = follow
    this.#collector = collector
  }

  /**
   * Returns a schema in which the dynamic references of the schemas that it refers to lead to its own `$defs` or to itself.
   * Returns other schemas as they are.
   */
  bound(schema: MapNode): MapNode {
    const anchors = anchorsIn(schema)
    if (anchors.size === 0 || this.#isFull) return schema
    const parts = valueOf(schema, 'allOf')
    if (parts?.kind !== 'list') return this.#copied(schema, anchors)
    const items = parts.items.map((part) => (part.kind === 'map' ? this.#copied(part, anchors) : part))
    const entries = schema.entries.map((entry) =>
      entry.key === 'allOf' ? { ...entry, value: { ...parts, items } } : entry,
    )
    return this.#copied({ ...schema, entries }, anchors)
  }

  /** Replaces a reference by its target, in which dynamic references lead to the anchors. */
  #copied(reference: MapNode, anchors: Anchors): MapNode {
    const target = valueOf(reference, '$ref') === undefined ? null : this.#follow(reference)
    const copy = target?.kind === 'map' ? this.#withTargets(target, anchors) : null
    if (copy?.kind !== 'map' || copy === target) return reference
    if (this.#values > MAX_VALUES) {
      if (this.#isFull) return reference
      this.#isFull = true
      this.#collector.report('SVC1016', {
        message: `The schemas that declare dynamic anchors refer to more than ${MAX_VALUES} values`,
        at: reference.at,
        help: 'Write out some of them',
      })
      return reference
    }
    const own = without(reference, '$ref')
    const entries = copy.entries.filter(({ key }) => !IDENTITY.has(key))
    if (entries.every(({ key }) => valueOf(own, key) === undefined))
      return { ...own, entries: [...own.entries, ...entries] }
    // Both have keywords such as "properties".
    const parts = valueOf(own, 'allOf')
    const items = [...(parts?.kind === 'list' ? parts.items : []), { ...copy, entries }]
    return withEntry(own, 'allOf', { kind: 'list', items, at: reference.at })
  }

  #withTargets(node: Node, anchors: Anchors): Node {
    if (++this.#values > MAX_VALUES || node.kind === 'scalar') return node
    if (node.kind === 'list') {
      const items = node.items.map((item) => this.#withTargets(item, anchors))
      return items.every((item, index) => item === node.items[index]) ? node : { ...node, items }
    }
    const reference = stringOf(valueOf(node, '$dynamicRef'))
    const target = reference?.startsWith('#') === true ? anchors.get(reference.slice(1)) : undefined
    if (target !== undefined) return target
    const entries = node.entries.map((entry) => {
      const value = this.#withTargets(entry.value, anchors)
      return value === entry.value ? entry : { ...entry, value }
    })
    return entries.every((entry, index) => entry === node.entries[index]) ? node : { ...node, entries }
  }
}

type Anchors = ReadonlyMap<string, Node>

/** Keywords that say what a schema is called, and that are not those of schemas that refer to it. */
const IDENTITY: ReadonlySet<string> = new Set(['$id', '$anchor', '$dynamicAnchor', '$defs'])

/** Returns the schemas in `$defs` with a dynamic anchor, by its name, without the anchor, and the schema itself if it has one. */
function anchorsIn(schema: MapNode): Anchors {
  const defs = valueOf(schema, '$defs')
  const anchors = (defs?.kind === 'map' ? defs.entries : []).flatMap(({ value }): [string, Node][] => {
    const name = stringOf(valueOf(value, '$dynamicAnchor'))
    return name === undefined || value.kind !== 'map' ? [] : [[name, without(value, '$dynamicAnchor')]]
  })
  const own = stringOf(valueOf(schema, '$dynamicAnchor'))
  const id = stringOf(valueOf(schema, '$id'))
  const itself: [string, Node][] =
    own === undefined || id === undefined ? [] : [[own, nodeOf({ $ref: id }, schema.at)]]
  return new Map([...anchors, ...itself])
}

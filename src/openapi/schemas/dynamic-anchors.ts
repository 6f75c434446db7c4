import { entryOf, stringOf, valueOf, without } from '../../schema/node.js'
import type { MapNode, Node } from '../../source/node.js'

/**
 * Returns a schema in which the dynamic references of the schemas that it refers to lead to its own `$defs` (JSON Schema
 * 2020-12, Core, 8.2.3.2), such as a list of pets that refers to a list of anything. Returns other schemas as they are.
 * @param follow returns the target of a reference, or null after reporting
 */
export function withOwnAnchors(schema: MapNode, follow: (reference: MapNode) => Node | null): MapNode {
  const anchors = anchorsIn(schema)
  if (anchors.size === 0) return schema
  const bound = (reference: MapNode): MapNode => {
    const target = valueOf(reference, '$ref') === undefined ? null : follow(reference)
    const copy = target?.kind === 'map' ? withTargets(target, anchors) : null
    if (copy?.kind !== 'map' || copy === target) return reference
    const own = reference.entries.filter(({ key }) => key !== '$ref')
    const others = copy.entries.filter(
      ({ key }) => key !== '$id' && key !== '$defs' && own.every((entry) => entry.key !== key),
    )
    return { ...reference, entries: [...own, ...others] }
  }
  const parts = valueOf(schema, 'allOf')
  if (parts?.kind !== 'list') return bound(schema)
  const items = parts.items.map((part) => (part.kind === 'map' ? bound(part) : part))
  const entries = schema.entries.map((entry) =>
    entry.key === 'allOf' ? { ...entry, value: { ...parts, items } } : entry,
  )
  return bound({ ...schema, entries })
}

/** Returns the schemas in `$defs` with a dynamic anchor, by its name, without the anchor. */
function anchorsIn(schema: MapNode): ReadonlyMap<string, Node> {
  const defs = valueOf(schema, '$defs')
  return new Map(
    (defs?.kind === 'map' ? defs.entries : []).flatMap(({ value }) => {
      const name = stringOf(valueOf(value, '$dynamicAnchor'))
      return name === undefined || value.kind !== 'map' ? [] : [[name, without(value, '$dynamicAnchor')]]
    }),
  )
}

/** Replaces the dynamic references in a schema to anchors of these names. */
function withTargets(node: Node, anchors: ReadonlyMap<string, Node>): Node {
  if (node.kind === 'scalar') return node
  if (node.kind === 'list') {
    const items = node.items.map((item) => withTargets(item, anchors))
    return items.every((item, index) => item === node.items[index]) ? node : { ...node, items }
  }
  const reference = stringOf(entryOf(node, '$dynamicRef')?.value)
  const target = reference?.startsWith('#') === true ? anchors.get(reference.slice(1)) : undefined
  if (target !== undefined) return target
  const entries = node.entries.map((entry) => {
    const value = withTargets(entry.value, anchors)
    return value === entry.value ? entry : { ...entry, value }
  })
  return entries.every((entry, index) => entry === node.entries[index]) ? node : { ...node, entries }
}

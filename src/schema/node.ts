import type { Json } from '../ir/index.js'
import { sortedBy } from '../naming/order.js'
import type { Entry, MapNode, Node } from '../source/node.js'

/** The entry of a key, where the node is a map that has it. */
export function entryOf(node: Node, key: string): Entry | undefined {
  return node.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined
}

/** The value of a key, where the node is a map that has it. */
export function valueOf(node: Node, key: string): Node | undefined {
  return entryOf(node, key)?.value
}

/** The value of a scalar; undefined for a list or map. */
export function scalarOf(node: Node | undefined): string | number | boolean | null | undefined {
  return node?.kind === 'scalar' ? node.value : undefined
}

/** The text of a scalar that is a string. */
export function stringOf(node: Node | undefined): string | undefined {
  const value = scalarOf(node)
  return typeof value === 'string' ? value : undefined
}

/** A node as a plain value, the keys of its objects sorted, so that their order in the text does not show (SPEC 4). */
export function toJson(node: Node): Json {
  switch (node.kind) {
    case 'scalar':
      return node.value
    case 'list':
      return node.items.map(toJson)
    case 'map':
      return sortedObject(node.entries.map(({ key, value }) => [key, toJson(value)]))
  }
}

/** An object of these entries in the order of their keys. `__proto__` becomes a key like any other. */
export function sortedObject(entries: Iterable<readonly [string, Json]>): { readonly [key: string]: Json } {
  return Object.fromEntries(sortedBy(entries, ([key]) => key))
}

/** The entries of a map, in the order of their keys. */
export function sortedEntries(map: MapNode): readonly Entry[] {
  return sortedBy(map.entries, ({ key }) => key)
}

import type { Json } from '../../ir/index.js'
import { toJson, valueOf } from '../../schema/node.js'
import type { Entry, MapNode, Node } from '../../source/node.js'

/** Returns the text of a scalar as written: `1.0` rather than 1. Returns null for other nodes and for no value. */
export function textOf(node: Node | undefined): string | null {
  if (node?.kind !== 'scalar' || node.value === null) return null
  return typeof node.value === 'string' ? node.value : node.source
}

/** Returns whether a value is true. The check of the document has reported other values than true and false. */
export function isTrue(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && /^(true|yes|on|y)$/i.test(node.source) && node.value !== null
}

export function isFalse(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && node.value === false
}

/** Returns the entries of a map, or an empty list for other nodes. */
export function entriesIn(node: Node | undefined): readonly Entry[] {
  return node?.kind === 'map' ? node.entries : []
}

/** Returns the items of a list, or an empty list for other nodes. */
export function itemsIn(node: Node | undefined): readonly Node[] {
  return node?.kind === 'list' ? node.items : []
}

/** Returns the entries whose keys begin with `x-`, as JSON. */
export function extensionsOf(map: MapNode): readonly (readonly [string, Json])[] {
  return map.entries
    .filter(({ key }) => key.startsWith('x-'))
    .map(({ key, value }) => [key, toJson(value)] as const)
}

export function textAt(node: Node, key: string): string | null {
  return textOf(valueOf(node, key))
}

/** Returns a scalar with the position of another node. */
export function scalar(value: string | number | boolean | null, { at }: Pick<Node, 'at'>): Node {
  return { kind: 'scalar', value, source: String(value), plain: false, at }
}

/** Returns a map with the position of another node. */
export function mapOf(entries: readonly (readonly [string, Node])[], { at }: Pick<Node, 'at'>): MapNode {
  return { kind: 'map', entries: entries.map(([key, value]) => ({ key, keyAt: at, value })), at }
}

/** Returns a list with the position of another node. */
export function listOf(items: readonly Node[], { at }: Pick<Node, 'at'>): Node {
  return { kind: 'list', items, at }
}

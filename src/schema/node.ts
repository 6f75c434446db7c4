import { isObject, type Json } from '../ir/index.js'
import { sortedBy } from '../naming/order.js'
import type { Entry, MapNode, Node } from '../source/node.js'
import type { Span } from '../source/span.js'

export interface Named {
  readonly name: string
  readonly at: Span
}

/** Returns the entry for a key, or undefined if the node is not a map or lacks the key. */
export function entryOf(node: Node, key: string): Entry | undefined {
  if (node.kind !== 'map') return undefined
  const { entries } = node
  if (entries.length <= MAX_SEARCHED) return entries.find((entry) => entry.key === key)
  let index = indexes.get(entries)
  // Lists of entries can grow.
  if (index === undefined || index.size < entries.length) {
    index = new Map(entries.map((entry) => [entry.key, entry]))
    indexes.set(entries, index)
  }
  return index.get(key)
}

/** Maps with more entries than this have an index. */
const MAX_SEARCHED = 64

const indexes = new WeakMap<readonly Entry[], ReadonlyMap<string, Entry>>()

/** Returns the value of a key, or undefined if the node is not a map or lacks the key. */
export function valueOf(node: Node, key: string): Node | undefined {
  return entryOf(node, key)?.value
}

/** Returns the value of a scalar, or undefined for a list or map. */
export function scalarOf(node: Node | undefined): string | number | boolean | null | undefined {
  return node?.kind === 'scalar' ? node.value : undefined
}

/** Returns the value of a string scalar, or undefined for other nodes. */
export function stringOf(node: Node | undefined): string | undefined {
  const value = scalarOf(node)
  return typeof value === 'string' ? value : undefined
}

/** Converts a node to a plain value with sorted keys: the output does not depend on the order of keys. */
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

/** Converts a plain value to nodes that all have the span `at`. */
export function nodeOf(value: Json, at: Span): Node {
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item: Json) => nodeOf(item, at)), at }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => ({ key, keyAt: at, value: nodeOf(item, at) }))
    return { kind: 'map', entries, at }
  }
  const scalar = typeof value === 'object' ? null : value
  return { kind: 'scalar', value: scalar, source: String(value), plain: false, at }
}

/** Returns an object with sorted keys. `__proto__` has no special meaning. */
export function sortedObject(entries: Iterable<readonly [string, Json]>): { readonly [key: string]: Json } {
  return Object.fromEntries(sortedBy(entries, ([key]) => key))
}

export function sortedEntries(map: MapNode): readonly Entry[] {
  return sortedBy(map.entries, ({ key }) => key)
}

/** Returns a string and its span, or null if the node is not a string. */
export function namedOf(node: Node | undefined): Named | null {
  const name = stringOf(node)
  return node === undefined || name === undefined ? null : { name, at: node.at }
}

/** Returns a map without a key. */
export function without(map: MapNode, key: string): MapNode {
  return { ...map, entries: map.entries.filter((entry) => entry.key !== key) }
}

/** Returns a map with an entry at its end, in place of one with the same key. */
export function withEntry(
  map: MapNode,
  key: string,
  value: Node,
  { keyAt }: Pick<Entry, 'keyAt'> = { keyAt: map.at },
): MapNode {
  const known = entryOf(map, key)
  const entry = { key, keyAt: known?.keyAt ?? keyAt, value }
  return { ...without(map, key), entries: [...without(map, key).entries, entry] }
}

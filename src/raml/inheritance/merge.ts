import type { Entry, MapNode, Node } from '../../source/node.js'
import { isExplicitBody, isImplicitBody } from '../bodies.js'
import { isNothing } from '../values.js'

/**
 * Merges an instantiated trait or resource type into a resource or method (RAML 0.8, "Algorithm of Merging Traits and Methods"):
 * what the target has wins, maps are merged, what is optional (`?`) is taken only where the target has it too.
 * @param mediaType the root's: a body without a media type is merged as one of it where the other names its own
 */
export function mergeMaps(target: MapNode, source: MapNode, mediaType: string | null): MapNode {
  const inherited = new Map(source.entries.map((entry) => [bareKey(entry.key), entry]))
  const own = target.entries.map((entry) => {
    const other = inherited.get(entry.key)
    return other === undefined ? entry : { ...entry, value: mergeValues(entry, other.value, mediaType) }
  })
  const names = new Set(target.entries.map(({ key }) => key))
  const added = source.entries.filter(({ key }) => !key.endsWith('?') && !names.has(key))
  return { ...target, entries: [...own, ...added.map((entry) => withoutOptional(entry))] }
}

function mergeValues({ key, value }: Entry, source: Node, mediaType: string | null): Node {
  const target: Node =
    isNothing(value) && source.kind === 'map' ? { kind: 'map', entries: [], at: value.at } : value
  if (target.kind === 'map' && source.kind === 'map') {
    const [a, b] = key === 'body' ? alike(target, source, mediaType) : [target, source]
    return mergeMaps(a, b, mediaType)
  }
  if (isNothing(target)) return source
  if (key === 'is' && target.kind === 'list' && source.kind === 'list') {
    return { ...target, items: [...target.items, ...source.items] }
  }
  return target
}

/** Brings two bodies to the form with media types where one of them has it. */
function alike(target: MapNode, source: MapNode, mediaType: string | null): readonly [MapNode, MapNode] {
  if (mediaType === null) return [target, source]
  if (isExplicitBody(target) && isImplicitBody(source)) return [target, explicit(source, mediaType)]
  if (isImplicitBody(target) && isExplicitBody(source)) return [explicit(target, mediaType), source]
  return [target, source]
}

function explicit(body: MapNode, mediaType: string): MapNode {
  return { ...body, entries: [{ key: mediaType, keyAt: body.at, value: body }] }
}

function withoutOptional(entry: Entry): Entry {
  return isExample(entry) ? entry : { ...entry, value: pruned(entry.value) }
}

/** An example is data: a key of it that ends in `?` is no mark. */
function isExample({ key }: Entry): boolean {
  return key === 'example' || key === 'default'
}

function pruned(node: Node): Node {
  if (node.kind !== 'map') return node
  const entries = node.entries.filter(({ key }) => !key.endsWith('?'))
  return { ...node, entries: entries.map((entry) => withoutOptional(entry)) }
}

function bareKey(key: string): string {
  return key.endsWith('?') ? key.slice(0, -1) : key
}

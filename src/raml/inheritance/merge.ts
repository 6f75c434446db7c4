import { type Entry, type MapNode, type Node, emptyMap } from '../../source/node.js'
import { isExplicitBody, isImplicitBody } from '../body-forms.js'
import { hasNoValue } from '../values.js'

/**
 * Merges an instantiated trait or resource type into a resource or method (RAML 0.8, "Algorithm of Merging Traits and
 * Methods"). The target's values take precedence, maps are merged, and optional parts (`?`) are merged only if the
 * target also has these parts.
 * @param mediaType the default media type, which a body without media types gets if the other body has media types
 */
export function mergeMaps(target: MapNode, source: MapNode, mediaType: string | null): MapNode {
  const entries = new Map(target.entries.map((entry) => [entry.key, entry]))
  for (const inherited of source.entries) {
    const { key, value } = inherited
    const name = bareKey(key)
    const own = entries.get(name)
    if (own !== undefined) {
      entries.set(name, { key: name, keyAt: own.keyAt, value: mergeValues(own, value, mediaType) })
    } else if (name === key) {
      entries.set(key, withoutOptionalParts(inherited))
    }
  }
  return { kind: 'map', at: target.at, entries: [...entries.values()] }
}

function mergeValues({ key, value }: Entry, source: Node, mediaType: string | null): Node {
  const target: Node = hasNoValue(value) && source.kind === 'map' ? emptyMap(value.at) : value
  if (target.kind === 'map' && source.kind === 'map') {
    const [a, b] = key === 'body' ? alike(target, source, mediaType) : [target, source]
    return mergeMaps(a, b, mediaType)
  }
  if (hasNoValue(target)) return source
  if (key === 'is' && target.kind === 'list' && source.kind === 'list') {
    return { ...target, items: [...target.items, ...source.items] }
  }
  return target
}

function alike(target: MapNode, source: MapNode, mediaType: string | null): readonly [MapNode, MapNode] {
  if (mediaType === null) return [target, source]
  if (isExplicitBody(target) && isImplicitBody(source)) return [target, explicit(source, mediaType)]
  if (isImplicitBody(target) && isExplicitBody(source)) return [explicit(target, mediaType), source]
  return [target, source]
}

function explicit(body: MapNode, mediaType: string): MapNode {
  return { ...body, entries: [{ key: mediaType, keyAt: body.at, value: body }] }
}

function withoutOptionalParts(entry: Entry): Entry {
  const { key, value } = entry
  if (isExample(key) || !hasOptional(value)) return entry
  const kept = value.entries.filter((part) => !part.key.endsWith('?'))
  return { ...entry, value: { ...value, entries: kept.map(withoutOptionalParts) } }
}

function hasOptional(node: Node): node is MapNode {
  if (node.kind !== 'map') return false
  return node.entries.some(({ key, value }) => key.endsWith('?') || (!isExample(key) && hasOptional(value)))
}

/** Returns whether a key's value is data. In data, a `?` at the end of a key is not an optional marker. */
function isExample(key: string): boolean {
  return key === 'example' || key === 'default'
}

function bareKey(key: string): string {
  return key.endsWith('?') ? key.slice(0, -1) : key
}

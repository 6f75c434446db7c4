import type { Entry, MapNode, Node } from '../../source/node.js'
import { isEqual, mergedProperties, reportContradiction, type Merging } from './merged-properties.js'
import { entryOf, scalarOf, stringOf, valueOf, withEntry, without } from '../node.js'
import { resolvePointer } from '../pointer.js'
import { isRootKey } from '../root-keys.js'
import { haveCommonType } from '../keywords/type-names.js'

const MAX_PARTS = 200

/** Keys that describe a part itself rather than the model. */
const DESCRIPTIVE_KEYS: ReadonlySet<string> = new Set([
  '$schema',
  'id',
  'title',
  'description',
  'definitions',
  'example',
  'default',
])

/**
 * Merges a model schema with the parts in its `allOf` (draft 4, 5.5.3). A body must match every part, so the model has
 * the properties from all parts. A part's other constraints remain in `allOf`. If parts contradict each other, reports
 * this and uses the first one.
 */
export function withParts(root: MapNode, merging: Merging): MapNode {
  if (entryOf(root, 'allOf')?.value.kind !== 'list') return root
  const { parts, skipped } = partsOf(root, merging.document)
  const isWrapper = parts.length === 1 && entryOf(root, 'properties') === undefined
  const whole = parts
    .map((part) => (isWrapper ? part : withoutOwnKeys(part)))
    .reduce((merged, part) => mergePart(merged, part, merging), without(root, 'allOf'))
  const rest = [...skipped, ...parts.map(otherConstraints).filter((part) => part.entries.length > 0)]
  return rest.length === 0 ? whole : withEntry(whole, 'allOf', { kind: 'list', items: rest, at: root.at })
}

/** Returns the nested parts of a schema in order, and those that are not in this document or exceed the limit. */
function partsOf(
  root: MapNode,
  document: Node,
): { readonly parts: readonly MapNode[]; readonly skipped: readonly Node[] } {
  const parts: MapNode[] = []
  const skipped: Node[] = []
  const seen = new Set<Node>([root])
  const visit = (node: Node): void => {
    const list = valueOf(node, 'allOf')
    for (const item of list?.kind === 'list' ? list.items : []) {
      const part = followed(item, document)
      if (part === null || parts.length >= MAX_PARTS) skipped.push(item)
      if (part === null || parts.length >= MAX_PARTS || seen.has(part)) continue
      seen.add(part)
      parts.push(part)
      visit(part)
    }
  }
  visit(root)
  return { parts, skipped }
}

/** Returns the target of a local reference, or null if the target is not a schema. */
export function followed(node: Node, document: Node): MapNode | null {
  const seen = new Set<Node>()
  let at: Node | undefined = node
  for (;;) {
    if (at?.kind !== 'map' || seen.has(at)) return null
    seen.add(at)
    const reference = entryOf(at, '$ref')
    if (reference === undefined) return at
    const pointer = stringOf(reference.value)
    at = pointer?.startsWith('#') === true ? resolvePointer(document, pointer) : undefined
  }
}

/** Returns a part without `"_stored": false`, which says that the part is not a model of its own. */
function withoutOwnKeys(part: MapNode): MapNode {
  return {
    ...part,
    entries: part.entries.filter(({ key, value }) => key !== '_stored' || scalarOf(value) !== false),
  }
}

function mergePart(whole: MapNode, part: MapNode, merging: Merging): MapNode {
  return part.entries
    .filter(({ key }) => isMerged(key))
    .reduce((merged, entry) => {
      const own = entryOf(merged, entry.key)
      return withEntry(
        merged,
        entry.key,
        own === undefined ? entry.value : mergedValue(own, entry, merging),
        entry,
      )
    }, whole)
}

function mergedValue(own: Entry, other: Entry, merging: Merging): Node {
  switch (own.key) {
    case 'properties':
      return mergedProperties(own.value, other.value, merging)
    case 'required':
      return mergedLists(own.value, other.value)
    case 'additionalProperties':
      return scalarOf(other.value) === false ? other.value : own.value
    case 'type':
      if (!haveCommonType(own.value, other.value)) reportContradiction('The schema', own, other, merging)
      return own.value
    default:
      // A part's rules must not be dropped silently.
      if (isRootKey(own.key) && !isEqual(own.value, other.value))
        reportContradiction('The schema', own, other, merging)
      return own.value
  }
}

function mergedLists(own: Node, other: Node): Node {
  if (own.kind !== 'list' || other.kind !== 'list') return own.kind === 'list' ? own : other
  return { ...own, items: [...own.items, ...other.items] }
}

function isMerged(key: string): boolean {
  return ['properties', 'required', 'additionalProperties', 'type'].includes(key) || isRootKey(key)
}

/** Returns a part without `allOf` and without the keys that are merged or that only describe the part. */
function otherConstraints(part: MapNode): MapNode {
  const entries = part.entries.filter(
    ({ key }) => !isMerged(key) && !DESCRIPTIVE_KEYS.has(key) && key !== 'allOf',
  )
  return { ...part, entries }
}

import { ADDED, OTHER_RESPONSES } from '../../ir/index.js'
import { stringOf, valueOf } from '../../schema/node.js'
import type { MapNode, Node } from '../../source/node.js'
import { referenceIn } from './references.js'
import { VERBS } from './shapes.js'
import { entriesIn, isTrue } from './values.js'

/** Returns a document without what svcgen has added to it, so that an emitted `openapi.json` can be the input again. */
export function withoutAdded(root: MapNode): MapNode {
  const { text } = root.at.file
  if (!text.includes(ADDED) && !text.includes(OTHER_RESPONSES)) return root
  const components = entriesIn(valueOf(root, 'components')).flatMap(({ key: section, value }) =>
    entriesIn(value)
      .filter((entry) => isMarked(entry.value))
      .map(({ key }) => `#/components/${section}/${key}`),
  )
  const left = pruned(root, new Set(components), '')
  return left?.kind === 'map' ? left : { ...root, entries: [] }
}

function isMediaType(key: string): boolean {
  return /^[^/]+\//.test(key)
}

function isMarked(node: Node): boolean {
  return isTrue(valueOf(node, ADDED))
}

/** Returns what is left of a value, or null if it, or all that it contained, was added. */
function pruned(node: Node, components: ReadonlySet<string>, key: string): Node | null {
  if (node.kind === 'scalar') return node
  if (isMarked(node) || components.has(stringOf(referenceIn(node) ?? undefined) ?? '')) return null
  if (node.kind === 'list') {
    const items = node.items.flatMap((item) => pruned(item, components, '') ?? [])
    return items.length === 0 && node.items.length > 0 ? null : { ...node, items }
  }
  const entries = node.entries.flatMap((entry) => {
    const value = entry.key === OTHER_RESPONSES ? null : pruned(entry.value, components, entry.key)
    return value === null ? [] : [{ ...entry, value }]
  })
  // Media types and operations can be empty objects.
  const canBeEmpty = isMediaType(key) || VERBS.has(key)
  return entries.length === 0 && node.entries.length > 0 && !canBeEmpty ? null : { ...node, entries }
}

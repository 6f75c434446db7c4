import { type MapNode, type Node, emptyMap } from '../../source/node.js'
import { stringOf, valueOf } from '../node.js'
import { resolvePointer } from '../pointer.js'

/** The member of an item that contains related items, and the one that contains links, in HAL. */
export const EMBEDDED = '_embedded'
const LINKS = '_links'

/**
 * Returns the schema of an item without its links, what `x-member` takes from other properties and constants, which are not
 * stored, and with the related items in `_embedded` as properties of its own, as HAL describes them.
 */
export function withoutLinks(root: MapNode, document: Node): MapNode {
  const properties = valueOf(root, 'properties')
  if (properties?.kind !== 'map') return root
  const isLinked = (key: string, value: Node): boolean =>
    key === EMBEDDED ||
    key === LINKS ||
    valueOf(value, 'x-link') !== undefined ||
    valueOf(value, 'x-member') !== undefined ||
    valueOf(value, 'x-value') !== undefined ||
    isLinks(key, value, document)
  const left = new Set(
    properties.entries.filter(({ key, value }) => isLinked(key, value)).map(({ key }) => key),
  )
  if (left.size === 0) return root
  const outer = properties.entries.filter(({ key }) => !left.has(key))
  const names = new Set(outer.map(({ key }) => key))
  const embedded = referred(valueOf(properties, EMBEDDED), document)
  const entries = [...outer, ...propertiesOf(embedded, document).entries.filter(({ key }) => !names.has(key))]
  const required = valueOf(root, 'required')
  return {
    ...root,
    entries: root.entries.map((entry) => {
      if (entry.key === 'properties') return { ...entry, value: { ...properties, entries } }
      if (entry.key !== 'required' || required?.kind !== 'list') return entry
      // An item that must have `_embedded` must also have the related items that this requires.
      const items = required.items.flatMap((item) => {
        const name = stringOf(item) ?? ''
        if (name === EMBEDDED) return requiredIn(embedded).filter((each) => !names.has(stringOf(each) ?? ''))
        return left.has(name) ? [] : [item]
      })
      return { ...entry, value: { ...required, items } }
    }),
  }
}

/** Returns whether `links` contains a link to the item itself, or one with `x-link`. */
function isLinks(key: string, value: Node, document: Node): boolean {
  const { entries } = propertiesOf(key === 'links' ? value : undefined, document)
  return entries.some((entry) => entry.key === 'self' || valueOf(entry.value, 'x-link') !== undefined)
}

function requiredIn(node: Node | undefined): readonly Node[] {
  const required = node && valueOf(node, 'required')
  return required?.kind === 'list' ? required.items : []
}

function propertiesOf(node: Node | undefined, document: Node): MapNode {
  const known = referred(node, document)
  const properties = known && valueOf(known, 'properties')
  return properties?.kind === 'map' ? properties : emptyMap(document.at)
}

function referred(node: Node | undefined, document: Node): Node | undefined {
  const reference = node && stringOf(valueOf(node, '$ref'))
  return reference === undefined ? node : (resolvePointer(document, reference) ?? undefined)
}

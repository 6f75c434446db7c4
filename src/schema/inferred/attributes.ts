import type { Entry, MapNode, Node } from '../../source/node.js'
import { stringOf, valueOf } from '../node.js'
import { resolvePointer } from '../pointer.js'

/** The members of a resource object of JSON:API other than those that are stored. */
const DESCRIBING: ReadonlySet<string> = new Set(['attributes', 'relationships', 'links', 'meta', 'type'])

/**
 * Returns the schema of the items that a resource object of JSON:API (`{ id, type, attributes }`) describes: its attributes
 * are properties of the item itself. Returns other schemas as they are.
 */
export function withAttributes(root: MapNode, document: Node): MapNode {
  const properties = valueOf(root, 'properties')
  const attributes = attributesOf(properties, document)
  if (properties?.kind !== 'map' || attributes === null) return root
  const inner = entriesOf(valueOf(attributes, 'properties'))
  const outer = properties.entries.filter(
    ({ key }) => !DESCRIBING.has(key) && inner.every((entry) => entry.key !== key),
  )
  const required = [...requiredIn(root), ...requiredIn(attributes)]
  const others = root.entries.filter(({ key }) => key !== 'properties' && key !== 'required')
  return {
    ...root,
    entries: [
      ...others,
      {
        key: 'properties',
        keyAt: properties.at,
        value: { ...properties, entries: [...outer, ...inner] },
      },
      { key: 'required', keyAt: root.at, value: { kind: 'list', items: required, at: root.at } },
    ],
  }
}

/** Returns the schema of `attributes` if the properties are those of a resource object, or null. */
function attributesOf(properties: Node | undefined, document: Node): MapNode | null {
  if (properties === undefined || valueOf(properties, 'type') === undefined) return null
  const written = valueOf(properties, 'attributes')
  const reference = written && stringOf(valueOf(written, '$ref'))
  const node = reference === undefined ? written : (resolvePointer(document, reference) ?? undefined)
  return node?.kind === 'map' && valueOf(node, 'properties')?.kind === 'map' ? node : null
}

function requiredIn(schema: MapNode): readonly Node[] {
  const required = valueOf(schema, 'required')
  return required?.kind === 'list'
    ? required.items.filter((item) => !DESCRIBING.has(stringOf(item) ?? ''))
    : []
}

function entriesOf(node: Node | undefined): readonly Entry[] {
  return node?.kind === 'map' ? node.entries : []
}

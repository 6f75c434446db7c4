import { looseKey } from '../../naming/loose-match.js'
import { singularOf } from '../../naming/plural.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { namedOf, nodeOf, stringOf, valueOf } from '../node.js'
import { resolvePointer } from '../pointer.js'
import { appliedParts, itemsOf, schemasIn, type StoredNames } from './related.js'

/** The members of a resource object of JSON:API other than those that are stored. */
const DESCRIBING: ReadonlySet<string> = new Set(['attributes', 'relationships', 'links', 'meta', 'type'])

/**
 * Returns the schema of the items that a resource object of JSON:API (`{ id, type, attributes, relationships }`) describes: its
 * attributes and relationships are properties of the item itself. Returns other schemas as they are.
 */
export function withAttributes(root: MapNode, document: Node, stored: StoredNames): MapNode {
  const properties = valueOf(root, 'properties')
  const attributes = attributesOf(properties, document)
  if (properties?.kind !== 'map' || attributes === null) return root
  const inner = entriesOf(valueOf(attributes, 'properties'))
  const outer = properties.entries.filter(
    ({ key }) => !DESCRIBING.has(key) && inner.every((entry) => entry.key !== key),
  )
  const linked = relationshipsOf(properties, document, stored).filter(
    ({ key }) => ![...outer, ...inner].some((entry) => entry.key === key),
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
        value: { ...properties, entries: [...outer, ...inner, ...linked] },
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

/** Returns the relationships whose linkage (`data`) identifies items of a stored component, as properties with `x-relation`. */
function relationshipsOf(properties: Node, document: Node, stored: StoredNames): readonly Entry[] {
  const written = valueOf(properties, 'relationships')
  const parts = written === undefined ? [] : appliedParts(written, document)
  const entries = parts.flatMap((part) => entriesOf(valueOf(part, 'properties')))
  return entries.flatMap((entry) => {
    const data = appliedParts(entry.value, document)
      .flatMap((part) => entriesOf(valueOf(part, 'properties')))
      .find(({ key }) => key === 'data')?.value
    if (data?.kind !== 'map') return []
    const component = identified(data, document, stored)
    const relation = { key: 'x-relation', keyAt: entry.keyAt, value: nodeOf(component, entry.keyAt) }
    return component === null ? [] : [{ ...entry, value: { ...data, entries: [...data.entries, relation] } }]
  })
}

/** Returns the component that `x-relation` names, or whose name is that in the `type` of a resource identifier, or null. */
function identified(data: MapNode, document: Node, stored: StoredNames): string | null {
  const items = itemsOf(data, document)
  const choices = (items.length > 0 ? items : [data]).flatMap((node) => [
    node,
    ...['anyOf', 'oneOf'].flatMap((keyword) => schemasIn(node, keyword)),
  ])
  const parts = choices.flatMap((node) => appliedParts(node, document))
  // `x-relation` can be beside a list or in its items.
  const named = [...appliedParts(data, document), ...parts].flatMap(
    (part) => namedOf(valueOf(part, 'x-relation'))?.name ?? [],
  )
  const types = parts.flatMap((part) => {
    const type = valueOf(valueOf(part, 'properties') ?? part, 'type')
    const [only, ...others] = type === undefined ? [] : schemasIn(type, 'enum')
    const written = type && (valueOf(type, 'const') ?? (others.length === 0 ? only : undefined))
    return stringOf(written) ?? []
  })
  const [type] = types
  const isType = (name: string): boolean =>
    type !== undefined && [type, singularOf(type)].some((each) => looseKey(each) === looseKey(name))
  return named[0] ?? [...stored].find(isType) ?? null
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

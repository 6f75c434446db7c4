import { type MapNode, type Node } from '../../source/node.js'
import { type Named, entryOf, namedOf, scalarOf, stringOf, valueOf } from '../node.js'
import { resolvePointer } from '../pointer.js'

/** The shared schemas whose items are stored, by name. */
export type StoredNames = ReadonlySet<string>

/** A property whose values are items of a stored component, or their keys. */
export interface RelatedItems {
  /** The name of the component. */
  readonly component: Named
  readonly many: boolean
  readonly nullable: boolean
  /** For a list, the other end that `x-relation` names, as `Booking.trip`. */
  readonly otherEnd: Named | null
  /** `_db_settings` beside the property, which override what is inferred. */
  readonly settings: MapNode | null
  /** For the key of an item, or a list of keys: the declared JSON types of the keys. */
  readonly keyTypes: readonly string[]
}

/** Returns the stored items that are a property's values, or null if its values are its own. */
export function relatedItems(node: Node, root: Node, stored: StoredNames): RelatedItems | null {
  const beside = valueOf(node, '_db_settings')
  const settings = beside?.kind === 'map' ? beside : null
  if (settings !== null && entryOf(settings, 'type') !== undefined) return null
  const named = namedOf(valueOf(node, 'x-relation'))
  const nullable = isNullable(node, root)
  const one = storedName(node, root, stored)
  if (one !== null)
    return {
      component: { name: one, at: node.at },
      many: false,
      nullable,
      otherEnd: null,
      settings,
      keyTypes: [],
    }
  const [many] = itemsOf(node, root).flatMap((items) => storedName(items, root, stored) ?? [])
  if (many !== undefined)
    return {
      component: { name: many, at: node.at },
      many: true,
      nullable,
      otherEnd: named,
      settings,
      keyTypes: [],
    }
  const keys = itemsOf(node, root)
  const listed =
    named ?? keys.map((items) => namedOf(valueOf(items, 'x-relation'))).find((name) => name !== null)
  if (keys.length > 0 && listed !== undefined && listed !== null) {
    const [component = '', end] = listed.name.split('.')
    const types = keys.flatMap((items) => typesIn(items, root))
    const keyTypes = types.includes('object') ? [] : types
    const otherEnd = end === undefined ? null : listed
    return { component: { ...listed, name: component }, many: true, nullable, otherEnd, settings, keyTypes }
  }
  if (named === null) return null
  const types = typesIn(node, root)
  // An object contains some members of the item, with its key.
  const keyTypes = types.includes('object') ? [] : types
  const component = { component: named, many: false, nullable, otherEnd: null, keyTypes }
  return { ...component, settings: keyTypes.length === 0 ? settings : withDefault(settings, node) }
}

/** Returns the settings of a key with the function or field of the caller, `{{user.organization}}`, that is the default of its schema. */
function withDefault(settings: MapNode | null, node: Node): MapNode | null {
  const entry = entryOf(node, 'default')
  if (entry === undefined || stringOf(entry.value)?.startsWith('{{') !== true) return settings
  if (settings === null) return { kind: 'map', entries: [entry], at: entry.keyAt }
  return entryOf(settings, 'default') === undefined
    ? { ...settings, entries: [...settings.entries, entry] }
    : settings
}

function typesIn(node: Node, root: Node): readonly string[] {
  return appliedParts(node, root).flatMap((part) => typesOf(valueOf(part, 'type')))
}

function typesOf(type: Node | undefined): readonly string[] {
  const names = type?.kind === 'list' ? type.items : [type]
  return names.flatMap((name) => stringOf(name) ?? [])
}

/**
 * Returns the name of the stored component whose items a schema describes: by reference, in `allOf`, or as the only
 * alternative beside null, scalars and what is left of a deleted item.
 */
export function storedName(
  node: Node,
  root: Node,
  stored: StoredNames,
  seen = new Set<Node>(),
): string | null {
  if (node.kind !== 'map' || seen.has(node)) return null
  seen.add(node)
  const reference = stringOf(valueOf(node, '$ref')) ?? ''
  const name = reference.startsWith(DEFS) ? reference.slice(DEFS.length) : ''
  if (stored.has(name)) return name
  const target = name === '' ? undefined : resolvePointer(root, reference)
  const inTarget = target === undefined ? null : storedName(target, root, stored, seen)
  if (inTarget !== null) return inTarget
  for (const part of schemasIn(node, 'allOf')) {
    const found = storedName(part, root, stored, seen)
    if (found !== null) return found
  }
  const alternatives = ['anyOf', 'oneOf'].flatMap((keyword) => schemasIn(node, keyword))
  const others = alternatives.filter(
    (each) => !SCALARS.has(stringOf(valueOf(each, 'type')) ?? '') && !isNullObject(each),
  )
  const [only, ...rest] = others.filter((each) => !isTombstone(each, root))
  return only === undefined || rest.length > 0 ? null : storedName(only, root, stored, seen)
}

/** Returns whether a schema stands for null, as `{ type: object, nullable: true }` does in Microsoft's APIs. */
function isNullObject(node: Node): boolean {
  const types = schemasIn(node, 'type').map(stringOf)
  const isBare = node.kind === 'map' && node.entries.every(({ key }) => key === 'type')
  return isBare && types.length === 2 && types.includes('object') && types.includes('null')
}

/** Returns whether a schema describes a deleted item, as `{ id, deleted: true }`: constants, one of them true, and a key. */
function isTombstone(node: Node, root: Node): boolean {
  const properties = appliedParts(node, root).flatMap((part) => {
    const declared = valueOf(part, 'properties')
    return declared?.kind === 'map' ? declared.entries.map(({ value }) => onlyValue(value)) : []
  })
  return properties.includes(true) && properties.filter((value) => value === undefined).length === 1
}

/** Returns the only scalar that a schema allows, or undefined. */
function onlyValue(schema: Node): ReturnType<typeof scalarOf> {
  const [only, ...others] = schemasIn(schema, 'enum')
  return scalarOf(valueOf(schema, 'const') ?? (others.length === 0 ? only : undefined))
}

const DEFS = '#/$defs/'

const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'null'])

/** Returns a schema and those that apply to the same value by reference and in `allOf`. */
export function appliedParts(node: Node, root: Node, seen = new Set<Node>()): readonly MapNode[] {
  if (node.kind !== 'map' || seen.has(node)) return []
  seen.add(node)
  const reference = stringOf(valueOf(node, '$ref')) ?? ''
  const target = reference.startsWith('#') ? resolvePointer(root, reference) : undefined
  const parts = [...(target === undefined ? [] : [target]), ...schemasIn(node, 'allOf')]
  return [node, ...parts.flatMap((part) => appliedParts(part, root, seen))]
}

/** Returns the schemas of the items in a list. In an object, `items` has no effect (JSON Schema 2020-12, 10.3.1.2). */
export function itemsOf(node: Node, root: Node): readonly Node[] {
  const parts = withAlternative(node, root)
  const types = parts.flatMap((part) => typesOf(valueOf(part, 'type')))
  const isList = types.length === 0 || types.includes('array')
  return isList ? parts.flatMap((part) => valueOf(part, 'items') ?? []) : []
}

/** Returns the parts of a schema and of its only alternative except null. */
function withAlternative(node: Node, root: Node): readonly MapNode[] {
  const parts = appliedParts(node, root)
  const alternatives = parts.flatMap((part) =>
    ['anyOf', 'oneOf'].flatMap((keyword) =>
      schemasIn(part, keyword).filter((each) => stringOf(valueOf(each, 'type')) !== 'null'),
    ),
  )
  const [only, ...others] = alternatives
  return only === undefined || others.length > 0 ? parts : [...parts, ...appliedParts(only, root)]
}

/** Returns whether a schema of items says that null is a value. */
function isNullable(node: Node, root: Node): boolean {
  const types = valueOf(node, 'type')
  if (types?.kind === 'list') return types.items.some((type) => scalarOf(type) === 'null')
  return appliedParts(node, root).some((part) =>
    ['anyOf', 'oneOf'].some((keyword) =>
      schemasIn(part, keyword).some((each) => stringOf(valueOf(each, 'type')) === 'null'),
    ),
  )
}

/** Returns the schemas in a list such as `allOf`. */
export function schemasIn(node: Node, keyword: string): readonly Node[] {
  const list = valueOf(node, keyword)
  return list?.kind === 'list' ? list.items : []
}

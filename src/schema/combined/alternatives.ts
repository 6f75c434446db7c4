import { Collector } from '../../diagnostics/collector.js'
import { dispatchOf } from '../../ir/alternatives.js'
import { isObject, type Json } from '../../ir/index.js'
import { emptyMap, type Entry, type MapNode, type Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { isEqual, type Merging } from './merged-properties.js'
import { entryOf, nodeOf, scalarOf, stringOf, toJson, valueOf, withEntry } from '../node.js'
import { followed, withParts } from './parts.js'

const KEYWORDS = ['anyOf', 'oneOf']

/**
 * Adds properties that are described only in `anyOf` or `oneOf` alternatives to the schema's `properties`, and warns
 * about them. A model has the same fields for all alternatives. The alternatives still determine which properties are
 * required.
 * @param level how many alternatives contain the schema
 */
export function withAlternatives(written: MapNode, merging: Merging, level = 0): MapNode {
  const parts = itemsIn(written, 'allOf').filter(isSelecting)
  if (parts.length === 0 && KEYWORDS.every((keyword) => entryOf(written, keyword) === undefined))
    return written
  const root = withSelectingValues(written, merging, level)
  const own = entryOf(root, 'properties')
  const described = own?.value
  if (described !== undefined && described.kind !== 'map') return root
  const properties = new Map(described?.entries.map((entry) => [entry.key, entry]))
  for (const keyword of KEYWORDS) {
    const entry = entryOf(root, keyword)
    if (entry === undefined) continue
    const fields = fieldsOf(entry, merging, level)
    const added = fields.filter(({ key }) => !properties.has(key))
    const selecting = fields.find(({ key }) => key === selectedBy(root))
    const known = selecting && properties.get(selecting.key)
    if (selecting !== undefined && known !== undefined)
      properties.set(known.key, { ...known, value: allOf([known.value, selecting.value], known.value.at) })
    if (added.length === 0) continue
    for (const field of added) properties.set(field.key, field)
    // Each item is one of the alternatives, which the property says.
    if (isSelecting(root)) continue
    merging.collector.report('SVC3027', {
      message: `Properties described only in "${keyword}" are treated as optional: ${quotedNames(added)}`,
      at: entry.keyAt,
      help: `Move the properties to "properties", and keep only "required" in "${keyword}"`,
    })
  }
  for (const part of parts)
    for (const field of propertyEntries(withAlternatives(part, merging, level)))
      if (!properties.has(field.key)) properties.set(field.key, field)
  if (properties.size === 0) return root
  const value: MapNode = {
    kind: 'map',
    at: described?.at ?? root.at,
    entries: [...properties.values()],
  }
  return withEntry(root, 'properties', value)
}

/**
 * Returns a schema in whose alternatives the property that `discriminator` names has the values that select them. Requests
 * are validated by the same values.
 */
function withSelectingValues(root: MapNode, merging: Merging, level: number): MapNode {
  if (!isSelecting(root)) return root
  const schema = toJson(root)
  const shared = valueOf(merging.document, '$defs')
  const find = (name: string): Json | undefined => {
    const target = shared && valueOf(shared, name)
    return target && toJson(target)
  }
  const found = isObject(schema) ? dispatchOf(schema, find) : null
  const list = found === null ? undefined : valueOf(root, found.keyword)
  if (found === null || list?.kind !== 'list') return root
  const { keyword, property, cases } = found
  const describes = (node: Node): boolean =>
    propertiesIn(node, merging, level).some(({ key }) => key === property)
  const alternatives = list.items.filter((each) => stringOf(valueOf(each, 'type')) !== 'null')
  if (!alternatives.every(describes)) return root
  const items = list.items.map((alternative): Node => {
    const values = cases[alternatives.indexOf(alternative)]?.values
    if (values === undefined) return alternative
    const { at } = alternative
    const selecting = nodeOf({ required: [property], properties: { [property]: { enum: [...values] } } }, at)
    return allOf([alternative, selecting], at)
  })
  return withEntry(root, keyword, { ...list, items })
}

function allOf(items: readonly Node[], at: Span): MapNode {
  return { kind: 'map', at, entries: [{ key: 'allOf', keyAt: at, value: { kind: 'list', items, at } }] }
}

const MAX_NAMES = 10

function quotedNames(fields: readonly Entry[]): string {
  const names = fields.slice(0, MAX_NAMES).map(({ key }) => `"${key}"`)
  return [...names, ...(fields.length > MAX_NAMES ? [`and ${fields.length - MAX_NAMES} more`] : [])].join(
    ', ',
  )
}

function fieldsOf({ value }: Entry, merging: Merging, level: number): readonly Entry[] {
  const fields = new Map<string, Entry[]>()
  for (const alternative of value.kind === 'list' ? value.items : []) {
    for (const entry of propertiesIn(alternative, merging, level)) {
      const known = fields.get(entry.key) ?? []
      if (!known.some((each) => isEqual(each.value, entry.value))) fields.set(entry.key, [...known, entry])
    }
  }
  return [...fields.values()].flatMap(eitherOf)
}

/**
 * Combines different descriptions of the same property by using `anyOf`, or the values of all if each lists its own, of the same
 * type.
 */
function eitherOf(entries: readonly Entry[]): readonly Entry[] {
  const [first, ...others] = entries
  if (first === undefined || others.length === 0) return entries
  const at = first.value.at
  const values = entries.map(({ value }) => valuesIn(value))
  const types = new Set(values.flat().map((value) => typeof scalarOf(value)))
  if (values.every((each) => each.length > 0) && types.size === 1) {
    const kept =
      first.value.kind === 'map'
        ? first.value.entries.filter(({ key }) => !VALUES.includes(key) && key !== 'allOf')
        : []
    const items = values
      .flat()
      .filter((value, index, all) => all.findIndex((each) => isEqual(each, value)) === index)
    const all: Entry = { key: 'enum', keyAt: at, value: { kind: 'list', at, items } }
    return [{ ...first, value: { kind: 'map', at, entries: [...kept, all] } }]
  }
  const anyOf: Entry = {
    key: 'anyOf',
    keyAt: at,
    value: { kind: 'list', at, items: entries.map(({ value }) => value) },
  }
  return [{ ...first, value: { kind: 'map', at, entries: [anyOf] } }]
}

const VALUES = ['const', 'enum']

/** Returns the values of a schema that lists them, as the discriminators of alternatives do; none if its parts say more. */
function valuesIn(schema: Node): readonly Node[] {
  const parts = itemsIn(schema, 'allOf')
  const saysMore = (part: Node): boolean =>
    part.kind !== 'map' || part.entries.some(({ key }) => !VALUES.includes(key))
  if (parts.some(saysMore)) return []
  const [first = [], ...others] = [schema, ...parts].map(listedIn).filter((values) => values.length > 0)
  return first.filter((value) => others.every((values) => values.some((each) => isEqual(each, value))))
}

function itemsIn(schema: Node, key: string): readonly Node[] {
  const list = valueOf(schema, key)
  return list?.kind === 'list' ? list.items : []
}

function listedIn(schema: Node): readonly Node[] {
  const constant = valueOf(schema, 'const')
  return constant === undefined ? itemsIn(schema, 'enum') : [constant]
}

/** Maximum number of levels of alternatives in alternatives. */
const MAX_LEVELS = 2

/** Returns the properties of an alternative, and of the alternatives in it that a discriminator selects. */
function propertiesIn(alternative: Node, { document }: Merging, level: number): readonly Entry[] {
  const schema = followed(alternative, document)
  if (schema === null) return []
  // The schema of the alternative reports contradictions in it.
  const silent = { document, collector: new Collector() }
  const whole = withParts(schema, silent)
  const hasInner = level < MAX_LEVELS && [whole, ...itemsIn(whole, 'allOf')].some(isSelecting)
  return propertyEntries(hasInner ? withAlternatives(whole, silent, level + 1) : whole)
}

/** Returns whether a property of a schema selects one of its alternatives. */
function isSelecting(schema: Node): schema is MapNode {
  return schema.kind === 'map' && entryOf(schema, 'discriminator') !== undefined
}

/** Returns the property that selects one of the alternatives of a schema, if a discriminator names it. */
function selectedBy(schema: MapNode): string | undefined {
  const discriminator = valueOf(schema, 'discriminator')
  return discriminator && stringOf(valueOf(discriminator, 'propertyName'))
}

function propertyEntries(schema: MapNode): readonly Entry[] {
  const properties = valueOf(schema, 'properties')
  return properties?.kind === 'map' ? properties.entries : []
}

/**
 * Returns a schema whose parts and alternatives allow any value in some properties. Requests contain related items in forms that
 * the stored values, which are keys, do not have.
 */
export function withAnyValues(
  schema: Node,
  names: ReadonlySet<string>,
  document: Node,
  above: ReadonlySet<Node> = new Set(),
): Node {
  const known = names.size === 0 ? null : followed(schema, document)
  if (known === null || above.has(known)) return schema
  const within = new Set([...above, known])
  const entries = known.entries.map((entry): Entry => {
    const { key, value } = entry
    if ([...KEYWORDS, 'allOf'].includes(key) && value.kind === 'list')
      return {
        ...entry,
        value: { ...value, items: value.items.map((each) => withAnyValues(each, names, document, within)) },
      }
    if (key !== 'properties' || value.kind !== 'map') return entry
    const open = (each: Entry): Entry =>
      names.has(each.key) ? { ...each, value: emptyMap(each.value.at) } : each
    return { ...entry, value: { ...value, entries: value.entries.map(open) } }
  })
  return { ...known, entries }
}

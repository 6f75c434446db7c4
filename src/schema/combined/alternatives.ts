import { Collector } from '../../diagnostics/collector.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { isEqual, type Merging } from './merged-properties.js'
import { entryOf, nodeOf, stringOf, valueOf, withEntry } from '../node.js'
import { followed, withParts } from './parts.js'

const KEYWORDS = ['anyOf', 'oneOf']

/**
 * Adds properties that are described only in `anyOf` or `oneOf` alternatives to the schema's `properties`, and warns
 * about them. A model has the same fields for all alternatives. The alternatives still determine which properties are
 * required.
 */
export function withAlternatives(written: MapNode, merging: Merging): MapNode {
  if (KEYWORDS.every((keyword) => entryOf(written, keyword) === undefined)) return written
  const root = withSelectingValues(written)
  const own = entryOf(root, 'properties')
  const described = own?.value
  if (described !== undefined && described.kind !== 'map') return root
  const properties = new Map(described?.entries.map((entry) => [entry.key, entry]))
  for (const keyword of KEYWORDS) {
    const entry = entryOf(root, keyword)
    if (entry === undefined) continue
    const added = fieldsOf(entry, merging).filter(({ key }) => !properties.has(key))
    if (added.length === 0) continue
    for (const field of added) properties.set(field.key, field)
    // Each item is one of the alternatives, which the property says.
    if (entryOf(root, 'discriminator') !== undefined) continue
    merging.collector.report('SVC3027', {
      message: `Properties described only in "${keyword}" are treated as optional: ${quotedNames(added)}`,
      at: entry.keyAt,
      help: `Move the properties to "properties", and keep only "required" in "${keyword}"`,
    })
  }
  if (properties.size === 0) return root
  const value: MapNode = { kind: 'map', at: described?.at ?? root.at, entries: [...properties.values()] }
  return withEntry(root, 'properties', value)
}

/**
 * Returns a schema in whose alternatives the property that `discriminator` names has the values that select them: those in
 * `mapping`, or else the name of the component (OpenAPI 3.1, 4.8.25).
 */
function withSelectingValues(root: MapNode): MapNode {
  const discriminator = valueOf(root, 'discriminator')
  const property = discriminator && stringOf(valueOf(discriminator, 'propertyName'))
  if (discriminator === undefined || property === undefined) return root
  const mapping = valueOf(discriminator, 'mapping')
  const mapped = mapping?.kind === 'map' ? mapping.entries : []
  const selected = (alternative: Node): Node => {
    const name = lastSegment(stringOf(valueOf(alternative, '$ref')))
    if (name === undefined) return alternative
    const values = mapped.flatMap(({ key, value }) => (lastSegment(stringOf(value)) === name ? [key] : []))
    const { at } = alternative
    const selecting = {
      required: [property],
      properties: { [property]: { enum: values.length > 0 ? values : [name] } },
    }
    const items = [alternative, nodeOf(selecting, at)]
    return { kind: 'map', at, entries: [{ key: 'allOf', keyAt: at, value: { kind: 'list', items, at } }] }
  }
  return KEYWORDS.reduce((schema, keyword) => {
    const list = entryOf(schema, keyword)?.value
    return list?.kind === 'list'
      ? withEntry(schema, keyword, { ...list, items: list.items.map(selected) })
      : schema
  }, root)
}

function lastSegment(reference: string | undefined): string | undefined {
  return reference?.slice(reference.lastIndexOf('/') + 1)
}

const MAX_NAMES = 10

function quotedNames(fields: readonly Entry[]): string {
  const names = fields.slice(0, MAX_NAMES).map(({ key }) => `"${key}"`)
  return [...names, ...(fields.length > MAX_NAMES ? [`and ${fields.length - MAX_NAMES} more`] : [])].join(
    ', ',
  )
}

function fieldsOf({ value }: Entry, merging: Merging): readonly Entry[] {
  const fields = new Map<string, Entry[]>()
  for (const alternative of value.kind === 'list' ? value.items : []) {
    for (const entry of propertiesIn(alternative, merging)) {
      const known = fields.get(entry.key) ?? []
      if (!known.some((each) => isEqual(each.value, entry.value))) fields.set(entry.key, [...known, entry])
    }
  }
  return [...fields.values()].flatMap(eitherOf)
}

/** Combines different descriptions of the same property by using `anyOf`, or the values of all if each lists its own. */
function eitherOf(entries: readonly Entry[]): readonly Entry[] {
  const [first, ...others] = entries
  if (first === undefined || others.length === 0) return entries
  const at = first.value.at
  const values = entries.map(({ value }) => valuesIn(value))
  if (values.every((each) => each.length > 0)) {
    const kept =
      first.value.kind === 'map' ? first.value.entries.filter(({ key }) => !VALUES.includes(key)) : []
    const all: Entry = { key: 'enum', keyAt: at, value: { kind: 'list', at, items: values.flat() } }
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

/** Returns the values of a schema that lists them, as the discriminators of alternatives do. */
function valuesIn(schema: Node): readonly Node[] {
  const constant = valueOf(schema, 'const')
  const listed = valueOf(schema, 'enum')
  return constant !== undefined ? [constant] : listed?.kind === 'list' ? listed.items : []
}

function propertiesIn(alternative: Node, { document }: Merging): readonly Entry[] {
  const schema = followed(alternative, document)
  if (schema === null) return []
  // The schema of the alternative reports contradictions in it.
  const properties = valueOf(withParts(schema, { document, collector: new Collector() }), 'properties')
  return properties?.kind === 'map' ? properties.entries : []
}

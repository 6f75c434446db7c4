import { Collector } from '../../diagnostics/collector.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { isEqual, type Merging } from './merged-properties.js'
import { entryOf, valueOf, withEntry } from '../node.js'
import { followed, withParts } from './parts.js'

const KEYWORDS = ['anyOf', 'oneOf']

/**
 * Adds properties that are described only in `anyOf` or `oneOf` alternatives to the schema's `properties`, and warns
 * about them. A model has the same fields for all alternatives. The alternatives still determine which properties are
 * required.
 */
export function withAlternatives(root: MapNode, merging: Merging): MapNode {
  if (KEYWORDS.every((keyword) => entryOf(root, keyword) === undefined)) return root
  const own = entryOf(root, 'properties')
  const written = own?.value
  if (written !== undefined && written.kind !== 'map') return root
  const properties = new Map(written?.entries.map((entry) => [entry.key, entry]))
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
  const value: MapNode = { kind: 'map', at: written?.at ?? root.at, entries: [...properties.values()] }
  return withEntry(root, 'properties', value)
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

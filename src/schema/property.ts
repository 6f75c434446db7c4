import type { Style } from './drafts/legacy-forms.js'
import type { Collector } from '../diagnostics/collector.js'
import type { JsonSchema } from '../ir/index.js'
import { type Entry, type MapNode, type Node, emptyMap } from '../source/node.js'
import type { Span } from '../source/span.js'
import type { Cleaner } from './clean.js'
import { inferType } from './infer.js'
import { relatedItems, type StoredNames } from './inferred/related.js'
import { type InferredSettings, inferredSettings, withoutScale } from './inferred/settings.js'
import { accessOf, keysIn, type PartAccess, partAccess } from './access-keys.js'
import { entryOf, namedOf, nodeOf, scalarOf, sortedObject, stringOf, valueOf } from './node.js'
import { resolvePointer } from './pointer.js'
import { explainKey } from './settings/misplaced.js'
import { PROPERTY_KEYS } from './keywords/extension-keys.js'
import { flagOf, nameIn, nameList } from './root-keys.js'
import { plainSettings, readSettings, type Settings } from './settings/settings.js'
import { databaseType, SETTINGS } from './settings/settings-table.js'
import { didYouMean } from '../diagnostics/nearest.js'

export interface PropertySource {
  readonly root: Node
  readonly style: Style
  readonly required: ReadonlySet<string>
  /** All schemas of each property, also in alternatives of the model's schema. */
  readonly schemas: ReadonlyMap<string, readonly Node[]>
  readonly cleaner: Cleaner
  /** The stored components, if the settings of all properties are inferred from their schemas; otherwise null. */
  readonly stored: StoredNames | null
  readonly collector: Collector
}

/** Names that are reserved in documents, in JavaScript or in a `where` condition. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
  '_type',
  '_pk',
  '_self',
  '_acl',
  'AND',
  'OR',
  'NOT',
])

export type Property = Readonly<NonNullable<ReturnType<typeof readProperty>>>

/** The parts of invalid settings that indicate a relationship. */
export type UnreadSettings = Pick<Settings, 'document' | 'backrefName'>

/** Reads a property. If the property has a reserved name or is not a schema, reports this and returns null. */
export function readProperty(entry: Entry, source: PropertySource) {
  const { collector, style } = source
  if (RESERVED_NAMES.has(entry.key)) {
    collector.report('SVC3010', { message: `Reserved property name "${entry.key}"`, at: entry.keyAt })
    return null
  }
  if (entry.value.kind !== 'map') {
    collector.report('SVC3015', {
      message: `Property "${entry.key}" must be a schema`,
      at: entry.value.at,
    })
    return null
  }
  const related = source.stored === null ? null : relatedItems(entry.value, source.root, source.stored)
  // The keys of a related component are not those of the property.
  const node = related === null ? withReferred(entry.value, source.root) : entry.value
  warnOfUnknownKeys(node, style, collector)
  const { json: written, settings } =
    related === null
      ? readForms(entry, node, source)
      : { json: source.cleaner.clean(withoutForm(entry.value)), settings: null }
  const schemas = [entry.value, ...(source.schemas.get(entry.key) ?? [])]
  if (source.stored !== null && related === null && settings?.type !== 'relationship')
    reportIdleRelations(entry, collector)
  const { rule, writeOnly: isSecret } = accessOf(entry.key, schemas, source.root, collector)
  const isRelation = settings?.type === 'relationship' || related !== null
  const parts = isRelation ? [] : partAccess(schemas, source.root, collector)
  // Filters and aggregations of a list would reveal its items.
  const hidesItems = settings?.type === 'list' && parts.some((part) => part.writeOnly && isOfItems(part))
  const writeOnly = isSecret || hidesItems
  const json = writeOnly ? sortedObject(Object.entries({ ...written, writeOnly })) : written
  const beside = valueOf(entry.value, '_db_settings')
  checkList(node, settings?.type === 'relationship' || related?.many === true, collector)
  return {
    name: entry.key,
    nameAt: entry.keyAt,
    /** The standard keywords of the property without database settings. */
    json,
    description: stringOf(valueOf(node, 'description')) ?? null,
    /** True if the schema, a legacy form or the settings require the property. */
    required:
      source.required.has(entry.key) ||
      scalarOf(valueOf(node, 'required')) === true ||
      settings?.required === true,
    /** Null for a virtual field. */
    settings,
    /** The settings as they are written, if any. */
    settingsNode: beside?.kind === 'map' ? beside : null,
    /** Null unless the settings could not be read. */
    faulty: settings === null && related === null ? unreadSettings(node, style) : null,
    /** The stored items that are the property's values, if its relationship is inferred. */
    related,
    processors: nameList(entryOf(node, '_processors'), collector) ?? [],
    backrefProcessors: nameList(entryOf(node, '_backref_processors'), collector) ?? [],
    renamedFrom: nameIn(entryOf(node, '_renamed_from'), collector),
    backfill: valueOf(node, '_backfill') ?? null,
    writeRule: rule,
    /** Who can read and write parts of the value of a dict or list. */
    parts,
    isListed: flagAt(node, '_list', collector) ?? true,
  }
}

/** Returns whether a part is each item of a list. */
function isOfItems({ path: [step, ...rest] }: PartAccess): boolean {
  return Array.isArray(step) && rest.length === 0
}

/**
 * Warns about `x-relation` in a property that is stored as one value. What references lead to can be stored elsewhere, where the
 * key has an effect.
 */
function reportIdleRelations({ key: name, value }: Entry, collector: Collector): void {
  for (const { keyAt } of keysIn(value, (key) => key === 'x-relation'))
    collector.report('SVC3016', {
      message: `"x-relation" has no effect in "${name}", which is stored as one value`,
      at: keyAt,
      help: 'Make the part a component with "x-stored: true", or remove the key',
    })
}

/** Returns the parts of invalid settings that indicate a relationship, or null if there are no settings. */
function unreadSettings(node: Node, style: Style): UnreadSettings | null {
  const settings = valueOf(node, '_db_settings') ?? valueOf(node, 'args')
  if (settings === undefined) return style === 'args' ? { document: null, backrefName: null } : null
  return {
    document: namedOf(valueOf(settings, 'document')),
    backrefName: namedOf(valueOf(settings, 'backref_name')),
  }
}

function checkList(node: Node, isRelationship: boolean, collector: Collector): void {
  const list = entryOf(node, '_list')
  if (list === undefined || isRelationship) return
  collector.report('SVC3016', {
    message: '"_list" has no effect, because the property is not a relationship',
    at: list.keyAt,
    help: 'Remove it, or add the property to "_hidden_fields"',
  })
}

/** Returns undefined if the property does not have the key. An invalid value counts as false. */
function flagAt(node: Node, key: string, collector: Collector): boolean | undefined {
  const entry = entryOf(node, key)
  return entry && flagOf(entry, collector) === true
}

/** If any property has `args`, the whole schema uses the legacy style. */
export function styleOf(properties: readonly Entry[], root: Node): Style {
  const nodes = properties.map(({ value }) => withReferred(value, root))
  if (nodes.some((node) => entryOf(node, 'args') !== undefined)) return 'args'
  return nodes.some((node) => entryOf(node, '_db_settings') !== undefined) ? 'settings' : 'plain'
}

/**
 * If a property is a local reference, adds the keys of its target, which can be a reference, too. The property's own
 * keys take precedence.
 */
export function withReferred(node: Node, root: Node): Node {
  const seen = new Set<Node>()
  let merged = node
  for (;;) {
    const reference = stringOf(valueOf(merged, '$ref'))
    if (merged.kind !== 'map' || reference === undefined || !reference.startsWith('#')) return merged
    const target = resolvePointer(root, reference)
    if (target?.kind !== 'map' || seen.has(target)) return merged
    seen.add(target)
    const own = merged.entries.filter(({ key }) => key !== '$ref')
    const names = new Set(own.map(({ key }) => key))
    merged = { ...merged, entries: [...own, ...target.entries.filter(({ key }) => !names.has(key))] }
  }
}

interface Forms {
  readonly json: JsonSchema
  readonly settings: Settings | null
}

function readForms({ keyAt, value }: Entry, node: Node, source: PropertySource): Forms {
  const { style, cleaner, collector, stored } = source
  const written = value.kind === 'map' ? value : emptyMap(value.at)
  const modern = entryOf(node, '_db_settings')?.value
  if (stored !== null && (modern === undefined || modern.kind === 'map')) {
    const json = cleaner.clean(written)
    const map = withInferred(modern, inferredSettings(json), keyAt)
    const settings = readSettings(map, valueOf(map, 'type'), collector)
    return { json: settings?.type === 'decimal' ? withoutScale(json, settings.scale) : json, settings }
  }
  if (modern?.kind === 'map') {
    return {
      json: cleaner.clean(written),
      settings: readSettings(modern, valueOf(modern, 'type'), collector),
    }
  }
  if (modern !== undefined) {
    collector.report('SVC3009', { message: '"_db_settings" must be an object', at: modern.at })
  }
  return style === 'args'
    ? readArgs(written, node, cleaner, collector)
    : { json: cleaner.clean(written), settings: null }
}

/** Adds inferred settings to those beside a property, which override them. */
function withInferred(written: MapNode | undefined, inferred: InferredSettings, at: Span): MapNode {
  const type = databaseType(stringOf(written && valueOf(written, 'type')) ?? inferred.type)
  const isSame = type === inferred.type
  const kept = Object.entries(inferred).filter(
    ([key]) => isSame || (type !== undefined && SETTINGS.get(key)?.types.includes(type) === true),
  )
  const own = written?.entries ?? []
  const added = kept.filter(([key]) => own.every((entry) => entry.key !== key))
  const entries = added.map(([key, value]) => ({ key, keyAt: at, value: nodeOf(value, at) }))
  return { kind: 'map', entries: [...own, ...entries], at: written?.at ?? at }
}

/** Keywords that describe the items of a related model rather than the property. */
const FORM: readonly string[] = [
  '$ref',
  'type',
  'format',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'enum',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'default',
  'examples',
  'discriminator',
  '_db_settings',
]

/** Returns what a property's schema says of the property itself, not of the items that are its values. */
function withoutForm(written: MapNode): MapNode {
  return { ...written, entries: written.entries.filter(({ key }) => !FORM.includes(key)) }
}

/** Reads the legacy form, in which the database type is a `type` next to `args`. */
function readArgs(written: MapNode, node: Node, cleaner: Cleaner, collector: Collector): Forms {
  const typeNode = valueOf(node, 'type')
  const args = entryOf(node, 'args')?.value
  const map: MapNode = args?.kind === 'map' ? args : emptyMap(written.at)
  const isJsonType = isForeignType(typeNode)
  if (args === undefined && isJsonType) {
    const json = cleaner.clean(written)
    return { json, settings: plainSettings(inferType(json), written.at) }
  }
  const untyped = { ...written, entries: written.entries.filter(({ key }) => key !== 'type') }
  return {
    json: cleaner.clean(untyped),
    settings: readSettings(map, valueOf(map, 'type') ?? typeNode, collector),
  }
}

/** Returns whether a `type` is a JSON type such as `number` or `["string", "null"]`, not a database type. */
function isForeignType(type: Node | undefined): boolean {
  const name = stringOf(type)
  if (name === undefined) return true
  return databaseType(name) === undefined && ['number', 'array', 'object', 'null', 'any'].includes(name)
}

/** Warns about unknown keys with an underscore, and about keys that belong elsewhere. Other keys are allowed. */
function warnOfUnknownKeys(node: Node, style: Style, collector: Collector): void {
  if (node.kind !== 'map') return
  for (const { key, keyAt } of node.entries) {
    if (PROPERTY_KEYS.includes(key)) continue
    const help = style === 'settings' || key.startsWith('_') ? explainKey(key, 'property') : undefined
    if (help === undefined && !key.startsWith('_')) continue
    const message = `Unknown key "${key}" in a property; it is ignored`
    collector.report('SVC3016', { message, at: keyAt, help: () => help ?? didYouMean(key, PROPERTY_KEYS) })
  }
}

import type { Collector } from '../diagnostics/collector.js'
import type { Entry, MapNode, Node } from '../source/node.js'
import type { Span } from '../source/span.js'
import { appliedAccessKeys, partialKeys, propertySchemas, withMembers } from './access-keys.js'
import { Cleaner } from './clean.js'
import { type Named, entryOf, namedOf, scalarOf, sortedEntries, stringOf, valueOf } from './node.js'
import { withAlternatives, withAnyValues } from './combined/alternatives.js'
import { upgrade } from './drafts/draft3.js'
import { type Draft, draftOf } from './drafts/draft.js'
import { warnAboutLegacyForms } from './drafts/legacy-forms.js'
import { withAttributes } from './inferred/attributes.js'
import { EMBEDDED, withoutLinks } from './inferred/links.js'
import type { StoredNames } from './inferred/related.js'
import { withParts } from './combined/parts.js'
import { resolvePointer } from './pointer.js'
import { type Property, readProperty, styleOf } from './property.js'
import { nameIn, readRootKeys } from './root-keys.js'

const BODY_KEYWORDS = [
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'then',
  'else',
  'propertyNames',
  'unevaluatedProperties',
  'patternProperties',
  'minProperties',
  'maxProperties',
]

/** A parsed model schema, without its relations to other models. */
export type ModelSchema = Readonly<NonNullable<ReturnType<typeof readModelSchema>>>

const NO_NAMES: readonly string[] = []

/** How the schemas of a document are read if its format, not `$schema`, determines it. */
export interface SchemaDialect {
  readonly draft: Draft
  /** The stored components. The database settings of their properties are inferred. */
  readonly stored: StoredNames
}

/**
 * Reads the JSON schema for a model and reports its errors. `at` is the start of its text.
 * @returns null if the schema is not an object
 */
export function readModelSchema(document: Node, at: Span, collector: Collector, dialect?: SchemaDialect) {
  const written = rootOf(document)
  if (written.kind !== 'map') {
    collector.report('SVC3001', { message: 'A JSON schema must be an object', at: written.at })
    return null
  }
  const draft = dialect?.draft ?? draftOf(written, collector)
  const merging = { document, collector }
  const upgraded = draft === 3 ? upgrade(written) : written
  const merged = withAlternatives(withParts(upgraded, merging), merging)
  const isStored = dialect !== undefined && scalarOf(valueOf(merged, '_stored')) === true
  const flat = isStored ? withAttributes(merged, document, dialect.stored) : merged
  const root = isStored ? withoutLinks(flat, document) : merged
  const own = propertySchemas(upgraded, document)
  const attributes = flat === merged ? [] : (own.get('attributes') ?? [])
  const embedded = isStored ? (own.get(EMBEDDED) ?? []) : []
  const relationships = flat === merged ? [] : (own.get('relationships') ?? [])
  const inner = [...attributes, ...relationships, ...embedded]
  checkForms(root, collector)
  const declared = propertyEntries(root)
  const style = styleOf(declared.slice(0, MAX_PROPERTIES), document)
  const entries = declared.length > MAX_PROPERTIES ? tooMany(declared, root, collector) : declared
  warnAboutLegacyForms(entries, draft, style, collector)
  const cleaner = new Cleaner({ root: document, draft, collector })
  const required = listedNames(root)
  const rootKeys = readRootKeys(root, draft, collector)
  const isInferred = dialect !== undefined && rootKeys.stored === true
  const source = {
    root: document,
    stored: isInferred ? dialect.stored : null,
    style,
    required: new Set(required.map(({ name }) => name)),
    schemas: [attributes, relationships, embedded].reduce(
      (schemas, objects) => withMembers(schemas, objects, document),
      own,
    ),
    cleaner,
    collector,
  }
  const read = entries.map((entry) => readProperty(entry, source))
  const properties: readonly Property[] = read.filter((property) => property !== null)
  const related = new Set(
    properties.flatMap((property) => (property.related === null ? [] : [property.name])),
  )
  const keywords = cleaner.clean(withAnyValues(only(root, BODY_KEYWORDS), related, document))
  return {
    /** The start of the schema's text. */
    at,
    title: stringOf(valueOf(root, 'title')) ?? null,
    description: stringOf(valueOf(root, 'description')) ?? null,
    /** True if no property has `_db_settings` or `args`, and none is inferred. */
    plain: style === 'plain' && !isInferred,
    /** True if all properties are stored, with settings that their schemas imply. */
    isInferred,
    /** The name of the key that `x-key` declares. */
    keyName: nameIn(entryOf(root, 'x-key'), collector),
    /** False if the schema describes a value other than an object, such as a list or a string. */
    isObject: isObjectSchema(root),
    /** Sorted by name. */
    properties,
    /** The keys of access in the schema and in the parts and properties from which it is merged. */
    accessKeys: [
      ...appliedAccessKeys([upgraded, ...inner], document),
      ...properties.flatMap(({ parts }) => parts.flatMap(({ keys }) => keys)),
    ],
    /** The keys of models in alternatives, conditions, attributes and `_embedded`. */
    partialKeys: partialKeys(upgraded, inner, document),
    /** Names in `required`, including unknown names. */
    required,
    /** Names of required properties that bodies need not contain, because a handler sets them. */
    setByHandlers: NO_NAMES,
    /** Names of properties that responses require, and that no request, default or handler sets. */
    neverSet: NO_NAMES,
    /** Keywords other than `properties` that apply to a whole body: `additionalProperties`, `anyOf`, … */
    keywords,
    /** The targets of the remaining `$ref`s in the properties. */
    definitions: cleaner.definitions,
    /** True if a part could not be read, in which case the schema might be incomplete. */
    faulty: properties.length < declared.length || properties.some(({ faulty }) => faulty !== null),
    ...rootKeys,
  }
}

/** Resolves a root schema that is a reference to one of its own definitions. */
function rootOf(document: Node): Node {
  const reference = stringOf(valueOf(document, '$ref'))
  if (reference === undefined || !reference.startsWith('#/')) return document
  return resolvePointer(document, reference) ?? document
}

/** Below the maximum number of columns in PostgreSQL (1,600) and SQLite (2,000). */
const MAX_PROPERTIES = 1000

function tooMany(entries: readonly Entry[], root: MapNode, collector: Collector): readonly Entry[] {
  collector.report('SVC3028', {
    message: `The schema has ${entries.length} properties; at most ${MAX_PROPERTIES} are supported`,
    at: entryOf(root, 'properties')?.keyAt ?? root.at,
    help: 'Combine related properties into one property of type dict, or move them to another model',
  })
  return []
}

function propertyEntries(root: MapNode): readonly Entry[] {
  const properties = valueOf(root, 'properties')
  return properties?.kind === 'map' ? sortedEntries(properties) : []
}

/** Checks `required` and `properties`. A boolean `required` (draft 3) has no meaning at the root. */
function checkForms(root: MapNode, collector: Collector): void {
  const required = valueOf(root, 'required')
  if (required !== undefined && required.kind !== 'list' && typeof scalarOf(required) !== 'boolean') {
    collector.report('SVC3015', { message: '"required" must be a list of names', at: required.at })
  }
  const properties = valueOf(root, 'properties')
  if (properties !== undefined && properties.kind !== 'map') {
    collector.report('SVC3015', { message: '"properties" must be a map of schemas', at: properties.at })
  }
}

function listedNames(root: MapNode): readonly Named[] {
  const list = valueOf(root, 'required')
  return list?.kind === 'list'
    ? list.items.map(namedOf).filter((named): named is Named => named !== null)
    : []
}

function only(root: MapNode, keys: readonly string[]): MapNode {
  return { ...root, entries: root.entries.filter(({ key }) => keys.includes(key)) }
}

function isObjectSchema(root: MapNode): boolean {
  const type = valueOf(root, 'type')
  if (type === undefined) return true
  const types = type.kind === 'list' ? type.items : [type]
  return types.some((name) => scalarOf(name) === 'object')
}

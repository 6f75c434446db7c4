import type { Collector } from '../diagnostics/collector.js'
import type { Entry, MapNode, Node } from '../source/node.js'
import type { Named } from './settings.js'
import type { ModelSchema, TaggedHandlers } from './model-schema.js'
import { scalarOf, stringOf } from './node.js'
import { didYouMean } from '../diagnostics/nearest.js'

/** Root keys of a model's schema beyond the standard ones (SPEC 1.3), without their underscore. */
const ROOT_KEYS = [
  'event_handlers',
  'auth_model',
  'auth_fields',
  'public_fields',
  'hidden_fields',
  'nested_relationships',
  'nesting_depth',
  'register_fields',
  'renamed_from',
]

/** The part of a model's schema that stands in root keys of its own. */
export type RootKeys = Pick<
  ModelSchema,
  | 'authModel'
  | 'publicFields'
  | 'authFields'
  | 'hiddenFields'
  | 'nestedRelationships'
  | 'nestingDepth'
  | 'registerFields'
  | 'eventHandlers'
  | 'renamedFrom'
>

/** Reads the root keys. Old ones without an underscore are read as meant, with a warning; unknown ones are warned of. */
export function readRootKeys(root: MapNode, collector: Collector): RootKeys {
  const found = findRootKeys(root, collector)
  const valueOf = (key: string) => found.get(key)?.value
  const authModel = found.get('auth_model')
  return {
    authModel:
      authModel !== undefined && flagOf(authModel, collector)
        ? { name: authModel.key, at: authModel.keyAt }
        : null,
    publicFields: nameList(found.get('public_fields'), collector),
    authFields: nameList(found.get('auth_fields'), collector),
    hiddenFields: nameList(found.get('hidden_fields'), collector) ?? [],
    nestedRelationships: nameList(found.get('nested_relationships'), collector) ?? [],
    nestingDepth: countOf(found.get('nesting_depth'), collector) ?? 1,
    registerFields: nameList(found.get('register_fields'), collector) ?? [],
    eventHandlers: taggedHandlers(found.get('event_handlers'), collector),
    renamedFrom: namedOf(valueOf('renamed_from')),
  }
}

/** Tells whether a key of a schema's root is one of these, in either spelling, or is meant to be. */
export function isRootKey(key: string): boolean {
  return key.startsWith('_') || ROOT_KEYS.includes(key)
}

/** A string and its place; null where the node is no string. */
export function namedOf(node: Node | undefined): Named | null {
  const name = stringOf(node)
  return node === undefined || name === undefined ? null : { name, at: node.at }
}

/** A list of names; a single name stands for a list of one. Anything else is reported, and read as no list. */
export function nameList(entry: Entry | undefined, collector: Collector): readonly Named[] | null {
  if (entry === undefined) return null
  const items = entry.value.kind === 'list' ? entry.value.items : [entry.value]
  const names = items.map(namedOf)
  if (names.every((name) => name !== null)) return names
  collector.report('SVC3009', { message: `"${entry.key}" must be a list of names`, at: entry.value.at })
  return null
}

function findRootKeys(root: MapNode, collector: Collector): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>()
  for (const entry of root.entries) {
    const key = entry.key.replace(/^_/, '')
    const isKnown = ROOT_KEYS.includes(key)
    if (!isKnown && entry.key.startsWith('_')) reportUnknown(entry, collector)
    if (!isKnown || (key === entry.key && hasKey(root, `_${key}`))) continue
    if (key === entry.key) reportOld(entry, collector)
    found.set(key, entry)
  }
  return found
}

function hasKey(root: MapNode, key: string): boolean {
  return root.entries.some((entry) => entry.key === key)
}

function reportUnknown({ key, keyAt }: Entry, collector: Collector): void {
  const known = ROOT_KEYS.map((name) => `_${name}`)
  collector.report('SVC3016', {
    message: `"${key}" is no key of a model's schema, and is ignored`,
    at: keyAt,
    help: () => didYouMean(key, known),
  })
}

function reportOld({ key, keyAt }: Entry, collector: Collector): void {
  const message = `"${key}" is the older spelling of "_${key}", and is read as that`
  collector.report('SVC3005', { message, at: keyAt, help: `Write "_${key}"` })
}

function flagOf({ key, value }: Entry, collector: Collector): boolean {
  const flag = scalarOf(value)
  if (typeof flag === 'boolean') return flag
  collector.report('SVC3009', { message: `"${key}" must be true or false`, at: value.at })
  return false
}

function countOf(entry: Entry | undefined, collector: Collector): number | null {
  if (entry === undefined) return null
  const count = scalarOf(entry.value)
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0) return count
  collector.report('SVC3009', { message: `"${entry.key}" must be a whole number from 0`, at: entry.value.at })
  return null
}

function taggedHandlers(entry: Entry | undefined, collector: Collector): readonly TaggedHandlers[] {
  if (entry === undefined) return []
  if (entry.value.kind !== 'map') {
    const message = `"${entry.key}" must be a map of event tags to lists of handlers`
    collector.report('SVC3009', { message, at: entry.value.at })
    return []
  }
  return entry.value.entries.map((tagged) => ({
    tag: { name: tagged.key, at: tagged.keyAt },
    handlers: nameList(tagged, collector) ?? [],
  }))
}

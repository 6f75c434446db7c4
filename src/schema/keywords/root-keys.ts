import type { Collector } from '../../diagnostics/collector.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import type { Named } from '../settings/settings.js'
import type { ModelSchema, TaggedHandlers } from '../model-schema.js'
import { scalarOf, stringOf } from '../node.js'
import { didYouMean } from '../../diagnostics/nearest.js'

/** svcgen's root keys of a model schema (SPEC 1.3), without their underscore. */
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

/** The part of a model schema that comes from svcgen's root keys. */
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

/** Reads the root keys. Warns about legacy keys without an underscore, which are supported, and about unknown keys. */
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

/** Returns whether a root key is svcgen's, in either spelling, or looks like a typo of one. */
export function isRootKey(key: string): boolean {
  return key.startsWith('_') || ROOT_KEYS.includes(key)
}

/** Returns a string and its span; null if the node is not a string. */
export function namedOf(node: Node | undefined): Named | null {
  const name = stringOf(node)
  return node === undefined || name === undefined ? null : { name, at: node.at }
}

/** Returns a list of names. A single name is a list of one. Other values are reported and give null. */
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
    if (key === entry.key) reportLegacy(entry, collector)
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
    message: `Unknown key "${key}" in a model schema; it is ignored`,
    at: keyAt,
    help: () => didYouMean(key, known),
  })
}

function reportLegacy({ key, keyAt }: Entry, collector: Collector): void {
  const message = `"${key}" is a legacy spelling of "_${key}"`
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
  collector.report('SVC3009', {
    message: `"${entry.key}" must be a non-negative integer`,
    at: entry.value.at,
  })
  return null
}

function taggedHandlers(entry: Entry | undefined, collector: Collector): readonly TaggedHandlers[] {
  if (entry === undefined) return []
  if (entry.value.kind !== 'map') {
    const message = `"${entry.key}" must be a map from event tags to lists of handlers`
    collector.report('SVC3009', { message, at: entry.value.at })
    return []
  }
  return entry.value.entries.map((tagged) => ({
    tag: { name: tagged.key, at: tagged.keyAt },
    handlers: nameList(tagged, collector) ?? [],
  }))
}

import type { Collector } from '../diagnostics/collector.js'
import type { Entry, MapNode, Node, ScalarNode } from '../source/node.js'
import { entryOf, type Named, namedOf, scalarOf, stringOf } from './node.js'
import { didYouMean } from '../diagnostics/nearest.js'
import { explainKey } from './settings/misplaced.js'
import type { Draft } from './drafts/draft.js'
import { ROOT_KEYS } from './keywords/extension-keys.js'
import { similarKey } from './keywords/spellings.js'

export interface TaggedHandlers {
  readonly tag: Named
  readonly handlers: readonly Named[]
}

/** Reads the root keys. Warns about unknown keys, and about legacy keys without an underscore, which are supported. */
export function readRootKeys(root: MapNode, draft: Draft, collector: Collector) {
  const found = findRootKeys(root, draft, collector)
  const authModel = found.get('auth_model')
  const search = found.get('search')
  const stored = found.get('stored')
  return {
    authModel:
      authModel !== undefined && flagOf(authModel, collector) === true
        ? { name: authModel.key, at: authModel.keyAt }
        : null,
    publicFields: nameList(found.get('public_fields'), collector),
    authFields: nameList(found.get('auth_fields'), collector),
    hiddenFields: nameList(found.get('hidden_fields'), collector) ?? [],
    nestedRelationships: nameList(found.get('nested_relationships'), collector) ?? [],
    nestingDepth: countOf(found.get('nesting_depth'), collector) ?? 1,
    registerFields: nameList(found.get('register_fields'), collector) ?? [],
    /** In source order. */
    eventHandlers: taggedHandlers(found.get('event_handlers'), collector),
    renamedFrom: nameIn(found.get('renamed_from'), collector),
    uniqueTogether: nameGroups(found.get('unique_together'), collector),
    indexTogether: nameGroups(found.get('index_together'), collector),
    search: search !== undefined && flagOf(search, collector) === true,
    /** Null if it is not declared. */
    rowRules: ruleList(found.get('row_rules'), collector),
    /** Null if it is not declared. */
    stored: stored === undefined ? null : flagOf(stored, collector),
  }
}

/** Returns whether a root key begins with an underscore, or is one of svcgen's keys without the underscore. */
export function isRootKey(key: string): boolean {
  return key.startsWith('_') || ROOT_KEYS.includes(key)
}

/** Returns a name. Reports any other value and returns null. */
export function nameIn(entry: Entry | undefined, collector: Collector): Named | null {
  const name = namedOf(entry?.value)
  if (entry !== undefined && name === null)
    collector.report('SVC3009', { message: `"${entry.key}" must be a name`, at: entry.value.at })
  return name
}

/** Returns a list of names. A single name is treated as a list. Reports any other value and returns null. */
export function nameList(entry: Entry | undefined, collector: Collector): readonly Named[] | null {
  if (entry === undefined) return null
  const items = entry.value.kind === 'list' ? entry.value.items : [entry.value]
  const names = items.map(namedOf)
  if (names.every((name) => name !== null)) return names
  collector.report('SVC3009', { message: `"${entry.key}" must be a list of names`, at: entry.value.at })
  return null
}

/** Returns the texts of rules with their positions. Reports other values and returns null. */
function ruleList(entry: Entry | undefined, collector: Collector): readonly ScalarNode[] | null {
  if (entry === undefined) return null
  const items = entry.value.kind === 'list' ? entry.value.items : [entry.value]
  const texts = items.filter((item) => item.kind === 'scalar').filter((item) => stringOf(item) !== undefined)
  if (texts.length === items.length) return texts
  collector.report('SVC3009', {
    message: `"${entry.key}" must be a list of rules`,
    at: entry.value.at,
    help: 'Write a list of strings such as "allow g:admin all"',
  })
  return null
}

/** Returns the groups of names. Reports any value other than a list of non-empty lists. */
function nameGroups(entry: Entry | undefined, collector: Collector): readonly (readonly Named[])[] {
  if (entry === undefined) return []
  const groups = entry.value.kind === 'list' ? entry.value.items.map(groupOf) : []
  const named = groups.filter((group) => group !== null)
  if (named.length > 0 && named.length === groups.length) return named
  const { key, value } = entry
  const lists = value.kind === 'list' ? [value, ...value.items] : []
  const empty = lists.find((list) => list.kind === 'list' && list.items.length === 0)
  const example = `one list for each group, as in "_${key.replace(/^_/, '')}": [["project", "member"]]`
  if (empty === undefined) {
    const message = `"${key}" must be a list of lists of field names`
    collector.report('SVC3009', { message, at: value.at, help: `Write ${example}` })
  } else {
    const message = empty === value ? `"${key}" is empty` : `A group in "${key}" is empty`
    collector.report('SVC3009', { message, at: empty.at, help: `Remove it, or write ${example}` })
  }
  return []
}

/** Returns the names in a group, or null if the node is not a non-empty list of strings. */
function groupOf(node: Node): readonly Named[] | null {
  const names = node.kind === 'list' ? node.items.map(namedOf) : []
  return names.length > 0 && names.every((name) => name !== null) ? names : null
}

function findRootKeys(root: MapNode, draft: Draft, collector: Collector): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>()
  for (const entry of root.entries) {
    const key = entry.key.replace(/^_/, '')
    const isKnown = ROOT_KEYS.includes(key)
    // The reader of OpenAPI documents reports other spellings.
    const isMeant = entry.key.startsWith('_') || (draft !== '2020-12' && similarKey(entry.key) !== undefined)
    if (!isKnown && isMeant) reportUnknown(entry, collector)
    if (!isKnown || (key === entry.key && entryOf(root, `_${key}`) !== undefined)) continue
    if (key === entry.key) reportLegacy(entry, collector)
    found.set(key, entry)
  }
  return found
}

function reportUnknown({ key, keyAt }: Entry, collector: Collector): void {
  const known = ROOT_KEYS.map((name) => `_${name}`)
  const similar = similarKey(key)
  collector.report('SVC3016', {
    message: `Unknown key "${key}" in a model schema; it is ignored`,
    at: keyAt,
    help: () =>
      explainKey(similar ?? key, 'root') ??
      (similar === undefined ? didYouMean(key, known) : `Write "${similar}"`),
  })
}

function reportLegacy({ key, keyAt }: Entry, collector: Collector): void {
  const message = `"${key}" is a legacy spelling of "_${key}"`
  collector.report('SVC3005', { message, at: keyAt, help: `Write "_${key}"` })
}

/** Returns a boolean. Reports any other value and returns null. */
export function flagOf({ key, value }: Entry, collector: Collector): boolean | null {
  const flag = scalarOf(value)
  if (typeof flag === 'boolean') return flag
  collector.report('SVC3009', {
    message: `"${key}" must be true or false`,
    at: value.at,
    help:
      key === 'x-action'
        ? 'Rename the key if it is one of another tool; "x-operation: own" makes the operation a function of yours'
        : undefined,
  })
  return null
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

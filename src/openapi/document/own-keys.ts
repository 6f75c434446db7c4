import type { Collector } from '../../diagnostics/collector.js'
import { listed } from '../../naming/phrases.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { openApiSpelling } from '../../naming/openapi-spelling.js'
import { PROPERTY_KEYS, ROOT_KEYS } from '../../schema/keywords/extension-keys.js'
import { lettersOf, similarKey } from '../../schema/keywords/spellings.js'
import type { Entry, MapNode } from '../../source/node.js'

/** svcgen's keys in schemas, as `_db_settings`, by their spelling that OpenAPI 3.0 allows: `x-db-settings`. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  [...ROOT_KEYS.map((key) => `_${key}`), ...PROPERTY_KEYS.filter((key) => key.startsWith('_'))].map((key) => [
    openApiSpelling(key),
    key,
  ]),
)

/**
 * Returns a function that replaces svcgen's keys in a message, such as `"_row_rules"`, by their spelling in OpenAPI
 * documents, unless the document itself uses the underscore.
 */
export function spellingIn(document: string): (text: string) => string {
  return (text) =>
    text.replace(/"(_[a-z_]+)"/g, (quoted, key: string) => {
      const alias = openApiSpelling(key)
      return ALIASES.has(alias) && !document.includes(key) ? `"${alias}"` : quoted
    })
}

/** Returns whether a key is one of svcgen's, in either spelling. */
export function isOwnKey(key: string): boolean {
  return key.startsWith('_') || ALIASES.has(key)
}

/** Returns an entry whose key has the spelling `_db_settings` if it is one of svcgen's. Reports similar keys. */
export function withOwnKey(entry: Entry, map: MapNode, collector: Collector): Entry | null {
  const { key, keyAt } = entry
  const own = ALIASES.get(key)
  if (own !== undefined) {
    const other = map.entries.find((each) => each.key === own)
    if (other === undefined) return { ...entry, key: own }
    collector.report('SVC8003', {
      message: `"${key}" is ignored, because "${own}" means the same`,
      at: keyAt,
      related: [{ message: `"${own}" is here`, at: other.keyAt }],
      help: 'Remove one of them',
    })
    return null
  }
  const help = helpForOwnKey(key)
  if (help === undefined) return entry
  collector.report('SVC8003', {
    message: `Unknown key "${key}" in a schema; it has no effect`,
    at: keyAt,
    help,
  })
  return key.startsWith('x-') ? entry : null
}

/** Returns help for a key that is spelled like one of svcgen's. */
function helpForOwnKey(key: string): string | undefined {
  if (ALIASES.has(key)) return undefined
  const similar = similarKey(key)
  if (similar !== undefined) return `Write "${similar.startsWith('_') ? openApiSpelling(similar) : similar}"`
  return /^x[-_](?:db|row|event|auth|hidden|public|write|writable|unique|index|nested|nesting|backref|renamed|read)/i.test(
    key,
  )
    ? didYouMean(key, ALIASES.keys())
    : undefined
}

/** Keys of access outside schemas, and where they have an effect. */
const PLACES: ReadonlyMap<string, readonly string[]> = new Map([
  ['x-acl', ['an OpenAPI document', 'a path', 'an operation']],
  ['x-action', ['an operation']],
  ['x-permission', ['an operation']],
  ['x-acls', ['"components"']],
  ['x-ticket', ['a security scheme']],
  ['x-api-key', ['a security scheme']],
])

/** The keys of access in schemas. */
const IN_SCHEMAS = [
  'x-row-rules',
  'x-public-fields',
  'x-auth-fields',
  'x-hidden-fields',
  'x-register-fields',
  'x-writable-by',
  'x-write-once',
]

/**
 * Returns help for a key of access that has no effect in an object of the document other than a schema.
 * @param what the object with an article: `an operation`
 */
export function helpForAccessKey(key: string, what: string): string | undefined {
  const letters = lettersOf(key)
  const known = [...PLACES.keys(), ...IN_SCHEMAS].find((each) => lettersOf(each) === letters)
  if (known === undefined || !/^x[-_]/i.test(key)) return undefined
  const places = PLACES.get(known) ?? ['a schema']
  if (!places.includes(what)) return `Write "${known}" in ${listed(places, 'or')}`
  return key === known ? undefined : `Write "${known}"`
}

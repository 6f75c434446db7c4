import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { openApiSpelling } from '../../naming/openapi-spelling.js'
import { PROPERTY_KEYS, ROOT_KEYS } from '../../schema/keywords/extension-keys.js'
import type { Entry, MapNode } from '../../source/node.js'

/** svcgen's keys in schemas, as `_db_settings`, by their spelling that OpenAPI 3.0 allows: `x-db-settings`. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  [...ROOT_KEYS.map((key) => `_${key}`), ...PROPERTY_KEYS.filter((key) => key.startsWith('_'))].map((key) => [
    openApiSpelling(key),
    key,
  ]),
)

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
  if (
    /^x-(?:db|row|event|auth|hidden|public|write|writable|unique|index|nested|nesting|backref|renamed)/.test(
      key,
    )
  ) {
    const help = didYouMean(key, ALIASES.keys())
    if (help !== undefined) {
      collector.report('SVC8003', {
        message: `Unknown key "${key}" in a schema; it has no effect`,
        at: keyAt,
        help,
      })
    }
  }
  return entry
}

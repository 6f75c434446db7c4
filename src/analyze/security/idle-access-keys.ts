import type { Api } from '../../api/api.js'
import { Collector } from '../../diagnostics/collector.js'
import type { ModelSchema } from '../../schema/index.js'
import { modelAccessKeys } from '../../schema/access-keys.js'
import type { Span } from '../../source/span.js'

/**
 * Warns about keys of access in declared schemas that are not stored and are not parts of stored ones, and about keys of models
 * where they have no effect.
 */
export function reportIdleAccessKeys(
  { schemas }: Api,
  models: Iterable<ModelSchema>,
  collector: Collector,
): void {
  const stored = [...models]
  const applied = new Set(stored.flatMap(({ accessKeys }) => accessKeys.map(({ keyAt }) => placeOf(keyAt))))
  for (const { key, keyAt } of stored.flatMap(({ partialKeys }) => partialKeys))
    collector.report('SVC3016', {
      message: `"${key}" has no effect in an alternative, a condition or the attributes of a stored schema`,
      at: keyAt,
      help: `Move "${key}" to the top of the stored schema`,
    })
  for (const { name, source } of schemas.values()) {
    const schema = source.isJson && !source.isFaulty ? source.parse(new Collector()) : null
    for (const { key, keyAt } of schema === null ? [] : modelAccessKeys(schema)) {
      if (applied.has(placeOf(keyAt))) continue
      collector.report('SVC3016', {
        message: `"${key}" has no effect, because "${name}" is not stored`,
        at: keyAt,
        help: 'Store the schema by "_stored": true or "_db_settings", or remove the key',
      })
    }
  }
}

function placeOf({ file, start }: Span): string {
  return `${file.path}:${start}`
}

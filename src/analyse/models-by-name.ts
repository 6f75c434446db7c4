import type { Collector } from '../diagnostics/collector.js'
import type { LooseNames } from '../naming/loose-match.js'
import type { Named } from '../schema/settings.js'
import { didYouMean } from '../diagnostics/nearest.js'

/**
 * Finds the model that a `document` or `ref_document` names: exactly, else ignoring case, `-` and `_`, with a warning (SPEC 8).
 * Reports a name that fits none.
 */
export function findModel(named: Named, models: LooseNames, collector: Collector): string | null {
  const match = models.match(named.name)
  if (match === null) {
    const message = `There is no model "${named.name}"`
    collector.report('SVC4008', {
      message,
      at: named.at,
      help: () => didYouMean(named.name, models.names) ?? listOf([...models.names]),
    })
    return null
  }
  if (!match.exact) {
    const message = `"${named.name}" is read as the model "${match.name}"`
    collector.report('SVC4009', { message, at: named.at, help: `Write "${match.name}"` })
  }
  return match.name
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'No resource has a schema' : `The models are ${names.join(', ')}`
}

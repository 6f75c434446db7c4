import type { Collector } from '../../diagnostics/collector.js'
import { LooseNames } from '../../naming/loose-match.js'
import type { Named } from '../../schema/settings.js'
import { didYouMean } from '../../diagnostics/nearest.js'

/** The models that schemas can name. */
export interface ModelNames {
  readonly read: LooseNames
  /** Those whose schema could not be read, which has been reported. */
  readonly unread: LooseNames
}

/** The names of the models. */
export function modelNames({
  models,
  unread,
}: {
  readonly models: ReadonlyMap<string, unknown>
  readonly unread: ReadonlySet<string>
}): ModelNames {
  return { read: new LooseNames(models.keys()), unread: new LooseNames(unread) }
}

/**
 * Finds the model that a `document` or `ref_document` names: exactly, else ignoring case, `-` and `_`, with a warning (SPEC 8).
 * Reports a name that fits none.
 */
export function findModel(
  named: Named,
  { read: models, unread }: ModelNames,
  collector: Collector,
): string | null {
  const match = models.match(named.name)
  if (match === null) {
    if (unread.match(named.name) !== null) return null
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

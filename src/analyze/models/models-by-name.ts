import type { Collector } from '../../diagnostics/collector.js'
import { LooseNames } from '../../naming/loose-match.js'
import type { Named } from '../../schema/node.js'
import { didYouMean } from '../../diagnostics/nearest.js'

export interface ModelNames {
  readonly read: LooseNames
  /** Models whose schema could not be read, which has already been reported. */
  readonly unread: LooseNames
}

export function modelNames({
  models,
  unread,
}: {
  readonly models: ReadonlyMap<string, unknown>
  readonly unread: ReadonlySet<string>
}): ModelNames {
  return { read: new LooseNames(models.keys()), unread: new LooseNames(unread) }
}

/** Returns the model named by a `document` or `ref_document`. Reports unknown and inexact names. */
export function findModel(
  named: Named,
  { read: models, unread }: ModelNames,
  collector: Collector,
): string | null {
  const match = models.match(named.name)
  if (match === null) {
    if (unread.match(named.name) !== null) return null
    const message = `Unknown model "${named.name}"`
    collector.report('SVC4008', {
      message,
      at: named.at,
      help: () => didYouMean(named.name, models.names) ?? listOf([...models.names]),
    })
    return null
  }
  if (!match.exact) {
    const message = `"${named.name}" is not the exact name of the model "${match.name}"`
    collector.report('SVC4009', { message, at: named.at, help: `Write "${match.name}"` })
  }
  return match.name
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'Declare a resource with a schema' : `Use one of ${names.join(', ')}`
}

/** An invalid relationship that has been reported. */
export interface FailedLink {
  readonly from: string
  readonly field: string
  readonly to: string | null
  readonly backref: string | null
}

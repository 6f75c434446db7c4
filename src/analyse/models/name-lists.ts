import { Collector } from '../../diagnostics/collector.js'
import { compareText } from '../../naming/order.js'
import type { Named } from '../../schema/settings.js'
import { didYouMean } from '../../diagnostics/nearest.js'

/** What a list of field names is checked against. */
export interface ListContext {
  readonly model: string
  /** The root key: `_public_fields`. */
  readonly list: string
  readonly known: ReadonlySet<string>
  readonly collector: Collector
}

/**
 * Where names that no field has are reported: nowhere as long as not all fields are known.
 * @param source `unread` holds the models whose schema could not be read
 */
export function forNames(source: {
  readonly unread: ReadonlySet<string>
  readonly collector: Collector
}): Collector {
  return source.unread.size === 0 ? source.collector : new Collector()
}

/** The names of a list that the model has, sorted. Others are warned of; `"a, b"` as one item is read as two, with a warning (SPEC 12). */
export function fieldNames(names: readonly Named[], context: ListContext): readonly string[] {
  const found = names.flatMap((named) =>
    context.known.has(named.name) ? [named.name] : repaired(named, context),
  )
  return [...new Set(found)].sort(compareText)
}

function repaired({ name, at }: Named, { model, list, known, collector }: ListContext): readonly string[] {
  const parts = name.split(',').map((part) => part.trim())
  if (parts.length > 1 && parts.every((part) => known.has(part))) {
    const message = `"${name}" in "${list}" is read as ${parts.length} names`
    collector.report('SVC3023', { message, at, help: `Write ${parts.map((part) => `"${part}"`).join(', ')}` })
    return parts
  }
  const message = `"${name}" in "${list}" is no field of ${model}, and is left out`
  collector.report('SVC3023', { message, at, help: () => didYouMean(name, known) })
  return []
}

import { Collector } from '../../diagnostics/collector.js'
import { compareText } from '../../naming/order.js'
import type { Named } from '../../schema/settings/settings.js'
import { didYouMean } from '../../diagnostics/nearest.js'

/** The input for checking a list of field names. */
export interface ListContext {
  readonly model: string
  /** The root key: `_public_fields`. */
  readonly list: string
  readonly known: ReadonlySet<string>
  readonly collector: Collector
}

/**
 * Returns the collector to which unknown names are reported. The reports are discarded if a schema could not be read,
 * because not all fields are known.
 * @param source `unread` contains the models whose schema could not be read
 */
export function forNames(source: {
  readonly unread: ReadonlySet<string>
  readonly collector: Collector
}): Collector {
  return source.unread.size === 0 ? source.collector : new Collector()
}

/**
 * Returns the known names in a list, sorted. Warns about unknown names. Splits items such as `"a, b"` and warns about
 * them (SPEC 12).
 */
export function fieldNames(names: readonly Named[], context: ListContext): readonly string[] {
  const found = names.flatMap((named) =>
    context.known.has(named.name) ? [named.name] : repaired(named, context),
  )
  return [...new Set(found)].sort(compareText)
}

function repaired({ name, at }: Named, { model, list, known, collector }: ListContext): readonly string[] {
  const parts = name.split(',').map((part) => part.trim())
  if (parts.length > 1 && parts.every((part) => known.has(part))) {
    const message = `"${name}" in "${list}" is treated as ${parts.length} names`
    collector.report('SVC3023', { message, at, help: `Write ${parts.map((part) => `"${part}"`).join(', ')}` })
    return parts
  }
  const message = `Unknown field "${name}" in "${list}" of ${model}; it is ignored`
  collector.report('SVC3023', { message, at, help: () => didYouMean(name, known) })
  return []
}

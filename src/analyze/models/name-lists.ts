import { Collector } from '../../diagnostics/collector.js'
import { compareText } from '../../naming/order.js'
import type { Named } from '../../schema/node.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import type { ModelSchema } from '../../schema/index.js'
import type { FailedLink } from './models-by-name.js'

export interface NameList {
  readonly model: string
  readonly list: string
  readonly known: ReadonlySet<string>
  readonly collector: Collector
}

/** The parts of the input that could not be read, and have been reported. */
export interface NameSource {
  readonly failed: readonly FailedLink[]
  /** Names of models whose schema could not be read. Their relationships might add fields to other models. */
  readonly unread: ReadonlySet<string>
  readonly collector: Collector
}

/** Returns the collector for unknown names, which discards them if not all schemas could be read. */
export function forNames(model: string, { failed, unread, collector }: NameSource): Collector {
  const isComplete = failed.every((link) => link.backref !== null || !mayEndAt(model, link))
  return unread.size === 0 && isComplete ? collector : new Collector()
}

/** Returns the names of a model's invalid fields, relationships and back-references, which have been reported. */
export function reportedNames(
  model: string,
  schema: ModelSchema | undefined,
  failed: readonly FailedLink[],
): readonly string[] {
  const fields = schema?.properties.filter(({ faulty }) => faulty !== null) ?? []
  return [
    ...fields.map(({ name }) => name),
    ...failed.flatMap((link) => [
      ...(link.from === model ? [link.field] : []),
      ...(mayEndAt(model, link) && link.backref !== null ? [link.backref] : []),
    ]),
  ]
}

function mayEndAt(model: string, { to }: FailedLink): boolean {
  return to === model || to === null
}

/** Returns the known names in a list, sorted. Warns about unknown names and about items such as `"a, b"`. */
export function fieldNames(names: readonly Named[], list: NameList): readonly string[] {
  const found = names.flatMap((named) => (list.known.has(named.name) ? [named.name] : repaired(named, list)))
  return [...new Set(found)].sort(compareText)
}

function repaired({ name, at }: Named, { model, list, known, collector }: NameList): readonly string[] {
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

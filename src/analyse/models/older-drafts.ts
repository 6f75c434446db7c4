import type { Collector } from '../../diagnostics/collector.js'
import { sortedBy } from '../../naming/order.js'
import type { Span } from '../../source/span.js'

/** One warning for all schemas of draft 3, at the first: an API of that time has many of them (SPEC 1.3). */
export function reportOlderDrafts(places: readonly Span[], collector: Collector): void {
  const names = [...new Set(places.map(({ file }) => file.name))].sort()
  const [first] = sortedBy(places, ({ file }) => file.name)
  if (first === undefined) return
  const message =
    names.length === 1
      ? 'The schema is of draft 3, and is read as draft 4'
      : `These schemas are of draft 3, and are read as draft 4: ${names.join(', ')}`
  collector.report('SVC3003', { message, at: first })
}

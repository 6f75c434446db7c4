import type { Collector } from '../../diagnostics/collector.js'
import { sortedBy } from '../../naming/order.js'
import type { Span } from '../../source/span.js'

/** Issues one warning for all draft 3 schemas, located at the first of them. */
export function reportDraft3Schemas(spans: readonly Span[], collector: Collector): void {
  const names = [...new Set(spans.map(({ file }) => file.name))].sort()
  const [first] = sortedBy(spans, ({ file }) => file.name)
  if (first === undefined) return
  const message =
    names.length === 1
      ? 'Draft 3 schema; converting it to draft 4'
      : `Draft 3 schemas, which are converted to draft 4: ${names.join(', ')}`
  collector.report('SVC3003', { message, at: first })
}

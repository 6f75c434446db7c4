import type { Collector } from '../diagnostics/collector.js'
import type { Span } from './span.js'

export function reportDuplicate(key: string, at: Span, first: Span, collector: Collector): void {
  collector.report('SVC1012', {
    message: `Duplicate key "${key}"`,
    at,
    related: [{ message: 'First used here', at: first }],
  })
}

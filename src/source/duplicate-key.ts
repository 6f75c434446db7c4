import type { Collector } from '../diagnostics/collector.js'
import type { Span } from './span.js'

/** Reports a key that its map has already. @param first where it stands first */
export function reportDuplicate(key: string, at: Span, first: Span, collector: Collector): void {
  collector.report('SVC1012', {
    message: `The key "${key}" is there already`,
    at,
    related: [{ message: `"${key}" first stands here`, at: first }],
  })
}

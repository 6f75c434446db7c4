import { startOf } from '../diagnostics/place.js'
import type { Location } from '../ir/index.js'
import type { Span } from '../source/span.js'

/** The place of a node of the IR. */
export function locationOf(span: Span): Location {
  return { file: span.file.name, ...startOf(span) }
}

import { placeOf } from '../diagnostics/place.js'
import type { Location } from '../ir/index.js'
import type { Span } from '../source/span.js'

/** The place of a node of the IR. */
export function locationOf(span: Span): Location {
  const { file, line, column } = placeOf(span)
  return { file, line, column }
}

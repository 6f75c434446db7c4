import { startOf } from '../diagnostics/text-range.js'
import type { Location } from '../ir/index.js'
import type { Span } from '../source/span.js'

export function locationOf(span: Span): Location {
  const { line, column } = startOf(span)
  return { file: span.file.name, line, column }
}

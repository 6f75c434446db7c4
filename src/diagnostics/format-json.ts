import type { Diagnostic, Related } from './diagnostic.js'
import { textRangeOf } from './text-range.js'

/** Returns diagnostics for `--json`. File, line and column are null if a diagnostic has no location. */
export function toJson(diagnostics: readonly Diagnostic[]): readonly object[] {
  return diagnostics.map(({ code, severity, message, at, related, help }) => ({
    code,
    severity,
    message,
    ...(at === null ? nowhere : textRangeOf(at)),
    related: related.map(relatedToJson),
    help,
  }))
}

const nowhere = { file: null, line: null, column: null, endLine: null, endColumn: null }

function relatedToJson({ message, at }: Related): object {
  const { file, line, column } = textRangeOf(at)
  return { message, file, line, column }
}

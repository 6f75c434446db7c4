import type { Diagnostic, Related } from './diagnostic.js'
import { textRangeOf, type TextRange } from './text-range.js'

/** A diagnostic in `--json` output. File, line and column are null if the diagnostic has no location. */
export interface JsonDiagnostic {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly endLine: number | null
  readonly endColumn: number | null
  readonly related: readonly {
    readonly message: string
    readonly file: string
    readonly line: number
    readonly column: number
  }[]
  readonly help: string | null
}

export function toJson(diagnostics: readonly Diagnostic[]): readonly JsonDiagnostic[] {
  return diagnostics.map(({ code, severity, message, at, related, help }) => ({
    code,
    severity,
    message,
    ...(at === null ? nowhere : inOrder(textRangeOf(at))),
    related: related.map(relatedToJson),
    help,
  }))
}

const nowhere = { file: null, line: null, column: null, endLine: null, endColumn: null }

function inOrder({ file, line, column, endLine, endColumn }: TextRange): TextRange {
  return { file, line, column, endLine, endColumn }
}

function relatedToJson({ message, at }: Related): JsonDiagnostic['related'][number] {
  const { file, line, column } = textRangeOf(at)
  return { message, file, line, column }
}

import type { Code } from '../diagnostics/catalogue/index.js'
import type { Collector } from '../diagnostics/collector.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { SourceFile, Span } from '../source/span.js'

/** A diagnostic without the texts of the files that it points into. */
export interface StoredDiagnostic {
  readonly code: Code
  readonly message: string
  readonly at: StoredSpan | null
  readonly related: readonly { readonly message: string; readonly at: StoredSpan }[]
  readonly help: string | null
}

interface StoredSpan {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** A diagnostic as it is kept. */
export function stored({ code, message, at, related, help }: Diagnostic): StoredDiagnostic {
  return {
    code,
    message,
    at: at === null ? null : storedSpan(at),
    related: related.map((each) => ({ message: each.message, at: storedSpan(each.at) })),
    help,
  }
}

/**
 * Reports what was kept, as it was reported before.
 * @param files those that the diagnostics point into, by path, as they were
 * @throws Error where one is not among them
 */
export function replay(
  diagnostics: readonly StoredDiagnostic[],
  files: ReadonlyMap<string, SourceFile>,
  collector: Collector,
): void {
  const spanOf = ({ path, start, end }: StoredSpan): Span => {
    const file = files.get(path)
    if (file === undefined) throw new Error(`no text of ${path} is at hand`)
    return { file, start, end }
  }
  for (const { code, message, at, related, help } of diagnostics) {
    collector.report(code, {
      message,
      at: at === null ? null : spanOf(at),
      related: related.map((each) => ({ message: each.message, at: spanOf(each.at) })),
      help: help ?? undefined,
    })
  }
}

/** The files that diagnostics point into. */
export function filesOf(diagnostics: readonly Diagnostic[]): readonly SourceFile[] {
  return diagnostics.flatMap(({ at, related }) => [
    ...(at === null ? [] : [at.file]),
    ...related.map((each) => each.at.file),
  ])
}

function storedSpan({ file, start, end }: Span): StoredSpan {
  return { path: file.path, start, end }
}

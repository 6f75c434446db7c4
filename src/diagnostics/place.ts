import type { Span } from '../source/span.js'

/** A span as people count: lines and columns from 1, columns in characters as an editor shows them, the end exclusive. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Tells where a span stands. A line ends with LF, CRLF or CR. */
export function placeOf({ file, start, end }: Span): Place {
  const first = positionOf(file.text, start)
  const last = positionOf(file.text, Math.max(start, end))
  return { file: file.name, ...first, endLine: last.line, endColumn: last.column }
}

/** The lines of a text, without their ends. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/)
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = linesOf(text.slice(0, offset))
  const isSplit = text[offset - 1] === '\r' && text[offset] === '\n'
  const before = isSplit ? lines.slice(0, -1) : lines
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}
